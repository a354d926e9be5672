import LinecasterBase
import LinecasterText

extension ParagraphStyle {
  /// The properties of a paragraph style, by their names.
  static let fields = SceneRecord<ParagraphStyle>(
    "property of paragraph styles", in: .paragraphStyle,
    [
      SceneField(
        "alignment", \.alignment, alignments,
        about: "The alignment of lines.", css: "text-align"),
      SceneField(
        "lastLineAlignment", \.lastLineAlignment, alignments.optional,
        about: "The alignment of the last line, and of lines before forced breaks.",
        css: "text-align-last"),
      SceneField(
        "justification", \.justification, .keyword("justification mode"),
        about: "The places where justified lines are stretched.", css: "text-justify"),
      SceneField(
        "wrapStyle", \.wrapStyle, .keyword("wrap style"),
        about: "The choice of line breaks.", css: "text-wrap-style"),
      SceneField(
        "baseDirection", \.baseDirection, .keyword("direction"),
        about: "The direction of the paragraph."),
      SceneField(
        "lineHeight", \.lineHeight, .lineHeight,
        about: "The height of lines: that of the font, a multiple of the size, or layout points.",
        css: "line-height",
        example: #"{"multiple": 1.4}"#),
      SceneField(
        "paragraphSpacing", \.paragraphSpacing, .number,
        about: "The space between paragraphs, in layout points."),
      SceneField(
        "firstLineIndent", \.firstLineIndent, .number,
        about: "The indent of the first line, in layout points.", css: "text-indent"),
      SceneField(
        "indentedLines", \.indentedLines, .indentedLines,
        about: """
          The lines that have the indent too: those after line terminators, or all but the first \
          instead.
          """),
      SceneField(
        "initialLetter", \.initialLetter, SceneCoding<InitialLetter>.initialLetter.optional,
        about: "The height of the first letter in lines; `sink` is the line that it stands on.",
        css: "initial-letter"),
      SceneField(
        "textBoxTrim", \.textBoxTrim, .textBoxTrim,
        about: "The sides where space above and below the letters is trimmed.",
        css: "text-box-trim"),
      SceneField(
        "textBoxEdge", \.textBoxEdge, .textBoxEdge,
        about: "The edges of letters to trim to.", css: "text-box-edge"),
      SceneField(
        "tabSize", \.tabSize, .number,
        about: "The distance between tab stops, in spaces.", css: "tab-size"),
      SceneField(
        "tabDistance", \.tabDistance, SceneCoding<Double>.number.optional,
        about: "The distance between tab stops, in layout points; replaces `tabSize`."),
      SceneField(
        "whiteSpace", \.whiteSpace, whiteSpaces,
        about: "The collapsing of white space and the wrapping of lines.", css: "white-space"),
      SceneField(
        "lineBreakRules", \.lineBreakRules, .keyword("set of line-break rules"),
        about: "The rules for line breaks: those of CSS, or of UAX #14 alone."),
      SceneField(
        "lineBreakStrictness", \.lineBreakStrictness, strictnesses,
        about: "The strictness of rules for line breaks.", css: "line-break"),
      SceneField(
        "wordBreak", \.wordBreak, .keyword("word-break mode"),
        about: "The breaks inside of words.", css: "word-break"),
      SceneField(
        "overflowWrap", \.overflowWrap, .keyword("overflow-wrap mode"),
        about: "The breaks of words that are wider than the line.",
        css: "overflow-wrap word-wrap"),
      SceneField(
        "hyphenationLimits", \.hyphenationLimits, .hyphenationLimits,
        about: """
          The minimum letters of a hyphenated word and of its parts, and the maximum number of \
          consecutive hyphenated lines.
          """,
        css: "hyphenate-limit-chars hyphenate-limit-lines"),
      SceneField(
        "maximumLines", \.maximumLines, SceneCoding<Int>.integer(1...1_000_000).optional,
        about: "The maximum number of lines; further text is truncated.",
        css: "line-clamp -webkit-line-clamp max-lines"),
      SceneField(
        "truncatesOverflow", \.truncatesOverflow, .bool,
        about: "Whether lines that are too wide end in an ellipsis.", css: "text-overflow"),
      SceneField(
        "truncation", \.truncation, .keyword("truncation mode"),
        about: "The part of the text that is truncated."),
      SceneField(
        "truncationUnit", \.truncationUnit, .keyword("truncation unit"),
        about: "The unit of truncation."),
      SceneField(
        "hangingPunctuation", \.hangingPunctuation, .hangingPunctuation,
        about: "The punctuation that hangs over the edges of lines.", css: "hanging-punctuation",
        example: #"["first", "allowEnd"]"#),
      SceneField(
        "autospaces", \.autospaces, .bool,
        about: "Whether space is added between ideographs and letters or digits.",
        css: "text-autospace"),
      SceneField(
        "spacingTrim", \.spacingTrim, .keyword("spacing-trim mode"),
        about: "The trimming of the space around full-width punctuation.",
        css: "text-spacing-trim"),
      SceneField(
        "writingMode", \.writingMode, .keyword("writing mode"),
        about: "The direction of lines and of their sequence.", css: "writing-mode"),
    ])

  private static let alignments = SceneCoding<TextAlignment>.keyword("alignment")

  static let whiteSpaces = SceneCoding<WhiteSpace>.keyword("white-space mode")

  private static let strictnesses = SceneCoding<LineBreakStrictness>.keyword(
    "line-break strictness")
}

extension SceneCoding<LineHeight> {
  /// `"normal"`, `{"multiple": 1.5}`, `{"points": 20}` or `{"atLeast": 20}`.
  static var lineHeight: SceneCoding<LineHeight> {
    SceneCoding(
      .any(.keywords(["normal"]), .choice(["multiple", "points", "atLeast"].map { ($0, .number) }))
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

extension SceneCoding<Character> {
  /// One character as a reader counts it (a grapheme cluster), in at most 64 bytes.
  fileprivate static var character: SceneCoding<Character> {
    // One unit, and non-ASCII ones that may combine with it.
    SceneCoding(.string(matching: #"^[\s\S][^ -~]*$"#)) { value, _ throws(SceneFault) in
      guard case .string(let text) = value.content, text.utf8.count <= byteLimit,
        let first = text.first, text.count == 1
      else { throw SceneFault(value, isNot: "one character") }
      return first
    } write: { character throws(SceneFault) in
      guard character.utf8.count <= byteLimit else {
        throw SceneFault(.tooLarge, at: 0, "a character of more than \(byteLimit) bytes")
      }
      return .string(String(character))
    }
  }

  private static var byteLimit: Int { 64 }
}

extension SceneCoding<[TabStop]> {
  /// A list of places, in layout points, or of objects with `position`.
  static var tabStops: SceneCoding<[TabStop]> {
    SceneCoding<TabStop>.tabStop.list(of: "tab stops", limit: 256)
  }
}

extension SceneCoding<TabStop> {
  fileprivate static var tabStop: SceneCoding<TabStop> {
    SceneCoding(.any(.number, TabStop.fields.schema)) { value, scope throws(SceneFault) in
      if case .number(let position) = value.content { return TabStop(position) }
      guard case .object = value.content else {
        throw SceneFault(value, isNot: "a tab stop: a number or an object with 'position'")
      }
      var stop = TabStop(0)
      try TabStop.fields.read(value, scope, into: &stop)
      return stop
    } write: { stop throws(SceneFault) in
      let more = try TabStop.fields.write(stop, plain: TabStop(stop.position))
      let position = try SceneCoding<Double>.number.write(stop.position)
      return more.isEmpty ? position : .object([JSONMember("position", position)] + more)
    }
  }
}

extension TabStop {
  /// The properties of a tab stop, by their names.
  fileprivate static let fields = SceneRecord<TabStop>(
    "property of tab stops",
    [
      SceneField("position", \.position, .number, isRequired: true),
      SceneField("alignment", \.alignment, .tabAlignment),
      SceneField("leader", \.leader, SceneCoding<Character>.character.optional),
    ])
}

extension SceneCoding<TabStop.Alignment> {
  /// A word, or `{"decimal": "."}` with the separator.
  fileprivate static var tabAlignment: SceneCoding<TabStop.Alignment> {
    let word = SceneCoding<TabStop.Alignment>.keyword(
      "alignment", [("start", .start), ("center", .center), ("end", .end)])
    let separator = SceneCoding<Character>.character
    return SceneCoding(.any(word.schema, .choice([(ExactText("decimal"), separator.schema)]))) {
      value, scope throws(SceneFault) in
      guard case .object(let members) = value.content, members.count == 1 else {
        return try word.read(value, scope)
      }
      guard members[0].name == "decimal" else {
        throw SceneFault(
          unknown: "alignment", members[0].name, at: members[0].offset, among: ["decimal"])
      }
      return .decimal(separator: try separator.read(members[0].value, scope))
    } write: { alignment throws(SceneFault) in
      guard case .decimal(let mark) = alignment else { return try word.write(alignment) }
      return .object([JSONMember("decimal", try separator.write(mark))])
    }
  }
}

extension SceneCoding<InitialLetter> {
  /// The height in lines, or an object with `size` and `sink` (CSS `initial-letter`).
  static var initialLetter: SceneCoding<InitialLetter> {
    let record = InitialLetterArguments.record
    return SceneCoding(.any(.number, record.schema)) { value, scope throws(SceneFault) in
      if case .number(let size) = value.content { return InitialLetter(size: size) }
      guard case .object = value.content else {
        throw SceneFault(value, isNot: "an initial letter: a number or an object with 'size'")
      }
      var arguments = InitialLetterArguments()
      try record.read(value, scope, into: &arguments)
      return InitialLetter(size: arguments.size, sink: arguments.sink)
    } write: { letter throws(SceneFault) in
      let size = try SceneCoding<Double>.number.write(letter.size)
      guard letter != InitialLetter(size: letter.size) else { return size }
      let sink = try SceneCoding<Int>.integer(InitialLetterArguments.sinks).write(letter.sink)
      return .object([JSONMember("size", size), JSONMember("sink", sink)])
    }
  }
}

/// The arguments of an initial letter.
private struct InitialLetterArguments: Sendable {
  var size = 1.0
  var sink: Int?

  static let sinks = 1...100

  static let record = SceneRecord<InitialLetterArguments>(
    "property of initial letters",
    [
      SceneField("size", \.size, .number, isRequired: true),
      SceneField("sink", \.sink, SceneCoding<Int>.integer(sinks).optional),
    ])
}

extension SceneCoding<IndentedLines> {
  /// A list of lines that are indented in addition to the first, or instead of it.
  static var indentedLines: SceneCoding<IndentedLines> {
    .set(
      "indented lines", "kind of indented line",
      [("afterTerminators", .afterTerminators), ("others", .others)],
      IndentedLines.init)
  }
}

extension SceneCoding<TextBoxTrim> {
  /// A list of ends, such as `["start", "end"]`.
  static var textBoxTrim: SceneCoding<TextBoxTrim> {
    .set("trimmed ends", "text end", [("start", .start), ("end", .end)], TextBoxTrim.init)
  }
}

extension SceneCoding<TextBoxEdge> {
  /// An object with `over` and `under`.
  static var textBoxEdge: SceneCoding<TextBoxEdge> {
    .object(
      SceneRecord<TextBoxEdge>(
        "edge",
        [
          SceneField("over", \.over, .keyword("edge")),
          SceneField("under", \.under, .keyword("edge")),
        ]), initial: TextBoxEdge(), plain: TextBoxEdge())
  }
}

extension SceneCoding<HyphenationLimits> {
  /// An object with the numbers of letters, and of lines in a row.
  static var hyphenationLimits: SceneCoding<HyphenationLimits> {
    let count = SceneCoding<Int>.integer(0...1_000)
    return .object(
      SceneRecord<HyphenationLimits>(
        "hyphenation limit",
        [
          SceneField("lettersOfWord", \.lettersOfWord, count),
          SceneField("lettersBefore", \.lettersBefore, count),
          SceneField("lettersAfter", \.lettersAfter, count),
          SceneField("linesInARow", \.linesInARow, count.optional),
        ]), initial: HyphenationLimits(), plain: HyphenationLimits())
  }
}

extension SceneCoding<HangingPunctuation> {
  /// A list of marks that hang, such as `["first", "allowEnd"]`.
  static var hangingPunctuation: SceneCoding<HangingPunctuation> {
    .set(
      "hanging marks", "kind of hanging mark",
      [("first", .first), ("last", .last), ("forceEnd", .forceEnd), ("allowEnd", .allowEnd)],
      HangingPunctuation.init)
  }
}

extension SceneCoding where Value: OptionSet & Hashable, Value.Element == Value {
  /// A list of keywords, which may repeat.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  fileprivate static func set(
    _ what: String, _ word: String, _ words: [(String, Value)],
    _ make: @escaping @Sendable ([Value]) -> Value
  ) -> SceneCoding<Value> {
    let all = words.map(\.1)
    // The limit exceeds the number of keywords, so an extra keyword gets the error for its value.
    return SceneCoding.keyword(word, words).list(of: what, limit: 16)
      .mapped(make, { set in all.filter(set.contains) })
  }
}

extension SceneCoding<BidiScope> {
  /// `normal`, `plaintext`, or an object such as `{"isolate": "rightToLeft"}`.
  static var bidiScope: SceneCoding<BidiScope> {
    let word = SceneCoding<BidiScope>.keyword(
      "scope", [("normal", .normal), ("plaintext", .plaintext)])
    let direction = SceneCoding<TextDirection>.keyword("direction")
    return SceneCoding(
      .any(
        word.schema,
        .choice(
          ["embed", "isolate", "override", "isolateOverride"].map { ($0, direction.schema) })
      ).named("bidi")
    ) { value, scope throws(SceneFault) in
      guard case .object(let members) = value.content, members.count == 1 else {
        return try word.read(value, scope)
      }
      let read = try direction.read(members[0].value, scope)
      switch members[0].name {
      case "embed": return .embed(read)
      case "isolate": return .isolate(read)
      case "override": return .override(read)
      case "isolateOverride": return .isolateOverride(read)
      default:
        throw SceneFault(
          unknown: "scope", members[0].name, at: members[0].offset,
          among: ["embed", "isolate", "override", "isolateOverride"])
      }
    } write: { bidi throws(SceneFault) in
      let (name, value): (ExactText, TextDirection)
      switch bidi {
      case .normal, .plaintext: return try word.write(bidi)
      case .embed(let direction): (name, value) = ("embed", direction)
      case .isolate(let direction): (name, value) = ("isolate", direction)
      case .override(let direction): (name, value) = ("override", direction)
      case .isolateOverride(let direction): (name, value) = ("isolateOverride", direction)
      }
      return .object([JSONMember(name, try direction.write(value))])
    }
  }
}
