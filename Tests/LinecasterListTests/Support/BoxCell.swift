import Dispatch
import LinecasterCells
import LinecasterGeometry

/// A coloured rectangle; its layout may be asked for on workers only.
struct BoxCell: Cell {
  var number = 0
  var height = 10.0
  /// Larger than any image may be.
  var isUndrawable = false
  /// Nested deeper than any tree may be.
  var isUnusable = false

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    dispatchPrecondition(condition: .notOnQueue(.main))
    let width = isUndrawable ? 2e6 : 20 + Double(number % 50)
    let color = Color(red: UInt8(truncatingIfNeeded: number), green: 80, blue: 160)
    var node = Box(color, size: Size(width: width, height: height)).node
    if isUnusable {
      for _ in 0...LayoutNode.maximumDepth { node = LayoutNode(.stack([node])) }
    }
    return node
  }
}
