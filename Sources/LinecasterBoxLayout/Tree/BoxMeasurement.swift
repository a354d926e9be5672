public import LinecasterBase

/// The measured size of a leaf.
///
///     func measure(_ node: BoxID, _ constraint: BoxConstraint) -> BoxMeasurement {
///       switch constraint.width {
///       case .undefined: BoxMeasurement(size: Size(width: 90, height: 12), firstBaseline: 10)
///       case .minContent: BoxMeasurement(size: Size(width: 40, height: 36), firstBaseline: 10)
///       case .atMost(let width), .exactly(let width): lines(in: width)
///       }
///     }
///
/// Extents that are negative or not numbers are read as 0, and a baseline that is not finite as
/// `nil`; all are limited to 100,000,000.
public struct BoxMeasurement: Hashable, Sendable {
  /// The extents of the content in layout points, without padding and border.
  public var size: Size
  /// The distance from the top of the content to its first baseline, in layout points; `nil` for
  /// content without a baseline, which aligns by its bottom edge.
  public var firstBaseline: Double?

  /// Makes a measurement.
  public init(size: Size, firstBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
  }
}

/// The available size of a measured leaf, without its padding and border.
public struct BoxConstraint: Hashable, Sendable {
  /// The constraint on the width.
  public var width: BoxExtent
  /// The constraint on the height; always ``BoxExtent/undefined``, as heights follow from widths.
  public var height: BoxExtent

  /// Makes a constraint.
  public init(width: BoxExtent, height: BoxExtent) {
    self.width = width
    self.height = height
  }
}

/// The constraint on one direction of a measured leaf, in layout points.
public enum BoxExtent: Hashable, Sendable {
  /// No limit: return the max-content size; for text its width without soft breaks.
  case undefined
  /// The min-content size: for text the widest unbreakable piece.
  case minContent
  /// The max-content size, limited to this extent if content can break; at least the min-content
  /// size. The engine derives this from the other constraints, and does not request it.
  case atMost(Double)
  /// A given extent: the result in this direction is ignored.
  case exactly(Double)

  /// The number of points; `nil` for ``undefined`` and ``minContent``.
  public var value: Double? {
    switch self {
    case .undefined, .minContent: nil
    case .atMost(let value), .exactly(let value): value
    }
  }
}

/// The extents of the block that contains the root, in layout points; `nil` is indefinite.
///
/// An automatic width of the root fills a definite width, and is otherwise the max-content width;
/// an automatic height is always that of the content. Percentages of the root refer to these
/// extents.
public struct AvailableSpace: Hashable, Sendable {
  /// The width of the containing block.
  public var width: Double?
  /// The height of the containing block.
  public var height: Double?

  /// Makes extents; values that are negative or not finite count as indefinite.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
