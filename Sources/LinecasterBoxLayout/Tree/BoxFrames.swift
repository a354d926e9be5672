public import LinecasterBase

/// The frames of all nodes of a ``BoxTree``, in layout points, x to the right and y down.
///
///     let block = AvailableSpace(width: 320)
///     let frames = try tree.layout(in: block, scale: PixelScale(2)) { node, _ in
///       BoxMeasurement(size: sizes[node.index])
///     }
///     let place = frames.absoluteFrame(of: title)
///     let inside = frames.contentFrame(of: title)
///
/// Frames are border boxes. A node with `display: none`, its descendants, and a node with `display:
/// contents` have the frame 0, 0, 0, 0.
public struct BoxFrames: Sendable {
  let records: [NodeRecord]
  let extras: [StyleExtras]
  private var frames: [NodeFrame]
  /// The number of calls of the measure closure.
  public let measureCallCount: Int

  /// - Parameters:
  ///   - boxes: the boxes from the layout; `nil` before the first layout.
  ///   - contexts: the bases of the nodes' percentages.
  init(
    _ tree: BoxTree, boxes: Arena<NodeBox>?, contexts: NodeContexts?, measureCallCount: Int
  ) {
    records = tree.records
    extras = tree.extras
    self.measureCallCount = measureCallCount
    frames = []
    frames.reserveCapacity(records.count)
    var hiddenEnd = 0
    for node in records.indices {
      if records[node].display == .none { hiddenEnd = max(hiddenEnd, Int(records[node].end)) }
      guard let boxes, let contexts, node >= hiddenEnd, records[node].display.hasBox else {
        frames.append(NodeFrame())
        continue
      }
      let parent = boxParent(of: node)
      frames.append(
        NodeFrame(
          boxes[node], basisWidth: contexts[node].basis.width,
          parent >= 0 ? frames[parent].absolute.origin : .zero))
    }
  }

  /// The number of nodes.
  public var count: Int { frames.count }

  /// Returns the border box of a node, relative to the border box of the nearest ancestor with a
  /// box. The root is relative to its containing block.
  ///
  /// Zero for an identifier that is not in the tree.
  public func frame(of node: BoxID) -> Rect {
    frames.indices.contains(node.index) ? frames[node.index].relative : .zero
  }

  /// Returns the border box of a node, relative to the containing block of the root. Zero for an
  /// identifier that is not in the tree.
  public func absoluteFrame(of node: BoxID) -> Rect {
    frames.indices.contains(node.index) ? frames[node.index].absolute : .zero
  }

  /// Returns the border box of a node without border and padding, relative to the containing block
  /// of the root.
  ///
  /// Extents are never negative. Zero for an identifier that is not in the tree.
  public func contentFrame(of node: BoxID) -> Rect {
    let insets = contentInsets(of: node)
    let box = absoluteFrame(of: node)
    return Rect(
      x: box.minX + insets.left, y: box.minY + insets.top,
      width: max(box.width - insets.horizontal, 0), height: max(box.height - insets.vertical, 0))
  }

  /// Returns the combined widths of a node's border and padding. Zero for a node without a box.
  public func contentInsets(of node: BoxID) -> Insets {
    guard records.indices.contains(node.index), records[node.index].display.hasBox else {
      return .zero
    }
    let record = records[node.index]
    let width = frames[node.index].basisWidth
    let edges =
      record.padding.resolved(against: width)
      + extras[Int(record.extra)].border.resolved(against: width)
    return Insets(top: edges.top, left: edges.left, bottom: edges.bottom, right: edges.right)
  }

