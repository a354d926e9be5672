internal import LinecasterGeometry

/// Where a node is.
struct NodeFrame {
  /// The border box relative to that of the nearest ancestor with one.
  var relative: Rect
  /// The border box relative to the containing block of the root.
  var absolute: Rect
  /// The width that percentages of padding and border refer to.
  let basisWidth: Double

  /// A node without a box.
  init() {
    relative = .zero
    absolute = .zero
    basisWidth = 0
  }

  /// - Parameter origin: where the nearest ancestor with a box is.
  init(_ box: NodeBox, basisWidth: Double, _ origin: Point) {
    self.basisWidth = basisWidth
    relative = Rect(x: box.x, y: box.y, width: box.width, height: box.height)
    absolute = relative.offset(x: origin.x, y: origin.y)
  }
}
