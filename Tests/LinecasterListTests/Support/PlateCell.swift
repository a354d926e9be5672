import LinecasterCells
import LinecasterGeometry

/// A coloured rectangle of a height of its own, whose layout may be asked for anywhere.
struct PlateCell: Cell {
  var number = 0
  var height = 10.0

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    Box(
      Color(red: UInt8(truncatingIfNeeded: number), green: 90, blue: 30),
      size: Size(width: environment.width, height: height)
    ).node
  }
}
