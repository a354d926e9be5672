/// The room a measured leaf may fill, in both directions, without its padding and border.
public struct FlexMeasureConstraint: Hashable, Sendable {
  /// The constraint on the width.
  public var width: FlexExtent
  /// The constraint on the height; always ``FlexExtent/undefined``, as heights follow from widths.
  public var height: FlexExtent

  /// Makes a constraint.
  public init(width: FlexExtent, height: FlexExtent) {
    self.width = width
    self.height = height
  }
}
