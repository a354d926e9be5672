import LinecasterBase
import LinecasterDisplay

// Hints for values in the notation of CSS or of JavaScript.

extension SceneHint {
  /// A hint for a string in place of a number: remove the quotes, and the unit; `nil` for other
  /// strings.
  static func number(_ text: String) -> String? {
    guard text.utf8.count <= 32 else { return nil }
    let unit = units.first { text.utf8.count > $0.utf8.count && text.hasSuffix($0) }
    let digits = text.dropLast(unit?.count ?? 0)
    guard let number = Double(digits), number.isFinite else { return nil }
    return switch unit {
    case nil: "write numbers without quotes: \(JSONWriter.number(number))"
    case "px": "write lengths without a unit, in CSS pixels: \(JSONWriter.number(number))"
    case "deg", "turn", "grad", "rad":
      "write angles without a unit, in degrees: \(JSONWriter.number(degrees(number, unit)))"
    default: "write lengths without a unit, in layout points"
    }
  }

  // Units that end others come after these.
  private static let units = [
    "px", "pt", "rem", "em", "vw", "vh", "dp", "sp", "pc", "ch", "deg", "turn", "grad", "rad",
  ]

  private static func degrees(_ number: Double, _ unit: String?) -> Double {
    switch unit {
    case "turn": number * 360
    case "grad": number * 0.9
    case "rad": (number * 180 / .pi * 100).rounded() / 100
    default: number
    }
  }

  /// A hint for a keyword that scenes write in another way; `nil` for other words.
  ///
  /// - Parameter keywords: The keywords of the place.
  static func keyword(_ text: String, among keywords: [ExactText]) -> String? {
    guard text.utf8.count <= 32 else { return nil }
    let known = synonyms[text.lowercased()]?.first { keywords.contains(ExactText($0)) }
    return known.map { "use '\($0)'" }
  }

  /// The keywords for words of CSS and other tools; the first that a place has.
  private static let synonyms = [
    "middle": ["center"], "start": ["start", "leading", "flexStart", "top"],
    "flex-start": ["start", "flexStart", "leading"], "flex-end": ["end", "flexEnd", "trailing"],
    "end": ["end", "trailing", "flexEnd", "bottom"], "left": ["start", "leading", "left"],
    "right": ["end", "trailing", "right"], "top": ["start", "top"], "bottom": ["end", "bottom"],
    "justify": ["justified"], "cover": ["fill"], "contain": ["fit"], "hidden": ["clip"],
    "heavy": ["bold"], "thin": ["regular"], "normal": ["regular", "normal"],
    "oblique": ["italic"],
  ]

  /// A hint for a CSS colour; `nil` for other texts.
  static func color(_ text: String) -> String? {
    guard text.utf8.count <= 256 else { return nil }
    let name = text.lowercased()
    if let digits = CSSNames.colors[name] {
      return "for CSS '\(name)', use '#\(digits)' or a name from 'colors'"
    }
    let gradient = ["linear", "radial", "conic"].first { name.hasPrefix("\($0)-gradient(") }
    if let gradient {
      return "write gradients as {\"\(gradient)\": {\"stops\": [\"#RRGGBB\", \"#RRGGBB\"]}}"
    }
    guard functions.contains(where: { name.hasPrefix("\($0)(") || name.hasPrefix("\($0)a(") })
    else { return nil }
    let digits = rgb(name).map { "'\($0)'" } ?? "'#RRGGBB', '#RRGGBBAA'"
    return "write colours as \(digits) or a name from 'colors'"
  }

  private static let functions = ["rgb", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "color"]

  /// The digits of a colour such as `rgb(1, 2, 3)`; `nil` for other texts.
  private static func rgb(_ text: String) -> String? {
    guard text.hasPrefix("rgb"), text.hasSuffix(")"), let open = text.firstIndex(of: "(") else {
      return nil
    }
    let parts = text[text.index(after: open)...].dropLast()
      .split { $0 == "," || $0 == " " || $0 == "/" }
    let channels = parts.prefix(3).compactMap { UInt8(String($0), radix: 10) }
    guard channels.count == 3, parts.count <= 4 else { return nil }
    var color = Color(red: channels[0], green: channels[1], blue: channels[2])
    if parts.count == 4 {
      guard let alpha = Double(parts[3]), (0...1).contains(alpha) else { return nil }
      color.alpha = UInt8(saturating: (alpha * 255).rounded())
    }
    return color.digits
  }

  /// The fault of a word of templates among the members of a node; `nil` without one.
  ///
  /// - Parameter kind: The kind of name that the place has.
  static func templateWord(_ members: [JSONMember], unknown kind: String) -> SceneFault? {
    for member in members where member.name.string.utf8.count <= 8 {
      let name = member.name.string
      guard let word = templateWords[name.lowercased()] else { continue }
      let hint =
        name == word
        ? "'\(word)' is a word of templates; a scene with \"data\": {…} is one"
        : "did you mean '\(word)'?"
      return SceneFault(
        unknown: kind, member.name, at: member.offset, among: [], hint: hint)
    }
    return nil
  }

  private static let templateWords = ["repeat": "Repeat", "if": "If", "foreach": "Repeat"]
}
