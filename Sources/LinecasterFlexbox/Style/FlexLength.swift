/// A length in a style: points, a share of the containing block, or a keyword of CSS Sizing.
///
/// Points and percentages that are not finite are ``auto``; those beyond
/// ``FlexStyle/maximumLength`` are that limit. A percentage keeps 11 decimal digits.
public struct FlexLength: Hashable, Sendable, BitwiseCopyable {
  /// The number of points, or a NaN whose upper 16 bits say what the rest means.
  @usableFromInline let raw: Double

  @usableFromInline static let percentTag: UInt64 = 0x7FF9
  @usableFromInline static let keywordTag: UInt64 = 0x7FFA

  @usableFromInline
  init(raw: Double) { self.raw = raw }

  @usableFromInline
  init(_ keyword: Keyword) {
    raw = Double(bitPattern: Self.keywordTag << 48 | UInt64(keyword.rawValue))
  }

  /// The words that stand for a size of the content or of the container.
  @usableFromInline
  enum Keyword: UInt8 {
    case content, minContent, maxContent, fitContent, stretch, none
  }

  /// Whether both say the same, -0 being 0.
  public static func == (a: FlexLength, b: FlexLength) -> Bool {
    a.raw.bitPattern == b.raw.bitPattern
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(raw.bitPattern) }
}

extension FlexLength {
  /// A length in layout points.
  @inlinable
  public static func points(_ points: Double) -> FlexLength {
    guard points.isFinite else { return .auto }
    return FlexLength(raw: min(max(points, -FlexStyle.maximumLength), FlexStyle.maximumLength) + 0)
  }

  /// A share of the containing block in percent: 50 is half of it.
  ///
  /// Where the containing block has no definite extent it acts as ``auto``, or as 0 for padding,
  /// margins and gaps.
  @inlinable
  public static func percent(_ percent: Double) -> FlexLength {
    let points = FlexLength.points(percent)
    guard points.raw == points.raw else { return .auto }
    return FlexLength(
      raw: Double(bitPattern: percentTag << 48 | points.raw.bitPattern >> 16))
  }

  /// No length.
  public static var zero: FlexLength { FlexLength(raw: 0) }
  /// Decided by the layout; for maxima, no limit.
  @inlinable public static var auto: FlexLength { FlexLength(raw: .nan) }
  /// The size of the content, whatever `width` or `height` say; only for `basis`, else ``auto``.
  public static var content: FlexLength { FlexLength(.content) }
  /// The least size in which the content does not overflow; for heights that of the content.
  public static var minContent: FlexLength { FlexLength(.minContent) }
  /// The size of the content where nothing limits it; for heights that of the content.
  public static var maxContent: FlexLength { FlexLength(.maxContent) }
  /// As much of the available size as the content asks for, at least ``minContent``.
  public static var fitContent: FlexLength { FlexLength(.fitContent) }
  /// The available size less the margins; ``auto`` where that is indefinite.
  public static var stretch: FlexLength { FlexLength(.stretch) }

  /// What a length is, to switch over.
  public enum Value: Hashable, Sendable {
    /// Decided by the layout.
    case auto
    /// Layout points.
    case points(Double)
    /// A share of the containing block in percent.
    case percent(Double)
    /// The word of CSS, such as `max-content`.
    case keyword(String)
  }

  /// What this length is.
  public var value: Value {
    if raw == raw { return .points(raw) }
    if isPercent { return .percent(percentage) }
    return switch keyword {
    case nil, .none?: .auto
    case .content?: .keyword("content")
    case .minContent?: .keyword("min-content")
    case .maxContent?: .keyword("max-content")
    case .fitContent?: .keyword("fit-content")
    case .stretch?: .keyword("stretch")
    }
  }
}

extension FlexLength: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes a length in layout points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// Makes a length in layout points.
  public init(floatLiteral value: Double) { self = .points(value) }
}
