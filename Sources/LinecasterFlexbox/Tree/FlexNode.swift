/// A flexbox tree as a value, for trees written down in one expression.
///
///     let card = FlexNode.container(row, [.leaf(icon), .leaf(text, measure: size)])
///     let frames = try card.layout(in: FlexAvailable(width: 320))
///
/// Nodes are numbered in pre-order, the root being 0. Use ``FlexTree`` where trees are built often.
public indirect enum FlexNode: Sendable {
  /// What answers how large the content of a leaf is.
  public typealias Measure = @Sendable (FlexMeasureConstraint) throws -> FlexMeasurement

  /// A node that lays out children.
  case container(FlexStyle, [FlexNode])
  /// A node with content of its own, or an empty one where `measure` is nil.
  case leaf(FlexStyle, measure: Measure? = nil)

  /// Lays out the tree in a containing block.
  ///
  /// - Throws: ``FlexError``, and whatever a measure closure throws.
  /// - Complexity: as ``FlexTree/layout(in:scale:measure:)``.
  public func layout(in available: FlexAvailable = FlexAvailable()) throws -> FlexFrames {
    var builder = FlexNodeBuilder()
    builder.add(self)
    return try builder.layout(in: available)
  }
}
