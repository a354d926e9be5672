public import LinecasterGeometry

/// A colour for each theme.
public struct ThemeColor: Hashable, Sendable {
  /// The colour where text is dark on a light ground.
  public var light: Color
  /// The colour where text is light on a dark ground.
  public var dark: Color

  /// Makes a colour that differs between themes.
  public init(light: Color, dark: Color) {
    self.light = light
    self.dark = dark
  }

  /// Makes a colour that is the same in all themes.
  public init(_ color: Color) {
    self.init(light: color, dark: color)
  }

  /// The colour in a theme.
  public func color(in theme: Theme) -> Color {
    switch theme {
    case .light: light
    case .dark: dark
    }
  }

  /// Of text.
  public static let text = ThemeColor(light: Color(rgb: 0x1B1F24), dark: Color(rgb: 0xE8EBEE))
  /// Of text that says less.
  public static let secondaryText = ThemeColor(
    light: Color(rgb: 0x57606A), dark: Color(rgb: 0x9DA5AE))
  /// Of what can be tapped.
  public static let accent = ThemeColor(light: Color(rgb: 0x0A58CA), dark: Color(rgb: 0x6EA8FE))
  /// Of lines between rows.
  public static let hairline = ThemeColor(light: Color(rgb: 0xD0D7DE), dark: Color(rgb: 0x30363D))
  /// Of the ground between blocks of rows.
  public static let gap = ThemeColor(light: Color(rgb: 0xEFF2F5), dark: Color(rgb: 0x0B0E12))
}
