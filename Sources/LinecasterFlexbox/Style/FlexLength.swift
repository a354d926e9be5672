/// A length in a style: points, a share of the containing block, or a keyword.
///
/// Values that are not finite are read as ``auto``; those beyond ``FlexStyle/maximumLength`` as
/// that limit.
public enum FlexLength: Hashable, Sendable {
  /// Decided by the layout; for maxima, no limit.
  case auto
  /// A length in layout points.
  case points(Double)
  /// A share of the containing block in percent: 50 is half of it.
  ///
  /// Where the containing block has no definite extent it acts as ``auto``, or as 0 for padding,
  /// margins and gaps.
  case percent(Double)
  /// The size of the content, whatever `width` or `height` say; only for `basis`, else ``auto``.
  case content

  /// No length.
  public static let zero = FlexLength.points(0)
}

extension FlexLength: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes a length in layout points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// Makes a length in layout points.
  public init(floatLiteral value: Double) { self = .points(value) }
}
