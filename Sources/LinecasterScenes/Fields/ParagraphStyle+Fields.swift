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