  /// Returns the widths of a node's margin, border and padding, for inspection tools. Automatic
  /// margins count as 0, and percentages are resolved. Zero for a node without a box.
  package func edges(
    of node: BoxID
  ) -> (margin: Insets, border: Insets, padding: Insets) {
    guard records.indices.contains(node.index), records[node.index].display.hasBox else {
      return (.zero, .zero, .zero)
    }
    let record = records[node.index]
    let basis = frames[node.index].basisWidth
    let parent = boxParent(of: node.index)
    let width =
      basis.isFinite || parent < 0 ? basis : contentFrame(of: BoxID(index: parent)).width
    let border = extras[Int(record.extra)].border
    let widths = [record.margin, border, record.padding].map { edges in
      let edges = edges.resolved(against: width)
      return Insets(top: edges.top, left: edges.left, bottom: edges.bottom, right: edges.right)
    }
    return (widths[0], widths[1], widths[2])
  }

  /// Returns the frames with each absolute edge rounded to the nearest edge of a pixel.
  ///
  /// Boxes that share an edge still share it afterwards, so neighbours neither separate nor
  /// overlap.
  ///
  /// - Parameters:
  ///   - scale: The pixel grid.
  ///   - roundsTextUp: Whether measured leaves are never made smaller, because text would break
  ///     again. If the nearest pixel edges would make a leaf smaller, its right or bottom edge
  ///     moves to the next one, which may be outside of the container. Pass false if text keeps the
  ///     lines with which it was measured.
  /// - Complexity: O(nodes).
  public func rounded(to scale: PixelScale, roundsTextUp: Bool = true) -> BoxFrames {
    var rounded = self
    for node in frames.indices where records[node].display.hasBox {
      let exact = frames[node].absolute
      var frame = scale.rounded(exact)
      if roundsTextUp, records[node].kind == .measuredLeaf {
        let whole = scale.roundedUp(exact.size)
        frame.size = Size(
          width: max(frame.width, whole.width), height: max(frame.height, whole.height))
      }
      let parent = boxParent(of: node)
      let origin = parent >= 0 ? rounded.frames[parent].absolute.origin : .zero
      rounded.frames[node].absolute = frame
      rounded.frames[node].relative = frame.offset(x: -origin.x, y: -origin.y)
    }
    return rounded
  }

  /// Returns the index of the nearest ancestor with a box, or -1.
  func boxParent(of node: Int) -> Int {
    var parent = Int(records[node].parent)
    while parent >= 0, records[parent].display == .contents {
      parent = Int(records[parent].parent)
    }
    return parent
  }
}

extension BoxFrames {
  /// Returns a description of the first problem with the frames; `nil` if all invariants hold.
  ///
  /// Every number is finite, no extent is negative, nodes without a box have zero frames, and each
  /// relative frame is the absolute one less the origin of its parent.
  ///
  /// - Complexity: O(nodes).
  package func checkInvariants() -> String? {
    for node in 0..<count {
      let frame = frames[node].absolute
      let numbers = [frame.minX, frame.minY, frame.width, frame.height]
      guard numbers.allSatisfy(\.isFinite) else { return "Node \(node) has no finite frame." }
      guard frame.width >= 0, frame.height >= 0 else { return "Node \(node) has a negative size." }
      if !records[node].display.hasBox, frame != .zero {
        return "Node \(node) has a frame without having a box."
      }
      guard isConsistent(node) else { return "Node \(node) is not where its parent is." }
    }
    return nil
  }

  private func isConsistent(_ node: Int) -> Bool {
    let parent = boxParent(of: node)
    guard parent >= 0, frames[node].relative != .zero else { return true }
    let difference = abs(
      frames[node].relative.minX + frames[parent].absolute.minX - frames[node].absolute.minX)
    return difference <= 1e-6 * max(1, abs(frames[node].absolute.minX))
  }
}

extension BoxFrames: CustomDebugStringConvertible {
  /// The tree as text, one node per line: its index, its kind, its absolute frame, and the
  /// properties of its style that are not initial.
  ///
  /// - Complexity: O(nodes).
  public var debugDescription: String {
    var depths = [Int](repeating: 0, count: count)
    var text = ""
    for node in 0..<count {
      let record = records[node]
      if record.parent >= 0 { depths[node] = depths[Int(record.parent)] + 1 }
      let style = record.styleDescription(extras[Int(record.extra)])
      text += String(repeating: "  ", count: depths[node])
      text += "\(node) \(Self.name(of: record)) \(Self.text(frames[node].absolute))"
      text += style.isEmpty ? "\n" : " {\(style)}\n"
    }
    return text
  }

