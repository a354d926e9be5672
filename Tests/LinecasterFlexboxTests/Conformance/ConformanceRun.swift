import LinecasterFlexbox
import LinecasterGeometry

/// Lays out a conformance case and compares every number of every node.
struct ConformanceRun {
  private var tree = FlexTree()
  private var nodes: [ConformanceNode] = []
  private var styles: [FlexStyle] = []
  private(set) var unsupported: String?
  private let testCase: ConformanceCase

  init(_ testCase: ConformanceCase) {
    self.testCase = testCase
    add(testCase.root, isRoot: true)
  }

  private mutating func add(_ node: ConformanceNode, isRoot: Bool) {
    let values = node.style ?? [:]
    let reader = ConformanceStyle(values, defaults: testCase.defaults)
    var style = reader.style
    unsupported = unsupported ?? reader.unsupported
    if isRoot, style.writingDirection == nil, testCase.direction == "rtl" {
      style.writingDirection = .rightToLeft
    }
    nodes.append(node)
    styles.append(style)
    guard node.measure == nil, let children = node.children else {
      tree.addLeaf(style, isMeasured: node.measure != nil)
      return
    }
    tree.openContainer(style)
    for child in children { add(child, isRoot: false) }
    tree.closeContainer()
  }

  /// The first node that is not where it should be, in words; nil where all are.
  func mismatch() throws -> String? {
    let frames = try tree.layout(in: available) { node, constraint in
      let isColumn = styles[node.index].direction == .column
      return nodes[node.index].measure?.measurement(constraint, isColumn: isColumn)
        ?? FlexMeasurement(size: .zero)
    }
    if let broken = frames.checkInvariants() { return broken }
    for (index, node) in nodes.enumerated() {
      let id = FlexNodeID(index: index)
      let box = compared(frames.frame(of: id), absolute: frames.absoluteFrame(of: id))
      let pairs = [
        (box.minX, node.expect.x), (box.minY, node.expect.y), (box.width, node.expect.w),
        (box.height, node.expect.h),
      ]
      if pairs.contains(where: { abs($0 - $1) > 0.1 }) {
        return "node \(index): got \(pairs.map(\.0)), expected \(pairs.map(\.1))"
      }
    }
    return nil
  }

  private var available: FlexAvailable {
    FlexAvailable(width: testCase.available[0], height: testCase.available[1])
  }

  private func compared(_ frame: Rect, absolute: Rect) -> Rect {
    guard testCase.rounding == 1 else { return frame }
    let size = PixelScale.one.rounded(absolute).size
    let x = PixelScale.one.rounded(frame.minX)
    let y = PixelScale.one.rounded(frame.minY)
    return Rect(x: x, y: y, width: size.width, height: size.height)
  }
}
