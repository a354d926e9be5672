/// The constraint on one direction of a measured leaf, in layout points.
public enum FlexExtent: Hashable, Sendable {
  /// Any extent: answer with the max-content size, for text its width without soft breaks.
  case undefined
  /// As small as the content gets: for text the widest piece that cannot be broken.
  case minContent
  /// The max-content size, but no more than this where content can break; never less than the
  /// min-content size. The engine finds this from the other questions, and does not ask it.
  case atMost(Double)
  /// This extent, which is given: the answer in this direction is ignored.
  case exactly(Double)

  /// The max-content size: the same as ``undefined``.
  public static let maxContent = FlexExtent.undefined

  /// The number of points, nil for ``undefined`` and ``minContent``.
  public var value: Double? {
    switch self {
    case .undefined, .minContent: nil
    case .atMost(let value), .exactly(let value): value
    }
  }
}
