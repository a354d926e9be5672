import LinecasterBase
import LinecasterFonts
import LinecasterText

extension TextStyle {
  /// The properties of a text style, by their names.
  static let fields = SceneRecord<TextStyle>(
    "text style",
    [
      SceneField(
        "families", \.writtenFamilies,
        SceneCoding<ExactText>.exact("a name").list(of: "families", limit: 64),
        about: "The font families in order of preference; the first available one is used.",
        css: "font-family",
        example: #"["Noto Sans"]"#),
      SceneField(
        "size", \.size, .number,
        about: "The font size, in layout points.", css: "font-size"),
      SceneField(
        "weight", \.weight, .fontWeight,
        about: "The weight of the strokes.", css: "font-weight"),
      SceneField(
        "width", \.width, .fontWidth,
        about: "The width of the letters, in percent or by name.", css: "font-stretch"),
      SceneField(
        "slant", \.slant, .keyword("slant"),
        about: "The slant of the letters.", css: "font-style"),
      SceneField(
        "variations", \.variations, .variations,
        about: "The values of variation axes, by tag.", css: "font-variation-settings",
        example: #"{"wght": 650}"#),
      SceneField(
        "features", \.features, .features,
        about: "The values of OpenType features, by tag.", css: "font-feature-settings",
        example: #"{"smcp": 1, "liga": 0}"#),
      SceneField(
        "language", \.writtenLanguage, SceneCoding<ExactText>.exact("a language tag").optional,
        about: "The language of the text, as a BCP 47 tag.", css: "lang", example: #""en-GB""#),
      SceneField(
        "transform", \.transform, .keyword("text transform"),
        about: "The letter case in which the text is shown.", css: "text-transform"),
      SceneField(
        "caps", \.caps, .keyword("caps style"),
        about: "The small capitals.", css: "font-variant-caps"),
      SceneField(
        "hyphenation", \.hyphenation, .keyword("hyphenation mode"),
        about: "The places where words may be hyphenated.", css: "hyphens"),
      SceneField(
        "hyphenCharacter", \.writtenHyphen, SceneCoding<ExactText>.exact("a text").optional,
        about: "The text at the end of a line that breaks a word; the font's hyphen by default.",
        css: "hyphenate-character"),
      SceneField(
        "numerals", \.numerals, .numerals,
        about: "The style of digits; `tabular` digits have one width.",
        css: "font-variant-numeric"),
      SceneField(
        "letterSpacing", \.letterSpacing, .spacing,
        about: """
          The space added between letters; a length in em is a fraction of the size, even of an \
          inherited one.
          """,
        css: "letter-spacing",
        example: #""0.05em""#),
      SceneField(
        "wordSpacing", \.wordSpacing, .spacing,
        about: "The space added between words, as `letterSpacing`.", css: "word-spacing"),
      SceneField(
        "baselineShift", \.baselineShift, .spacing,
        about: "The distance that the text is raised above the baseline, as `letterSpacing`."),
      SceneField(
        "orientation", \.orientation, .keyword("orientation"),
        about: "The orientation of letters on vertical lines.", css: "text-orientation"),
      SceneField(
        "color", \.themeColor, .themeColor,
        about: "The text colour; black by default, or light in the dark theme.", css: "color"),
      SceneField(
        "background", \.themeBackground, SceneCoding<ThemeColor>.themeColor.optional,
        about: "The colour behind the text."),
      SceneField(
        "decorations", \.decorations,
        SceneCoding<TextDecoration>.decoration.list(of: "decorations", limit: 16),
        about: "The lines below, through and above the text.",
        css: "text-decoration text-decoration-line",
        example: #"["underline"]"#),
    ])

  // Names whose canonical equivalents differ in meaning are compared by their bytes.

  private var writtenFamilies: [ExactText] {
    get { families.map { ExactText($0) } }
    set { families = newValue.map(\.string) }
  }

  private var writtenLanguage: ExactText? {
    get { language.map { ExactText($0) } }
    set { language = newValue?.string }
  }

  private var writtenHyphen: ExactText? {
    get { hyphenCharacter.map { ExactText($0) } }
    set { hyphenCharacter = newValue?.string }
  }

  /// The schema of a style: its name, or an object.
  static var schema: SceneSchema {
    .any(
      .string,
      .object([baseStyle] + fields.table.schemas))
  }

  /// The style that a style or a styled part starts from, beside its other properties.
  static var baseStyle: (name: ExactText, schema: SceneSchema) {
    ("style", .reference("textStyle").described("The style to start from, or its name."))
  }

  /// Applies a value to a style: an object of properties, or the name of a style.
  static func apply(
    _ value: JSONValue, _ scope: SceneScope, to style: inout TextStyle
  ) throws(SceneFault) {
    var shares = SharesOfSize()
    for members in try chain(value, scope).reversed() {
      try scope.pass(SceneReader.valueSteps * (1 + members.count))
      for member in members where member.name != "style" && !shares.take(member) {
        try scope.attempt(()) { () throws(SceneFault) in
          guard try fields.read(member, scope, into: &style) else {
            throw SceneFault(
              unknown: "property of text styles", member.name, at: member.offset,
              among: ["style"] + fields.names, in: .textStyle)
          }
        }
      }
    }
    shares.apply(to: &style)
  }

  /// The objects that make up a style; each builds on the one after it.
  private static func chain(
    _ value: JSONValue, _ scope: SceneScope
  ) throws(SceneFault) -> [[JSONMember]] {
    var chain: [[JSONMember]] = []
    var depth = 0
    var next: JSONValue? = value
    while let value = next {
      switch value.content {
      case .string(let text):
        let name = ExactText(text)
        guard let named = scope.styles[name] else {
          throw SceneFault(
            unknown: "style in 'styles'", name, at: value.offset, among: scope.styles.keys.sorted())
        }
        depth += 1
        guard depth <= SceneScope.styleDepthLimit else {
          throw SceneFault(
            .tooDeep, at: value.offset,
            "more than \(SceneScope.styleDepthLimit) styles build on each other; check for a cycle")
        }
        next = named
      case .object(let members):
        chain.append(members)
        next = members.first { $0.name == "style" }?.value
      default: throw SceneFault(value, isNot: "a text style: its name or an object")
      }
    }
    return chain
  }
}

/// The properties that are relative to the font size; applied after all others are read.
private struct SharesOfSize {
  private var shares: [(path: WritableKeyPath<TextStyle, Double>, share: Double)] = []

  private static func path(_ name: ExactText) -> WritableKeyPath<TextStyle, Double>? {
    switch name {
    case "letterSpacing": \.letterSpacing
    case "wordSpacing": \.wordSpacing
    case "baselineShift": \.baselineShift
    default: nil
    }
  }

  /// Consumes a property that is relative to the font size; returns false for other properties.
  mutating func take(_ member: JSONMember) -> Bool {
    guard let path = Self.path(member.name) else { return false }
    shares.removeAll { $0.path == path }
    guard case .string(let text) = member.value.content,
      let share = SceneCoding<Double>.ems(text)
    else { return false }
    shares.append((path, share))
    return true
  }

  func apply(to style: inout TextStyle) {
    for (path, share) in shares { style[keyPath: path] = share * style.size }
  }
}

extension SceneCoding<Double> {
  /// A number of layout points. `SharesOfSize` reads lengths in em.
  fileprivate static var spacing: SceneCoding<Double> {
    SceneCoding(
      .any(.number, .string(matching: #"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)em$"#)).named("spacing")
    ) { value, scope throws(SceneFault) in
      guard case .number = value.content else {
        throw SceneFault(value, isNotNumber: "a number or a length in em, such as '0.05em'")
      }
      return try number.read(value, scope)
    } write: { value throws(SceneFault) in
      try number.write(value)
    }
  }

  /// The factor of a length in em, for example `0.05em`; `nil` for other texts.
  fileprivate static func ems(_ text: String) -> Double? {
    guard text.utf8.count <= 32, text.hasSuffix("em") else { return nil }
    let digits = text.utf8.dropLast(2)
    // Double also parses keywords and hexadecimal digits.
    guard digits.allSatisfy("+-.0123456789".utf8.contains) else { return nil }
    return Double(String(decoding: digits, as: UTF8.self))
  }
}

extension SceneCoding<Numerals> {
  private static var words: [(String, Numerals)] {
    [
      ("lining", .lining), ("oldstyle", .oldstyle), ("proportional", .proportional),
      ("tabular", .tabular), ("diagonalFractions", .diagonalFractions),
      ("stackedFractions", .stackedFractions), ("ordinal", .ordinal),
      ("slashedZero", .slashedZero),
    ]
  }

  /// A word, or a list of them: `["tabular", "slashedZero"]`.
  fileprivate static var numerals: SceneCoding<Numerals> {
    let all = words.map(\.1)
    let word = SceneCoding.keyword("style of numerals", words)
    let list = word.list(of: "numerals", limit: words.count)
    return SceneCoding(.any(word.schema, list.schema).named("numerals")) {
      value, scope throws(SceneFault) in
      if case .string = value.content { return try word.read(value, scope) }
      return Numerals(try list.read(value, scope))
    } write: { set throws(SceneFault) in
      let contained = all.filter(set.contains)
      return contained.count == 1 ? try word.write(contained[0]) : try list.write(contained)
    }
  }
}

extension SceneCoding<TextDecoration> {
  /// The position alone, or an object.
  static var decoration: SceneCoding<TextDecoration> {
    let position = SceneCoding<TextDecoration>.position
    return SceneCoding(.any(position.schema, TextDecoration.fields.schema)) {
      value, scope throws(SceneFault) in
      var decoration = TextDecoration(.underline)
      if case .string = value.content {
        decoration.position = try position.read(value, scope)
      } else {
        try TextDecoration.fields.read(value, scope, into: &decoration)
      }
      return decoration
    } write: { decoration throws(SceneFault) in
      let members = try TextDecoration.fields.write(decoration, plain: TextDecoration(.underline))
      let isPlain = members.allSatisfy { $0.name == "position" }
      guard !isPlain else { return try position.write(decoration.position) }
      return .object(members)
    }
  }

  fileprivate static var position: SceneCoding<TextDecoration.Position> {
    .keyword("position")
  }
}

extension TextDecoration {
  /// The properties of a decoration, by their names.
  fileprivate static let fields = SceneRecord<TextDecoration>(
    "property of decorations",
    [
      SceneField(
        "position", \.position, SceneCoding<TextDecoration>.position,
        about: "The place of the line.", css: "text-decoration-line"),
      SceneField(
        "pattern", \.pattern, .keyword("pattern"),
        about: "The pattern of the line.", css: "text-decoration-style"),
      SceneField(
        "color", \.themeColor, SceneCoding<ThemeColor>.themeColor.optional,
        about: "The colour of the line; that of the text by default.",
        css: "text-decoration-color"),
      SceneField(
        "thickness", \.thickness, SceneCoding<Double>.number.optional,
        about: "The thickness in layout points; that of the font by default.",
        css: "text-decoration-thickness"),
      SceneField(
        "offset", \.offset, SceneCoding<Double>.number.optional,
        about: "The distance from the baseline in layout points; that of the font by default.",
        css: "text-underline-offset"),
    ])
}

extension SceneCoding<FontWeight> {
  /// 1 to 1000, or the name of a constant of `FontWeight`.
  static var fontWeight: SceneCoding<FontWeight> {
    named(
      "weight",
      [("regular", .regular), ("medium", .medium), ("semibold", .semibold), ("bold", .bold)],
      SceneCoding<Int>.integer(1...1000).mapped({ FontWeight($0) }, { $0.value }))
  }
}

extension SceneCoding<FontWidth> {
  /// A percentage from 50 to 200, or the name of a constant of `FontWidth`.
  static var fontWidth: SceneCoding<FontWidth> {
    named(
      "width", [("condensed", .condensed), ("normal", .normal), ("expanded", .expanded)],
      SceneCoding<Double>(.number(50...200)) { value, scope throws(SceneFault) in
        let percent = try SceneCoding<Double>.number.read(value, scope)
        guard (50...200).contains(percent) else {
          throw SceneFault(value, isNot: "a percentage from 50 to 200")
        }
        return percent
      } write: { percent throws(SceneFault) in
        .number(percent)
      }
      .mapped({ FontWidth(percent: $0) }, { $0.percent }))
  }
}

extension SceneCoding where Value: Equatable {
  /// The name of a constant, or a value of another coding.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func named(
    _ what: String, _ constants: [(String, Value)], _ other: SceneCoding<Value>
  ) -> SceneCoding<Value> {
    let keyword = keyword(what, constants, takesNumbers: true)
    let values = constants.map(\.1)
    return SceneCoding(.any(keyword.schema, other.schema)) { value, scope throws(SceneFault) in
      if case .string = value.content { return try keyword.read(value, scope) }
      return try other.read(value, scope)
    } write: { value throws(SceneFault) in
      try values.contains(value) ? keyword.write(value) : other.write(value)
    }
  }
}

extension SceneCoding<[FontVariation]> {
  /// `{"wght": 650, "opsz": 20}`.
  static var variations: SceneCoding<[FontVariation]> {
    .tags(
      "axes", SceneCoding<Double>.number, make: { FontVariation($0, $1) },
      take: { ($0.axis, $0.value) })
  }
}

extension SceneCoding<[FontFeature]> {
  /// `{"smcp": 1, "liga": 0}`.
  static var features: SceneCoding<[FontFeature]> {
    .tags(
      "features", SceneCoding<Int>.integer(0...Int(UInt32.max)),
      make: { FontFeature($0, UInt32(clamping: $1)) }, take: { ($0.tag, Int($0.value)) })
  }
}

extension SceneCoding {
  /// The most tags of one style; more than the axes and features of any font.
  static var tagLimit: Int { 64 }

  /// An object with a value for each four-letter tag.
  ///
  /// If a tag repeats, the last value applies, and only that one is written.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func tags<Element: Sendable, Number: Sendable>(
    _ what: String, _ number: SceneCoding<Number>,
    make: @escaping @Sendable (FontTag, Number) -> Element,
    take: @escaping @Sendable (Element) -> (FontTag, Number)
  ) -> SceneCoding<[Element]> where Value == [Element] {
    SceneCoding(.table(of: number.schema, names: "^[ -~]{1,4}$", limit: tagLimit)) {
      value, scope throws(SceneFault) in
      guard case .object(let members) = value.content else {
        throw SceneFault(value, isNot: "an object with a number for each tag")
      }
      guard members.count <= tagLimit else {
        throw SceneFault(.tooLarge, at: value.offset, "more than \(tagLimit) \(what)")
      }
      var elements: [Element] = []
      for member in members {
        try scope.attempt(()) { () throws(SceneFault) in
          guard let tag = FontTag(member.name.string) else {
            throw SceneFault(
              .wrongValue, at: member.offset,
              "'\(SceneFault.short(member.name.string))' is not a tag of one to four ASCII "
                + "characters")
          }
          elements.append(make(tag, try number.read(member.value, scope)))
        }
      }
      return elements
    } write: { elements throws(SceneFault) in
      var members: [JSONMember] = []
      for element in elements {
        let (tag, value) = take(element)
        let name = ExactText(tag.trimmedName)
        members.removeAll { $0.name == name }
        members.append(JSONMember(name, try number.write(value)))
      }
      return .object(members)
    }
  }
}

extension FontTag {
  /// The tag without its padding spaces.
  fileprivate var trimmedName: String {
    var name = name[...]
    while name.count > 1, name.last == " " { name.removeLast() }
    return String(name)
  }
}
