public import LinecasterCaches
public import LinecasterGeometry
public import LinecasterText

/// Everything but its own content that a cell's look may depend on.
///
///     let environment = LayoutEnvironment(width: 320, scale: PixelScale(2), theme: .dark)
///     let text = ThemeColor.text.color(in: environment.theme)
///     var wider = environment
///     wider.width = 480
///
/// A new value is a new generation: what was measured in one environment is not used in another.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The width of the list, in layout points; values that are not numbers above 0 become 0.
  public var width: Double {
    didSet { width = Self.usable(width) }
  }
  /// Device pixels a layout point.
  public var scale: PixelScale
  /// Light or dark.
  public var theme: Theme
  /// What the reader wants of letters; all text is set so, without the cells' help.
  public var fonts: FontPreference

  /// Makes an environment; widths that are not numbers above 0 become 0.
  public init(
    width: Double, scale: PixelScale = .one, theme: Theme = .light,
    fonts: FontPreference = FontPreference()
  ) {
    self.width = Self.usable(width)
    self.scale = scale
    self.theme = theme
    self.fonts = fonts
  }

  private static func usable(_ width: Double) -> Double { width.isFinite ? max(0, width) : 0 }
}

/// Whether cells are dark on light or light on dark.
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark
}

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

/// The sizes of cells measured before, found by content and environment.
public typealias MeasuredSizeCache = ShardedCache<MeasurementKey, Size>

/// What the size of a cell depends on: its content and the environment.
public struct MeasurementKey: CacheKey {
  /// The cell.
  public let cell: AnyCell
  /// The environment it is measured in.
  public let environment: LayoutEnvironment

  /// Makes a key.
  public init(_ cell: AnyCell, _ environment: LayoutEnvironment) {
    self.cell = cell
    self.environment = environment
  }
}
