import LinecasterGeometry
import LinecasterText

extension ParagraphStyle {
  /// The properties of a paragraph style, by their names.
  static let fields = SceneRecord<ParagraphStyle>(
    "property of paragraph styles", in: .paragraphStyle,
    [
      SceneField("alignment", \.alignment, alignments),
      SceneField(
        "baseDirection", \.baseDirection,
        .keyword(
          "direction",
          [
            ("automatic", .automatic), ("leftToRight", .leftToRight), ("rightToLeft", .rightToLeft),
          ])),
      SceneField("lineHeight", \.lineHeight, .lineHeight),
      SceneField("paragraphSpacing", \.paragraphSpacing, .number),
      SceneField("firstLineIndent", \.firstLineIndent, .number),
      SceneField("tabSize", \.tabSize, .number),
      SceneField("whiteSpace", \.whiteSpace, whiteSpaces),
      SceneField(
        "lineBreakRules", \.lineBreakRules,
        .keyword("rules", [("css", .css), ("unicode", .unicode)])),
      SceneField("lineBreakStrictness", \.lineBreakStrictness, strictnesses),
      SceneField(
        "wordBreak", \.wordBreak,
        .keyword(
          "word break",
          [
            ("normal", .normal), ("breakAll", .breakAll), ("keepAll", .keepAll),
            ("autoPhrase", .autoPhrase),
          ])),
      SceneField(
        "overflowWrap", \.overflowWrap,
        .keyword(
          "overflow wrap",
          [("normal", .normal), ("breakWord", .breakWord), ("anywhere", .anywhere)])),
      SceneField("maximumLines", \.maximumLines, SceneCoding<Int>.integer(1...1_000_000).optional),
      SceneField("truncatesOverflow", \.truncatesOverflow, .bool),
      SceneField(
        "writingMode", \.writingMode,
        .keyword("writing mode", WritingMode.allCases.map { ("\($0)", $0) })),
    ])

  private static let alignments = SceneCoding<TextAlignment>.keyword(
    "alignment",
    [
      ("start", .start), ("end", .end), ("left", .left), ("right", .right), ("center", .center),
      ("justify", .justify),
    ])

  static let whiteSpaces = SceneCoding<WhiteSpace>.keyword(
    "white space",
    [
      ("normal", .normal), ("nowrap", .nowrap), ("pre", .pre), ("preWrap", .preWrap),
      ("preLine", .preLine), ("breakSpaces", .breakSpaces),
    ])

  private static let strictnesses = SceneCoding<LineBreakStrictness>.keyword(
    "strictness",
    [
      ("automatic", .automatic), ("loose", .loose), ("normal", .normal), ("strict", .strict),
      ("anywhere", .anywhere),
    ])
}

extension SceneCoding<LineHeight> {
  /// `"normal"`, `{"multiple": 1.5}`, `{"points": 20}` or `{"atLeast": 20}`.
  static var lineHeight: SceneCoding<LineHeight> {
    SceneCoding(
      .any(.words(["normal"]), .choice(["multiple", "points", "atLeast"].map { ($0, .number) }))
    ) { value, scope throws(SceneFault) in
      switch value.content {
      case .string("normal"): return .normal
      case .object(let members) where members.count == 1:
        let number = try SceneCoding<Double>.number.read(members[0].value, scope)
        switch members[0].name {
        case "multiple": return .multiple(number)
        case "points": return .points(number)
        case "atLeast": return .atLeast(number)
        default:
          throw SceneFault(
            unknown: "line height", members[0].name, at: members[0].offset,
            among: ["multiple", "points", "atLeast"])
        }
      default:
        throw SceneFault(value, isNot: "'normal' or an object with multiple, points or atLeast")
      }
    } write: { height throws(SceneFault) in
      let (name, number): (ExactText, Double)
      switch height {
      case .normal: return .string("normal")
      case .multiple(let factor): (name, number) = ("multiple", factor)
      case .points(let points): (name, number) = ("points", points)
      case .atLeast(let points): (name, number) = ("atLeast", points)
      }
      return .object([JSONMember(name, try SceneCoding<Double>.number.write(number))])
    }
  }
}

/// Text in a scene: a string, a list of parts, or an object with both styles.
enum SceneText {
  /// The members of the object.
  static let names: [ExactText] = ["string", "style", "paragraphStyle"]

  /// The paragraph that an argument of `Text` says.
  static func paragraph(_ value: JSONValue, _ scope: SceneScope) throws(SceneFault) -> Paragraph {
    var style = scope.textStyle
    var paragraphStyle = ParagraphStyle()
    var string = value
    if case .object(let members) = value.content {
      string = try scope.attempt(.string("")) { () throws(SceneFault) in
        try self.string(of: members, in: value)
      }
      for member in members {
        try scope.attempt(()) { () throws(SceneFault) in
          switch member.name {
          case "string": break
          case "style": try TextStyle.apply(member.value, scope, to: &style)
          case "paragraphStyle":
            try ParagraphStyle.fields.read(member.value, scope, into: &paragraphStyle)
          default:
            throw SceneFault(
              unknown: "argument of Text", member.name, at: member.offset, among: names,
              in: .inside(.text))
          }
        }
      }
    }
    var text = AttributedText("", style: style)
    try add(string, style, scope, to: &text)
    return Paragraph(text, style: paragraphStyle)
  }

