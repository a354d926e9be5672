public import LinecasterGeometry

extension FlexTree {
  /// Lays out the tree in a containing block; a pure function that may run on any thread.
  ///
  /// Use ``FlexLayout`` where the same tree is laid out again and again.
  ///
  /// - Parameters:
  ///   - available: the extents of the block that contains the root.
  ///   - scale: the pixel grid that frames are rounded to; nil leaves them as they are.
  ///   - measure: answers how large the content of a measured leaf is; called as rarely as its
  ///     answers allow, on the calling thread, in no promised order.
  /// - Returns: the frames of all nodes, rounded once at the end
  ///   (``FlexFrames/rounded(to:roundsTextUp:)``).
  /// - Throws: ``FlexError`` for a tree that is empty, too deep or not a tree; whatever `measure`
  ///   throws, unchanged.
  /// - Complexity: O(nodes) for trees whose nested containers ask each other a bounded number of
  ///   questions, which are kept and answered once; at most O(nodes × depth).
  public func layout(
    in available: FlexAvailable, scale: PixelScale? = nil,
    measure: (FlexNodeID, FlexMeasureConstraint) throws -> FlexMeasurement
  ) throws -> FlexFrames {
    let layout = FlexLayout(self)
    try layout.update(in: available, measure: measure)
    let frames = layout.frames()
    return scale.map { frames.rounded(to: $0) } ?? frames
  }
}
