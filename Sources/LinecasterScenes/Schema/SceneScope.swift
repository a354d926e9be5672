import LinecasterCells
import LinecasterGeometry
import LinecasterText

/// What names mean where a value is read.
struct SceneScope: Sendable {
  /// The theme that colours are for.
  var theme: Theme
  /// The colours of the scene in both themes, by name.
  var colors: [String: [Theme: Color]] = [:]
  /// The text styles of the scene, by name.
  var styles: [String: JSONValue] = [:]
  /// The styles that texts start from, where not plain ones.
  var textStyles: [Theme: TextStyle] = [:]
  /// How many named styles the one that is read was built on.
  var styleDepth = 0

  /// The most styles that build on each other.
  static let styleDepthLimit = 16

  /// Colours that every scene has, as the constants of `Color`.
  static let constants: [(name: String, color: Color)] = [
    ("black", .black), ("white", .white), ("clear", .clear),
  ]

  init(theme: Theme) {
    self.theme = theme
  }

  /// The style that texts start from.
  var textStyle: TextStyle { textStyles[theme] ?? TextStyle() }

  /// A colour by its name, or as `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
  func color(_ value: JSONValue) throws(SceneFault) -> Color {
    guard case .string(let text) = value.content else {
      throw SceneFault(value, isNot: "a colour: '#RRGGBB' or a name")
    }
    if let color = Color(hex: text) { return color }
    if let color = colors[text]?[theme] { return color }
    if let constant = Self.constants.first(where: { $0.name == text }) { return constant.color }
    guard !text.hasPrefix("#") else {
      throw SceneFault(value, isNot: "a colour: '#RGB', '#RRGGBB' or '#RRGGBBAA'")
    }
    throw SceneFault(
      unknown: "colour", text, at: value.offset,
      among: colors.keys.sorted() + Self.constants.map(\.name))
  }
}
