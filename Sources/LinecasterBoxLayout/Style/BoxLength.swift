import LinecasterBase

/// A length in a style: layout points, a percentage of the containing block, or a keyword of CSS
/// Sizing.
///
///     let column: [BoxLength] = [120, .percent(50), .minContent, .auto]
///     style.width = column[0]
///     style.margin = BoxEdges(left: .auto, start: 4)
///     if case .points(let points) = style.width.value { print(points) }
///
/// Points and percentages that are not finite become ``auto``. All others, and resolved
/// percentages, are limited to 100,000,000. A percentage keeps 11 decimal digits.
public struct BoxLength: Hashable, Sendable, BitwiseCopyable {
  /// The number of points, or a NaN with a tag in its upper 16 bits.
  @usableFromInline let raw: Double

  @usableFromInline static let percentTag: UInt64 = 0x7FF9
  @usableFromInline static let keywordTag: UInt64 = 0x7FFA

  @usableFromInline
  init(raw: Double) { self.raw = raw }

  @usableFromInline
  init(_ keyword: Keyword) {
    raw = Double(bitPattern: Self.keywordTag << 48 | UInt64(keyword.rawValue))
  }

  /// The keywords for sizes of the content or of the container.
  @usableFromInline
  enum Keyword: UInt8 {
    case content, minContent, maxContent, fitContent, stretch, none
  }

  /// Returns whether two lengths are the same; -0 equals 0.
  public static func == (a: BoxLength, b: BoxLength) -> Bool {
    a.raw.bitPattern == b.raw.bitPattern
  }

  /// Feeds the length to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(raw.bitPattern) }
}

extension BoxLength {
  /// Creates a length in layout points.
  @inlinable
  public static func points(_ points: Double) -> BoxLength {
    guard points.isFinite else { return .auto }
    return BoxLength(raw: min(max(points, -BoxStyle.maximumLength), BoxStyle.maximumLength) + 0)
  }

  /// Creates a percentage of the containing block: 50 is half of its extent.
  ///
  /// If the containing block has no definite extent, the length acts as ``auto``, or as 0 for
  /// padding, margins and gaps.
  @inlinable
  public static func percent(_ percent: Double) -> BoxLength {
    let points = BoxLength.points(percent)
    guard points.raw == points.raw else { return .auto }
    return BoxLength(
      raw: Double(bitPattern: percentTag << 48 | points.raw.bitPattern >> 16))
  }

  /// A length of zero points.
  public static var zero: BoxLength { BoxLength(raw: 0) }
  /// A length that the layout decides; for maxima, no limit.
  @inlinable public static var auto: BoxLength { BoxLength(raw: .nan) }
  /// The size of the content, regardless of `width` and `height`. Valid only for `basis`; elsewhere
  /// it acts as ``auto``.
  public static var content: BoxLength { BoxLength(.content) }
  /// The smallest size at which content does not overflow; for heights, the height of the content
  /// (CSS `min-content`).
  public static var minContent: BoxLength { BoxLength(.minContent) }
  /// The size of the content without a limit; for heights, the height of the content (CSS
  /// `max-content`).
  public static var maxContent: BoxLength { BoxLength(.maxContent) }
  /// The size of the content, limited to the available size but not below ``minContent`` (CSS
  /// `fit-content`).
  public static var fitContent: BoxLength { BoxLength(.fitContent) }
  /// The available size less the margins; ``auto`` if the available size is indefinite (CSS
  /// `stretch`).
  public static var stretch: BoxLength { BoxLength(.stretch) }

  /// The value of a length, for use in `switch`.
  public enum Value: Hashable, Sendable {
    /// A length that the layout decides.
    case auto
    /// A length in layout points.
    case points(Double)
    /// A percentage of the containing block, for example 50 for half of its extent.
    case percent(Double)
    /// A CSS keyword, for example `max-content`.
    case keyword(String)
  }

  /// The length as an enumeration.
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

extension BoxLength: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a length in layout points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// Creates a length in layout points.
  public init(floatLiteral value: Double) { self = .points(value) }
}

extension BoxLength: CustomStringConvertible {
  /// The length in CSS syntax, with points without a unit.
  public var description: String {
    switch value {
    case .auto: "auto"
    case .points(let points): "\(points)"
    case .percent(let percent): "\(percent)%"
    case .keyword(let word): word
    }
  }
}

/// The internal representation of lengths.
extension BoxLength {
  /// The placeholder for an edge that is not set.
  static var unset: BoxLength { BoxLength(.none) }

  @inline(__always) var isUnset: Bool { self == .unset }
  @inline(__always) var isPoints: Bool { raw == raw }
  @inline(__always) var isPercent: Bool { raw.bitPattern >> 48 == Self.percentTag }
  /// Whether the length is a keyword for a size of the content or of the container.
  @inline(__always) var isKeyword: Bool { raw.bitPattern >> 48 == Self.keywordTag }
  @inline(__always) var isContent: Bool { self == .content }
  /// Whether the length is points or `auto`.
  @inline(__always) var isPlain: Bool { isPoints || raw.bitPattern == Double.nan.bitPattern }
  /// Whether the length is `auto` or non-negative points: all others have bits above those of NaN.
  @inline(__always) var isPlainSize: Bool { raw.bitPattern <= Double.nan.bitPattern }
  /// Whether the layout decides; ``content`` is not a size and counts as such.
  @inline(__always) var isAuto: Bool {
    raw.bitPattern == Double.nan.bitPattern || isContent
  }

  var keyword: Keyword? {
    guard isKeyword else { return nil }
    return Keyword(rawValue: UInt8(truncatingIfNeeded: raw.bitPattern))
  }

  /// The number of a percentage.
  @inline(__always) var percentage: Double { Double(bitPattern: raw.bitPattern << 16) }

  /// Returns the length in points; indefinite for keywords and for percentages of an indefinite
  /// length.
  @inline(__always)
  func resolved(against basis: Double) -> Double {
    if raw == raw { return raw }
    return isPercent ? share(of: basis) : .indefinite
  }

  /// Returns the length in points, or 0 if indefinite.
  @inline(__always)
  func resolvedOrZero(against basis: Double) -> Double {
    if raw == raw { return raw }
    let length = isPercent ? share(of: basis) : 0
    return length.isDefinite ? length : 0
  }

  /// Returns the points of a percentage, clamped to the limit of lengths, because nested
  /// percentages could grow with each level. Indefinite if the basis is.
  @inline(__always)
  private func share(of basis: Double) -> Double {
    (percentage * basis / 100).clamped(-BoxStyle.maximumLength, BoxStyle.maximumLength)
  }

  /// This length, or `fallback` if it is negative.
  @inline(__always)
  func nonNegative(or fallback: BoxLength) -> BoxLength {
    if raw >= 0 || raw.bitPattern == Double.nan.bitPattern { return self }
    return isPoints || (isPercent && percentage < 0) ? fallback : self
  }
}

/// Indefinite lengths are NaN inside the engine, so arithmetic propagates them.
extension Double {
  /// A length that is not known, or not known yet.
  @inline(__always) static var indefinite: Double { .nan }

  /// Whether the length is known.
  @inline(__always) var isDefinite: Bool { self == self }

  /// This length, or `other` if it is indefinite.
  @inline(__always)
  func or(_ other: Double) -> Double { isDefinite ? self : other }

  /// Returns the length within limits, ignoring indefinite ones; the minimum wins.
  @inline(__always)
  func clamped(_ minimum: Double, _ maximum: Double) -> Double {
    var length = self
    if length > maximum { length = maximum }
    if length < minimum { length = minimum }
    return length
  }
}
