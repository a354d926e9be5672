/// The appearance: dark text on a light background, or light text on a dark one (SwiftUI
/// `ColorScheme`).
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Dark text on a light background.
  case light
  /// Light text on a dark background.
  case dark
}

/// A colour for each theme (CSS `light-dark()`).
///
///     let warning = ThemeColor(light: Color(rgb: 0x9A6700), dark: Color(rgb: 0xD29922))
///     let style = TextStyle(size: 13, color: warning)
///     let drawn = warning.color(in: .dark)
public struct ThemeColor: Hashable, Sendable {
  /// The colour in the light theme.
  public var light: Color
  /// The colour in the dark theme.
  public var dark: Color

  /// Creates a colour that differs between themes.
  public init(light: Color, dark: Color) {
    self.light = light
    self.dark = dark
  }

  /// Creates a colour that is the same in all themes.
  public init(_ color: Color) {
    self.init(light: color, dark: color)
  }

  /// Returns the colour in a theme.
  @inline(__always)
  public func color(in theme: Theme) -> Color {
    switch theme {
    case .light: light
    case .dark: dark
    }
  }

  /// Makes the colour of a theme that of all themes.
  @inline(__always)
  package mutating func resolve(in theme: Theme) { self = ThemeColor(color(in: theme)) }

  /// Whether the colours differ.
  @inline(__always)
  package var dependsOnTheme: Bool { light != dark }

  /// Returns the colours with their opacity multiplied by `factor`, which is clamped to 0...1.
  public func opacity(_ factor: Double) -> ThemeColor {
    ThemeColor(light: light.opacity(factor), dark: dark.opacity(factor))
  }

  /// Feeds both colours to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(light.bits) << 32 | UInt64(dark.bits))
  }

  /// The default colour of text.
  public static let text = ThemeColor(light: .black, dark: Color(rgb: 0xE8EBEE))
  /// The colour of secondary text.
  public static let secondaryText = ThemeColor(
    light: Color(rgb: 0x57606A), dark: Color(rgb: 0x9DA5AE))
  /// The colour of controls and links.
  public static let accent = ThemeColor(light: Color(rgb: 0x0A58CA), dark: Color(rgb: 0x6EA8FE))
  /// The background of selected text.
  public static let selection = ThemeColor(
    light: Color(rgb: 0xB4D5FE), dark: Color(rgb: 0x264F78))
  /// The background of found text.
  public static let foundText = ThemeColor(light: Color(rgb: 0xFFEB99), dark: Color(rgb: 0x5C4A00))
  /// The background of the found text that the reader has been led to.
  public static let currentFoundText = ThemeColor(
    light: Color(rgb: 0xFFB347), dark: Color(rgb: 0x9A5B00))
  /// The colour of lines between rows.
  public static let hairline = ThemeColor(light: Color(rgb: 0xD0D7DE), dark: Color(rgb: 0x30363D))
  /// The colour of gaps between blocks of rows.
  public static let gap = ThemeColor(light: Color(rgb: 0xEFF2F5), dark: Color(rgb: 0x0B0E12))
  /// The default background of rows.
  public static let background = ThemeColor(light: .white, dark: Color(rgb: 0x15191E))
}

extension Color {
  /// The four channels in one number.
  fileprivate var bits: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }
}
