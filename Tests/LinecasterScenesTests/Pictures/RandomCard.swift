import LinecasterTestSupport

/// Scenes of texts and boxes as cards have them, drawn from a seed, as JSON.
///
/// Values are those of usual cards, so each scene shows something; anything else is in the tests of
/// random layouts.
struct RandomCard {
  static let width = 300
  static let height = 220

  private var random: SeededGenerator

  init(_ random: SeededGenerator) { self.random = random }

  private static let texts = [
    "Latin words, office and flags", "1/2 and 3.50 €", "Ελληνικά κείμενα", "Все люди рождаются",
    "किताबघर हिन्दी में", "தமிழ்நாடு நன்றி", "ภาษาไทยที่นี่", "漢字かな交じり文。", "한국어 글자 몇 개",
    "שלום עולם ושוב", "سلام يا محمد وأهلا", "မြန်မာဘာသာ", "বাংলা ভাষা",
    "e\u{301}te\u{301} and A\u{30A}", "English then עברית and العربية", "ગુજરાતી ક્ષ",
  ]

  /// A PNG file of 40 × 30 pixels in four colours.
  private static let image = """
    data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAMAAABpA6zvAAAADFBMVEUuhqv2ri2GupDRSV\
    uA0wObAAAAIklEQVR42mNgwAIYsQCGUYWjCslXyIQFMGMBowpHFZKvEAAw0wcJAWZ3cAAAAABJRU5ErkJggg==
    """

  /// The next scene.
  mutating func json() -> String {
    let nodes = (0..<Int.random(in: 2...4, using: &random)).map { _ in node(depth: 2) }
    return """
      {"width": \(Self.width), "height": \(Self.height), "background": "\(color(opaque: true))",
      "body": {"Column": {"content": [\(nodes.joined(separator: ", "))],
      "spacing": \(whole(2...12))}, "padding": \(whole(6...16))}}
      """
  }

  private mutating func node(depth: Int) -> String {
    let kind = Int.random(in: -2..<(depth > 0 ? 8 : 6), using: &random)
    var members: [String]
    switch kind {
    case -2:
      members = [text(isVertical: true), "\"frame\": {\"height\": \(whole(50...120))}"]
    case -1:
      members = [
        """
        "Image": {"image": "\(Self.image)", "mode": "\(some(["fit", "fill", "stretch"]))"},
        "frame": {"width": \(whole(20...90)), "height": \(whole(20...60))}
        """
      ]
    case 0..<4: members = [text()]
    case 4, 5:
      let size = "\"width\": \(whole(30...120)), \"height\": \(whole(14...40))"
      members = ["\"Spacer\": {}, \"grow\": 0, \"frame\": {\(size)}"]
      members.append("\"background\": \(paint())")
    default:
      let content = (0..<Int.random(in: 1...3, using: &random)).map { _ in node(depth: depth - 1) }
      members = [
        """
        "\(kind == 6 ? "Row" : "Column")": {"content": [\(content.joined(separator: ", "))],
        "spacing": \(whole(0...10)), "alignment": "\(some(["stretch", "center", "start", "end"]))"}
        """
      ]
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) { members.append(modifier()) }
    var names: Set<Substring> = []
    members = members.filter { names.insert($0.prefix { $0 != ":" }).inserted }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func modifier() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: "\"padding\": \(whole(2...8))"
    case 1: "\"cornerRadius\": \(whole(2...12))"
    case 2: "\"border\": {\"color\": \"\(color())\", \"width\": \(whole(1...3))}"
    case 3:
      """
      "shadow": {"color": "\(color())", "offset": {"x": \(whole(-3...3)), "y": \(whole(0...4))},
      "blur": \(whole(0...8)), "isInset": \(Bool.random(using: &random))}
      """
    case 4: "\"opacity\": 0.\(whole(3...9))"
    case 5: "\"transform\": {\"rotate\": \(whole(-12...12))}"
    case 6: "\"clipped\": true"
    case 7: "\"blend\": \"\(some(["multiply", "screen", "darken", "difference"]))\""
    case 8: "\"filter\": {\"\(some(["grayscale", "sepia", "invert"]))\": 0.\(whole(2...9))}"
    default: "\"background\": \(paint())"
    }
  }

  private mutating func text(isVertical: Bool = false) -> String {
    var style = ["\"size\": \(whole(11...28))", "\"color\": \"\(color(opaque: true))\""]
    let extras = [
      "\"weight\": \"bold\"", "\"slant\": \"italic\"", "\"caps\": \"smallCaps\"",
      "\"letterSpacing\": \(whole(1...4))", "\"wordSpacing\": \(whole(2...9))",
      "\"decorations\": [\"underline\"]", "\"decorations\": [\"strikethrough\"]",
    ]
    if Bool.random(using: &random) { style.append(some(extras)) }
    var lines = [
      "\"alignment\": \"\(some(["start", "center", "end", "justify"]))\"",
      "\"maximumLines\": \(whole(1...3))",
    ]
    if isVertical {
      let mode = some(["verticalRightToLeft", "verticalLeftToRight", "sidewaysRightToLeft"])
      lines.append("\"writingMode\": \"\(mode)\"")
    }
    if whole(0...3) == 0 {
      lines.append("\"justification\": \"\(some(["interCharacter", "interWord", "kashida"]))\"")
      lines.append("\"lastLineAlignment\": \"justify\"")
    }
    let words = (0..<whole(1...3)).map { _ in some(Self.texts) }.joined(separator: " ")
    return """
      "Text": {"string": "\(words)", "style": {\(style.joined(separator: ", "))},
      "paragraphStyle": {\(lines.joined(separator: ", "))}}
      """
  }

  private mutating func paint() -> String {
    let stops = (0..<whole(2...3)).map { _ in "\"\(color())\"" }.joined(separator: ", ")
    return switch whole(0...4) {
    case 0: "{\"linear\": {\"angle\": \(whole(0...359)), \"stops\": [\(stops)]}}"
    case 1: "{\"radial\": {\"stops\": [\(stops)]}}"
    default: "\"\(color())\""
    }
  }

  private mutating func color(opaque: Bool = false) -> String {
    let digits = (0..<(opaque || whole(0...2) > 0 ? 6 : 8)).map { _ in
      String(Int.random(in: 0..<16, using: &random), radix: 16)
    }
    return "#\(digits.joined())"
  }

  private mutating func whole(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func some(_ values: [String]) -> String {
    values.randomElement(using: &random) ?? ""
  }
}
