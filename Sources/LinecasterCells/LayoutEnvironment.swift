public import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
public import LinecasterText

/// Everything that affects the look of a cell besides its content (SwiftUI `EnvironmentValues`).
///
///     var environment = LayoutEnvironment(width: 320, scale: PixelScale(2), theme: .dark)
///     environment.locale = "ar"
///     environment.layoutDirection = .rightToLeft
///     environment[Density.self] = .compact
///     environment.background = ThemeColor(light: .white, dark: .black)
///
/// Measurements are cached per environment; changing a value invalidates them.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The width of the list, in layout points. Values that are not finite and above 0 become 0.
  public var width: Double {
    didSet { width = Self.usable(width) }
  }
  /// The number of device pixels per layout point.
  public var scale: PixelScale
  /// The light or dark theme.
  public var theme: Theme
  private var traits: Traits

  /// Creates an environment. Widths that are not finite and above 0 become 0; widths are limited to
  /// a billion.
  ///
  /// - Parameters:
  ///   - width: The width of the list, in layout points.
  ///   - scale: The number of device pixels per layout point.
  ///   - theme: The light or dark theme.
  ///   - fonts: The reader's font preferences.
  ///   - background: The background of rows.
  ///   - locale: The reader's language as a BCP 47 tag; `nil` if unknown.
  ///   - layoutDirection: The inline direction of boxes.
  ///   - textRendering: The rasterization of glyphs.
  public init(
    width: Double, scale: PixelScale = .one, theme: Theme = .light,
    fonts: FontPreference = FontPreference(), background: ThemeColor = .background,
    locale: String? = nil, layoutDirection: BoxWritingDirection = .leftToRight,
    textRendering: TextRendering = .automatic
  ) {
    self.width = Self.usable(width)
    self.scale = scale
    self.theme = theme
    traits = Traits.with(
      Traits.Values(
        fonts: fonts, background: background, locale: locale.map { ExactText($0) },
        layoutDirection: layoutDirection, textRendering: textRendering))
  }

  /// Feeds a few of the properties to the hasher, because environments are part of all cache keys.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(scale)
    hasher.combine(theme == .dark)
    hasher.combine(traits)
  }

  private static func usable(_ width: Double) -> Double {
    width.isFinite ? min(max(0, width), Limit.length) : 0
  }
}

extension LayoutEnvironment {
  /// The reader's font preferences, including the text size, which are applied to all text
  /// automatically.
  public var fonts: FontPreference {
    get { traits.values.fonts }
    set { change { $0.fonts = newValue } }
  }

  /// The background colour of rows in each theme. If it is translucent, rows without a background
  /// of their own are translucent too.
  public var background: ThemeColor {
    get { traits.values.background }
    set { change { $0.background = newValue } }
  }

  /// The reader's language as a BCP 47 tag; `nil` if unknown.
  ///
  /// It applies to text styles without a language of their own; fonts and line breaks depend on it.
  public var locale: String? {
    get { traits.values.locale?.string }
    set { change { $0.locale = newValue.map { ExactText($0) } } }
  }

  /// The inline direction of boxes, which also defines leading edges (CSS `direction`). Layouts can
  /// override it. It does not affect text, whose direction follows its characters.
  public var layoutDirection: BoxWritingDirection {
    get { traits.values.layoutDirection }
    set { change { $0.layoutDirection = newValue } }
  }

  /// The rasterization of glyphs, unless the list's rasterizer was created with its own rendering.
  /// Sizes do not depend on it.
  ///
  /// Hosts that draw display lists themselves convert it as follows:
  ///
  ///     let rendering = GlyphRendering.preset(environment.textRendering, for: environment.scale)
  public var textRendering: TextRendering {
    get { traits.values.textRendering }
    set { change { $0.textRendering = newValue } }
  }

  /// Accesses the value of a key; the default of the key if no value is set.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { traits.values.custom[ObjectIdentifier(key)] as? Key.Value ?? key.defaultValue }
    set {
      // Setting the default is the same as not setting it.
      let kept: (any Hashable & Sendable)? = newValue == key.defaultValue ? nil : newValue
      change { $0.custom[ObjectIdentifier(key)] = kept }
    }
  }

  private mutating func change(_ body: (inout Traits.Values) -> Void) {
    var values = traits.values
    body(&values)
    traits = .with(values)
  }
}

/// A custom value on which layouts depend, found in an environment by its type (SwiftUI
/// `EnvironmentKey`).
///
///     enum Density: String, EnvironmentKey {
///       case regular, compact
///       static let defaultValue = Density.regular
///     }
///     let gap: Double = environment[Density.self] == .compact ? 4 : 12
///
/// Environments with different values are not equal, so measurements in one are not used in
/// another.
public protocol EnvironmentKey: Sendable {
  /// The type of the value; defaults to the key's own type.
  associatedtype Value: Hashable & Sendable = Self

