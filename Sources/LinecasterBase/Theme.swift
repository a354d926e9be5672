/// Whether what is drawn is dark on light or light on dark.
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark
}

/// A colour for each theme.
///
///     let warning = ThemeColor(light: Color(rgb: 0x9A6700), dark: Color(rgb: 0xD29922))
///     let style = TextStyle(size: 13, color: warning)
///     let drawn = warning.color(in: .dark)
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
  @inline(__always)
  public func color(in theme: Theme) -> Color {
    switch theme {
    case .light: light
    case .dark: dark
    }
  }

  /// The same colours with their opacity multiplied by `factor`, which is clamped to 0…1.
  public func opacity(_ factor: Double) -> ThemeColor {
    ThemeColor(light: light.opacity(factor), dark: dark.opacity(factor))
  }

  /// Feeds both colours to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(light.bits) << 32 | UInt64(dark.bits))
  }

  /// Of text, where nothing else is said.
  public static let text = ThemeColor(light: .black, dark: Color(rgb: 0xE8EBEE))
  /// Of text that says less.
  public static let secondaryText = ThemeColor(
    light: Color(rgb: 0x57606A), dark: Color(rgb: 0x9DA5AE))
  /// Of what can be tapped.
  public static let accent = ThemeColor(light: Color(rgb: 0x0A58CA), dark: Color(rgb: 0x6EA8FE))
  /// Of the ground behind text that is selected.
  public static let selection = ThemeColor(
    light: Color(rgb: 0xB4D5FE), dark: Color(rgb: 0x264F78))
  /// Of lines between rows.
  public static let hairline = ThemeColor(light: Color(rgb: 0xD0D7DE), dark: Color(rgb: 0x30363D))
  /// Of the ground between blocks of rows.
  public static let gap = ThemeColor(light: Color(rgb: 0xEFF2F5), dark: Color(rgb: 0x0B0E12))
  /// Of the ground that rows are drawn on, where nothing else is said.
  public static let background = ThemeColor(light: .white, dark: Color(rgb: 0x15191E))
}

extension Color {
  /// The four channels in one number.
  fileprivate var bits: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }
}