  private static func name(of record: NodeRecord) -> String {
    if !record.display.hasBox { return "\(record.display)" }
    switch record.kind {
    case .leaf: return "leaf"
    case .measuredLeaf: return "measured leaf"
    case .container: return record.display == .flex ? "\(record.direction)" : "\(record.display)"
    }
  }

  private static func text(_ frame: Rect) -> String {
    "(\(frame.minX), \(frame.minY)) \(frame.width) x \(frame.height)"
  }
}

/// Styles as text, in CSS syntax; initial values are left out.
extension NodeRecord {
  fileprivate func styleDescription(_ extras: StyleExtras) -> String {
    var words: [String] = []
    func add(_ name: String, _ isInitial: Bool, _ value: String) {
      if !isInitial { words.append("\(name) \(value)") }
    }
    add("position", position == .relative, "\(position)")
    add("wrap", wrap == .nowrap, "\(wrap)")
    add("justify-content", justifyContent == .flexStart, "\(justifyContent)")
    add("align-items", alignItems == .stretch, "\(alignItems)")
    if let alignSelf { add("align-self", false, "\(alignSelf)") }
    add("align-content", alignContent == .stretch, "\(alignContent)")
    add("overflow-x", overflowX == .visible, "\(overflowX)")
    add("overflow-y", overflowY == .visible, "\(overflowY)")
    add("grow", grow == 0, "\(grow)")
    add("shrink", shrink == 1, "\(shrink)")
    for (name, length) in lengths(extras) { add(name, length == .auto, length.description) }
    for (name, edges, initial) in edges(extras) { add(name, edges == initial, edges.description) }
    if extras.aspectRatio.isDefinite { add("aspect-ratio", false, "\(extras.aspectRatio)") }
    if flags.contains(.isContentBox) { words.append("content-box") }
    if flags.contains(.isRightToLeft) { words.append("rtl") }
    if flags.contains(.hasYogaRules) { words.append("yoga") }
    return words.joined(separator: ", ")
  }

  private func lengths(_ extras: StyleExtras) -> [(String, BoxLength)] {
    [
      ("basis", basis), ("width", width), ("height", height), ("min-width", minWidth),
      ("min-height", minHeight), ("max-width", maxWidth), ("max-height", maxHeight),
      ("row-gap", extras.rowGap == .zero ? .auto : extras.rowGap),
      ("column-gap", extras.columnGap == .zero ? .auto : extras.columnGap),
    ]
  }

  private func edges(_ extras: StyleExtras) -> [(String, StyleEdges, StyleEdges)] {
    [
      ("margin", margin, .zero), ("padding", padding, .zero), ("border", extras.border, .zero),
      ("inset", extras.inset, .auto),
    ]
  }
}

extension StyleEdges: CustomStringConvertible {
  /// The sides in CSS order: top, right, bottom, left.
  var description: String { "\(top) \(right) \(bottom) \(left)" }
}

/// The frame of a node.
private struct NodeFrame {
  /// The border box relative to that of the nearest ancestor with one.
  var relative: Rect
  /// The border box relative to the containing block of the root.
  var absolute: Rect
  /// The base of percentages of padding and border.
  let basisWidth: Double

  /// A node without a box.
  init() {
    relative = .zero
    absolute = .zero
    basisWidth = 0
  }

  /// - Parameter origin: the origin of the nearest ancestor with a box.
  init(_ box: NodeBox, basisWidth: Double, _ origin: Point) {
    self.basisWidth = basisWidth
    relative = Rect(x: box.x, y: box.y, width: box.width, height: box.height)
    absolute = relative.offset(x: origin.x, y: origin.y)
  }
}