  /// The value of environments in which no value is set. It must always be the same.
  static var defaultValue: Value { get }
}

/// The rarely changed values of an environment, behind a reference: a copy costs one retain, and a
/// stored hash makes most comparisons of different values cheap.
private final class Traits: Hashable, Sendable {
  fileprivate struct Values: Sendable {
    var fonts: FontPreference
    var background: ThemeColor
    var locale: ExactText?
    var layoutDirection: BoxWritingDirection
    var textRendering: TextRendering
    var custom: [ObjectIdentifier: any Hashable & Sendable] = [:]
  }

  fileprivate let values: Values
  private let hash: Int

  private static let usual = Traits(
    Values(
      fonts: FontPreference(), background: .background, locale: nil,
      layoutDirection: .leftToRight, textRendering: .automatic))

  private init(_ values: Values) {
    self.values = values
    var hasher = Hasher()
    values.hash(into: &hasher)
    hash = hasher.finalize()
  }

  /// Returns a shared object for the usual values.
  fileprivate static func with(_ values: Values) -> Traits {
    values == usual.values ? usual : Traits(values)
  }

  fileprivate static func == (left: Traits, right: Traits) -> Bool {
    left === right || left.hash == right.hash && left.values == right.values
  }

  fileprivate func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension Traits.Values: Hashable {
  fileprivate static func == (left: Self, right: Self) -> Bool {
    left.fonts == right.fonts && left.background == right.background
      && left.locale == right.locale && left.layoutDirection == right.layoutDirection
      && left.textRendering == right.textRendering && left.custom.count == right.custom.count
      && left.custom.allSatisfy { key, value in
        right.custom[key].map { AnyHashable($0) == AnyHashable(value) } ?? false
      }
  }

  fileprivate func hash(into hasher: inout Hasher) {
    hasher.combine(fonts)
    hasher.combine(background)
    hasher.combine(locale)
    hasher.combine(layoutDirection)
    hasher.combine(textRendering)
    // A sum, because dictionaries are unordered.
    hasher.combine(custom.reduce(0) { $0 &+ AnyHashable($1.value).hashValue &* $1.key.hashValue })
  }
}

/// A cache of measured cell sizes, by cell and environment.
public typealias MeasuredSizeCache = ShardedCache<MeasurementKey, Size>

/// The inputs of a cell's size: the cell and the environment.
public struct MeasurementKey: CacheKey {
  /// The measured cell.
  public let cell: AnyCell
  /// The environment in which the cell is measured.
  public let environment: LayoutEnvironment

  /// Creates a key from a cell and an environment.
  public init(_ cell: AnyCell, _ environment: LayoutEnvironment) {
    self.cell = cell
    self.environment = environment
  }
}

/// A length with a name in a program's design, for example the padding of a card.
///
///     extension ThemeSize {
///       static let avatar = ThemeSize(40, growsWithText: true)
///     }
///     struct Author: Cell {
///       func body(in environment: LayoutEnvironment) -> some Layout {
///         let side = environment[.avatar]
///         Row { Box(.black, size: Size(width: side, height: side)) }.padding(environment[.gap])
///       }
///     }
///
/// Named colours are of the type ``LinecasterBase/ThemeColor``.
public struct ThemeSize: Hashable, Sendable {
  /// The length in layout points, at the default text size.
  public let points: Double
  /// Whether the length scales with the reader's text size.
  public let growsWithText: Bool
  /// Whether the length is a line width, which is rounded to whole device pixels and is at least
  /// one.
  public let isLine: Bool

  /// Creates a length.
  ///
  /// - Parameters:
  ///   - points: The length in layout points; 0 if it is not a number from 0 to a billion.
  ///   - growsWithText: Whether the length scales with the reader's text size.
  ///   - isLine: Whether the length is a line width, rounded by `PixelScale.lineWidth(_:)`.
  public init(_ points: Double, growsWithText: Bool = false, isLine: Bool = false) {
    self.points = points >= 0 && points <= 1e9 ? points : 0
    self.growsWithText = growsWithText
    self.isLine = isLine
  }

  /// The width of lines between and around elements.
  public static let line = ThemeSize(1, isLine: true)
  /// The gap between related elements.
  public static let gap = ThemeSize(8)
  /// The padding between content and the edge of its container.
  public static let inset = ThemeSize(12)
  /// The margin between content and the edge of the list.
  public static let margin = ThemeSize(16)
  /// The minimum side of a touch target.
  public static let touch = ThemeSize(44)
}

extension LayoutEnvironment {
  /// Returns the length of a named size in this environment, in layout points.
  public subscript(size: ThemeSize) -> Double {
    let points = size.growsWithText ? size.points * fonts.scale : size.points
    return size.isLine ? scale.lineWidth(points) : points
  }
}
