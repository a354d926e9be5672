import LinecasterBase
import LinecasterBoxLayout
@testable import LinecasterConformance

/// Creates a style from the CSS initial values and some changes.
func style(_ change: (inout BoxStyle) -> Void = { _ in }) -> BoxStyle {
  var style = BoxStyle()
  change(&style)
  return style
}

/// Creates a leaf of a given size that does not shrink.
func box(
  _ width: BoxLength, _ height: BoxLength, _ change: (inout BoxStyle) -> Void = { _ in }
) -> BoxNode {
  .leaf(
    style {
      $0.width = width
      $0.height = height
      $0.shrink = 0
      change(&$0)
    })
}

/// Creates a row of a given size.
func flex(_ width: BoxLength, _ height: BoxLength, _ children: [BoxNode]) -> BoxNode {
  flex(width, height, { _ in }, children)
}

/// Creates a container of a given size and style.
func flex(
  _ width: BoxLength, _ height: BoxLength, _ change: (inout BoxStyle) -> Void,
  _ children: [BoxNode]
) -> BoxNode {
  .container(
    style {
      $0.width = width
      $0.height = height
      change(&$0)
    }, children)
}

/// Creates text of words in lines 10 high, with baselines 8 below their tops.
func text(
  _ words: [Double], _ change: (inout BoxStyle) -> Void = { _ in }
) -> BoxNode {
  .leaf(style(change)) { constraint in
    let measure = WordMeasure(words: words, line: 10, ascent: 8)
    return measure.measurement(constraint, isColumn: false)
  }
}

/// Returns the frames of all nodes in pre-order, relative to their parents.
func frames(
  _ root: BoxNode, width: Double? = nil, height: Double? = nil
) throws -> [Rect] {
  let frames = try root.layout(in: AvailableSpace(width: width, height: height))
  if let broken = frames.checkInvariants() { throw Broken(reason: broken) }
  return (0..<frames.count).map { frames.frame(of: BoxID(index: $0)) }
}

/// Creates a frame in one line of a test.
func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
  Rect(x: x, y: y, width: width, height: height)
}

struct Broken: Error {
  let reason: String
}
