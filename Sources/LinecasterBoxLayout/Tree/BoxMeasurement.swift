public import LinecasterBase

/// The answer of a measured leaf.
///
///     func measure(_ node: BoxID, _ constraint: BoxConstraint) -> BoxMeasurement {
///       switch constraint.width {
///       case .undefined: BoxMeasurement(size: Size(width: 90, height: 12), firstBaseline: 10)
///       case .minContent: BoxMeasurement(size: Size(width: 40, height: 36), firstBaseline: 10)
///       case .atMost(let width), .exactly(let width): lines(in: width)
///       }
///     }
///
/// Extents that are not numbers or below 0 are read as 0, and a baseline that is not finite is read
/// as none; all are cut at 100,000,000.
public struct BoxMeasurement: Hashable, Sendable {
  /// The extents of the content in layout points, without padding and border.
  public var size: Size
  /// The distance from the top of the content to its first baseline, in layout points; nil for
  /// content without one, which is aligned by its bottom edge.
  public var firstBaseline: Double?

  /// Makes a measurement.
  public init(size: Size, firstBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
  }
}

/// The room a measured leaf may fill, in both directions, without its padding and border.
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
  /// Any extent: answer with the max-content size, for text its width without soft breaks.
  case undefined
  /// As small as the content gets: for text the widest piece that cannot be broken.
  case minContent
  /// The max-content size, but no more than this where content can break; never less than the
  /// min-content size. The engine finds this from the other questions, and does not ask it.
  case atMost(Double)
  /// This extent, which is given: the answer in this direction is ignored.
  case exactly(Double)

  /// The number of points, nil for ``undefined`` and ``minContent``.
  public var value: Double? {
    switch self {
    case .undefined, .minContent: nil
    case .atMost(let value), .exactly(let value): value
    }
  }
}

/// The extents of the block that contains the root, in layout points; nil is indefinite.
///
/// An automatic width of the root fills a definite width and is the max-content width else; an
/// automatic height is always that of the content. Percentages of the root refer to these extents.
public struct AvailableSpace: Hashable, Sendable {
  /// The width of the containing block.
  public var width: Double?
  /// The height of the containing block.
  public var height: Double?

  /// Makes the extents; what is below 0 or not finite counts as indefinite.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
