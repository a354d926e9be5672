public import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
public import LinecasterText

/// Everything but its own content that a cell's look may depend on.
///
///     var environment = LayoutEnvironment(width: 320, scale: PixelScale(2), theme: .dark)
///     environment.locale = "ar"
///     environment.layoutDirection = .rightToLeft
///     environment[Density.self] = .compact
///     environment.background = ThemeColor(light: .white, dark: .black)
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
  private var traits: Traits

  /// Makes an environment; widths that are not finite numbers above 0 become 0, and those beyond a
  /// billion that.
  ///
  /// - Parameters:
  ///   - width: The width of the list, in layout points.
  ///   - scale: Device pixels a layout point.
  ///   - theme: Light or dark.
  ///   - fonts: What the reader wants of letters.
  ///   - background: What rows are drawn on.
  ///   - locale: The reader's language as a BCP 47 tag; nil where it is not known.
  ///   - layoutDirection: Where rows of boxes start.
  ///   - textRendering: How letters are turned into pixels.
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

  /// Feeds the hasher little: environments are parts of the keys of all caches.
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
  /// What the reader wants of letters, their size among it; all text is set so, without the cells'
  /// help.
  public var fonts: FontPreference {
    get { traits.values.fonts }
    set { change { $0.fonts = newValue } }
  }

  /// What is below everything that a row draws, in each theme; where it is not opaque, neither are
  /// rows that draw no ground of their own.
  public var background: ThemeColor {
    get { traits.values.background }
    set { change { $0.background = newValue } }
  }

  /// The reader's language as a BCP 47 tag; nil where it is not known.
  ///
  /// It is that of all text whose style names none: fonts and line breaks follow it.
  public var locale: String? {
    get { traits.values.locale?.string }
    set { change { $0.locale = newValue.map { ExactText($0) } } }
  }

  /// Where rows of boxes start, and on which side leading edges are, unless a layout says
  /// otherwise; text runs as its own letters do.
  public var layoutDirection: BoxWritingDirection {
    get { traits.values.layoutDirection }
    set { change { $0.layoutDirection = newValue } }
  }

  /// How letters are turned into pixels, unless the rasterizer of a list was made with a rendering;
  /// sizes do not depend on it.
  ///
  /// Hosts that draw display lists themselves turn it into a rendering:
  ///
  ///     let rendering = GlyphRendering.preset(environment.textRendering, for: environment.scale)
  public var textRendering: TextRendering {
    get { traits.values.textRendering }
    set { change { $0.textRendering = newValue } }
  }

  /// The value of a key; the key's default until one is set.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { traits.values.custom[ObjectIdentifier(key)] as? Key.Value ?? key.defaultValue }
    set {
      // A default that was set is as good as none.
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

/// A value of a program's own that layouts may depend on, found in an environment by its type.
///
///     enum Density: String, EnvironmentKey {
///       case regular, compact
///       static let defaultValue = Density.regular
///     }
///     let gap: Double = environment[Density.self] == .compact ? 4 : 12
///
/// Environments with different values are different: nothing measured in one is used in another.
public protocol EnvironmentKey: Sendable {
  /// The type of the value: the key's own, unless it says otherwise.
  associatedtype Value: Hashable & Sendable = Self

  /// The value where none was set; always the same.
  static var defaultValue: Value { get }
}

/// What environments of a list seldom differ in, behind a reference: copies count one, and a hash
/// that was made once tells most that differ apart.
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

  /// Those of most environments are one object.
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
    // A sum, since dictionaries have no order.
    hasher.combine(custom.reduce(0) { $0 &+ AnyHashable($1.value).hashValue &* $1.key.hashValue })
  }
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
