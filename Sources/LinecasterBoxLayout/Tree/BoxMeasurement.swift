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
/// Extents that are negative or NaN count as 0, and a baseline that is not finite counts as `nil`.
/// All values are limited to 100,000,000.
public struct BoxMeasurement: Hashable, Sendable {
  /// The size of the content in layout points, without padding and border.
  public var size: Size
  /// The distance from the top of the content to its first baseline, in layout points; `nil` for
  /// content without a baseline, which aligns by its bottom edge.
  public var firstBaseline: Double?

  /// Creates a measurement.
  public init(size: Size, firstBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
  }
}

/// The space that is available to a measured leaf, without its padding and border.
public struct BoxConstraint: Hashable, Sendable {
  /// The constraint on the width.
  public var width: BoxExtent
  /// The constraint on the height: ``BoxExtent/undefined``, because heights follow from widths,
  /// except for leaves with vertical lines, whose width follows from this height.
  public var height: BoxExtent

  /// Creates a constraint.
  public init(width: BoxExtent, height: BoxExtent) {
    self.width = width
    self.height = height
  }
}

/// The constraint on one dimension of a measured leaf, in layout points.
public enum BoxExtent: Hashable, Sendable {
  /// There is no limit: return the max-content size; for text, its width without soft breaks.
  case undefined
  /// Return the min-content size; for text, the width of its widest unbreakable piece.
  case minContent
  /// Return the max-content size, limited to this extent if content can break, but at least the
  /// min-content size.
  ///
  /// The engine derives this result from those of the other constraints, and does not request it.
  case atMost(Double)
  /// The extent is given: the result in this dimension is ignored.
  case exactly(Double)

  /// The extent in layout points; `nil` for ``undefined`` and ``minContent``.
  public var value: Double? {
    switch self {
    case .undefined, .minContent: nil
    case .atMost(let value), .exactly(let value): value
    }
  }
}

/// The extents of the block that contains the root, in layout points; `nil` means indefinite.
///
/// If the root has an automatic width, it fills a definite width, or has its max-content width. If
/// its height is automatic, it is that of the content. Percentages of the root refer to these
/// extents.
public struct AvailableSpace: Hashable, Sendable {
  /// The width of the containing block; `nil` if indefinite.
  public var width: Double?
  /// The height of the containing block; `nil` if indefinite.
  public var height: Double?

  /// Creates extents; values that are negative or not finite count as indefinite.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
