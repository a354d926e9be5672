package import LinecasterFlexbox
import LinecasterGeometry

/// A case as a tree of the engine.
package struct FlexCaseRun: Sendable {
  package private(set) var tree = FlexTree()
  package let test: FlexCase
  /// The nodes in pre-order.
  package private(set) var nodes: [FlexCaseNode] = []
  private var styles: [FlexStyle] = []

  /// Reads the styles.
  ///
  /// - Throws: ``FlexCaseFault`` that names a key or field.
  package init(_ test: FlexCase) throws(FlexCaseFault) {
    self.test = test
    try add(test.root)
  }

  private mutating func add(_ node: FlexCaseNode) throws(FlexCaseFault) {
    var style = try FlexCaseStyle(node.style ?? [:], defaults: test.defaults).style
    if nodes.isEmpty, style.writingDirection == nil { style.writingDirection = try direction }
    nodes.append(node)
    styles.append(style)
    guard let children = node.children, !children.isEmpty else {
      tree.addLeaf(style, isMeasured: node.measure != nil)
      return
    }
    guard node.measure == nil else {
      throw FlexCaseFault("a node has both 'measure' and 'children'")
    }
    tree.openContainer(style)
    for child in children { try add(child) }
    tree.closeContainer()
  }

  private var direction: FlexWritingDirection? {
    get throws(FlexCaseFault) {
      switch test.direction {
      case nil, "ltr": return nil
      case "rtl": return .rightToLeft
      case let word?: throw FlexCaseFault("field 'direction' is '\(word)', not one of ltr, rtl")
      }
    }
  }

  /// What the engine makes of the case, not rounded.
  ///
  /// - Throws: `FlexError` for a tree it does not lay out.
  package func frames() throws -> FlexFrames {
    try tree.layout(in: test.extents, measure: measure)
  }

  /// The answer of a leaf with words.
  package func measure(
    _ node: FlexNodeID, _ constraint: FlexMeasureConstraint
  ) -> FlexMeasurement {
    let isColumn = styles[node.index].direction == .column
    return nodes[node.index].measure?.measurement(constraint, isColumn: isColumn)
      ?? FlexMeasurement(size: .zero)
  }

  /// The boxes in pre-order as the case compares them: rounded where it says so.
  package func boxes(_ frames: FlexFrames) -> [FlexCaseBox] {
    (0..<frames.count).map { index in
      let id = FlexNodeID(index: index)
      let frame = frames.frame(of: id)
      guard test.rounding == 1 else { return FlexCaseBox(frame) }
      let size = PixelScale.one.rounded(frames.absoluteFrame(of: id)).size
      return FlexCaseBox(
        Rect(
          x: PixelScale.one.rounded(frame.minX), y: PixelScale.one.rounded(frame.minY),
          width: size.width, height: size.height))
    }
  }
}
