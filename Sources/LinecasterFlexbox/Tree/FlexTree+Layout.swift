public import LinecasterGeometry

extension FlexTree {
  /// Lays out the tree in a containing block; a pure function that may run on any thread.
  ///
  /// - Parameters:
  ///   - available: the extents of the block that contains the root.
  ///   - scale: the pixel grid that frames are rounded to; nil leaves them as they are.
  ///   - measure: answers how large the content of a measured leaf is; called as rarely as its
  ///     answers allow, on the calling thread, in no promised order.
  /// - Returns: the frames of all nodes, rounded once at the end (``FlexFrames/rounded(to:)``).
  /// - Throws: ``FlexError`` for a tree that is empty, too deep or not a tree; whatever `measure`
  ///   throws, unchanged.
  /// - Complexity: O(nodes) for trees whose nested containers ask each other a bounded number of
  ///   questions, which are kept and answered once; at most O(nodes × depth).
  public func layout(
    in available: FlexAvailable, scale: PixelScale? = nil,
    measure: (FlexNodeID, FlexMeasureConstraint) throws -> FlexMeasurement
  ) throws -> FlexFrames {
    if let failure { throw failure }
    guard !nodes.isEmpty else { throw FlexError.empty }
    let tree = isOpen ? closed() : self
    return try withoutActuallyEscaping(measure) { measure in
      var layouter = FlexLayouter(tree, measure: measure)
      try layouter.layOutTree(in: PercentBasis(available))
      let frames = FlexFrames(layouter)
      return scale.map(frames.rounded(to:)) ?? frames
    }
  }
}
