import LinecasterCells
import LinecasterDisplay
import LinecasterGeometry

/// An image that may not have come yet, beside a bar that is ten points high.
struct ImageCell: Cell {
  var number: Int

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    Row {
      Box(.black, size: Size(width: 4, height: 10))
      Image(ImageReference("\(number)"))
    }.node
  }
}
