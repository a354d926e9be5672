/// An edge along a column, from the top of a pixel to its bottom.
struct UprightEdge {
  let x: Float
  let column: Int32
}