  private static func string(
    of members: [JSONMember], in value: JSONValue
  ) throws(SceneFault) -> JSONValue {
    guard let member = members.first(where: { $0.name == "string" }) else {
      throw SceneFault(.missing, at: value.offset, "'string' is missing")
    }
    return member.value
  }

  /// Adds a string, a styled part or a list of these, in the style of the text around.
  ///
  /// - Parameter mayPair: Whether it may have annotations, which have none themselves.
  private static func add(
    _ value: JSONValue, _ style: TextStyle, _ scope: SceneScope, to text: inout AttributedText,
    mayPair: Bool = true
  ) throws(SceneFault) {
    var open = [(parts: [value][...], style: style, box: Int?.none)]
    var boxes: [Int] = []
    var pair: Int?
    while let (parts, style, box) = open.last {
      guard let part = parts.first else {
        open.removeLast()
        if let box {
          text.closeBox(box)
          boxes.removeLast()
          if pair == box { pair = nil }
        }
        continue
      }
      open[open.count - 1].parts.removeFirst()
      try scope.checkpoint.pass(SceneReader.valueSteps)
      try scope.attempt(()) { () throws(SceneFault) in
        switch part.content {
        case .string(let string): text.append(string, style: style)
        case .array(let parts): open.append((parts[...], style, nil))
        case .object(let members):
          if let member = members.first(where: { $0.name == SceneInline.attachment }) {
            try text.append(SceneInline.attachment(member, among: members, scope), style: style)
          } else if let member = members.first(where: { $0.name == SceneInline.box }) {
            let box = try SceneInline.box(members, in: style, scope)
            boxes.append(text.openBox(box, in: boxes.last))
            open.append(([member.value][...], box.style, boxes.last))
          } else if let member = members.first(where: { $0.name == SceneInline.ruby }) {
            guard mayPair, pair == nil else {
              throw SceneFault(.wrongValue, at: part.offset, "a Ruby cannot be inside of another")
            }
            let (box, style) = try openPair(
              members, in: style, at: part.offset, scope, boxes.last, in: &text)
            pair = box
            boxes.append(box)
            open.append(([member.value][...], style, box))
          } else {
            var style = style
            let content = try self.content(of: members, in: part, scope, changing: &style)
            open.append(([content][...], style, nil))
          }
        default: throw SceneFault(part, isNot: "a string or a list of strings and styled parts")
        }
      }
    }
  }

  /// Opens the box of a pair, of which the base is still to be added in the style that is given
  /// back.
  private static func openPair(
    _ members: [JSONMember], in around: TextStyle, at offset: Int, _ scope: SceneScope,
    _ parent: Int?, in text: inout AttributedText
  ) throws(SceneFault) -> (box: Int, style: TextStyle) {
    var (ruby, style, annotation) = try SceneInline.ruby(members, in: around, at: offset, scope)
    let small = ruby.annotation.styledRanges[0].style
    try add(annotation, small, scope, to: &ruby.annotation, mayPair: false)
    return (text.openBox(InlineBox(style: style), in: parent, ruby: ruby), style)
  }

  /// What a part says that changes the style of the text around it.
  private static func content(
    of members: [JSONMember], in value: JSONValue, _ scope: SceneScope,
    changing style: inout TextStyle
  ) throws(SceneFault) -> JSONValue {
    guard let content = members.first(where: { $0.name == styled }) else {
      throw SceneFault(.missing, at: value.offset, "a part of a text needs '\(styled)'")
    }
    let changes = JSONValue(
      .object(members.filter { $0.name != styled }), offset: value.offset)
    try TextStyle.apply(changes, scope, to: &style)
    return content.value
  }

  /// The name of what a styled part says, as the type in Swift.
  static let styled: ExactText = "Styled"
}

extension SceneText {
  /// What is read as the argument of `Text`, as a text, and as one inside of a pair, by the names
  /// that they are referred to by.
  static var schemas: [(name: ExactText, schema: SceneSchema)] {
    let parts = SceneSchema.list(of: .reference("text"))
    let argument = SceneSchema.any(
      .string, parts,
      .object(
        [
          (ExactText("string"), SceneSchema.reference("text")),
          (ExactText("style"), SceneSchema.reference("textStyle")),
          (ExactText("paragraphStyle"), ParagraphStyle.fields.schema),
        ], required: ["string"]))
    return [
      ("textArgument", argument), ("text", schema(of: "text", mayPair: true)),
      ("unpairedText", schema(of: "unpairedText", mayPair: false)),
    ]
  }

  private static func schema(of name: ExactText, mayPair: Bool) -> SceneSchema {
    let text = SceneSchema.reference(name)
    let style: [(name: ExactText, schema: SceneSchema)] =
      TextStyle.fields.fields.map { ($0.name, $0.schema) }
      + [(ExactText("style"), SceneSchema.reference("textStyle"))]
    let styled = SceneSchema.object([(Self.styled, text)] + style, required: [Self.styled])
    return .any(
      [.string, .list(of: text), styled] + SceneInline.schemas(of: text, mayPair: mayPair))
  }
}
