internal import LinecasterGeometry

/// What the layout knows about a node so far.
struct NodeBox {
  /// The border box, relative to the border box of the nearest ancestor that has one.
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  /// The shift of relative positioning, not yet in `x` and `y`.
  var offset = Point.zero
  /// The extents that the node's percentages refer to.
  var basis = PercentBasis.indefinite
  /// The height that percentages of children refer to, or indefinite.
  var percentHeight = Double.indefinite
  /// The request whose layout the boxes of the children come from; its width is indefinite before
  /// the first one.
  var run = LayoutRequest(
    width: .indefinite, height: .indefinite, percentHeight: .indefinite, basis: .indefinite)
  /// The height that layout came to.
  var runHeight = Double.indefinite
}
