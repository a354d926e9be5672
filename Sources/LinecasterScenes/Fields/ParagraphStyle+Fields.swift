import LinecasterBase
import LinecasterText

extension ParagraphStyle {
  /// The properties of a paragraph style, by their names.
  static let fields = SceneRecord<ParagraphStyle>(
    "property of paragraph styles", in: .paragraphStyle,
    [
      SceneField("alignment", \.alignment, alignments),
      SceneField("lastLineAlignment", \.lastLineAlignment, alignments.optional),
      SceneField("justification", \.justification, .keyword("justification mode")),
      SceneField("wrapStyle", \.wrapStyle, .keyword("wrap style")),
      SceneField("baseDirection", \.baseDirection, .keyword("direction")),
      SceneField("lineHeight", \.lineHeight, .lineHeight),
      SceneField("paragraphSpacing", \.paragraphSpacing, .number),
      SceneField("firstLineIndent", \.firstLineIndent, .number),
      SceneField("indentedLines", \.indentedLines, .indentedLines),
      SceneField(
        "initialLetter", \.initialLetter, SceneCoding<InitialLetter>.initialLetter.optional),
      SceneField("textBoxTrim", \.textBoxTrim, .textBoxTrim),
      SceneField("textBoxEdge", \.textBoxEdge, .textBoxEdge),
      SceneField("tabSize", \.tabSize, .number),
      SceneField("tabDistance", \.tabDistance, SceneCoding<Double>.number.optional),
      SceneField("whiteSpace", \.whiteSpace, whiteSpaces),
      SceneField("lineBreakRules", \.lineBreakRules, .keyword("set of line-break rules")),
      SceneField("lineBreakStrictness", \.lineBreakStrictness, strictnesses),
      SceneField("wordBreak", \.wordBreak, .keyword("word-break mode")),
      SceneField("overflowWrap", \.overflowWrap, .keyword("overflow-wrap mode")),
      SceneField("hyphenationLimits", \.hyphenationLimits, .hyphenationLimits),
      SceneField("maximumLines", \.maximumLines, SceneCoding<Int>.integer(1...1_000_000).optional),
      SceneField("truncatesOverflow", \.truncatesOverflow, .bool),
      SceneField("truncation", \.truncation, .keyword("truncation mode")),
      SceneField("truncationUnit", \.truncationUnit, .keyword("truncation unit")),
      SceneField("hangingPunctuation", \.hangingPunctuation, .hangingPunctuation),
      SceneField("autospaces", \.autospaces, .bool),
      SceneField("spacingTrim", \.spacingTrim, .keyword("spacing-trim mode")),
      SceneField("writingMode", \.writingMode, .keyword("writing mode")),
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
