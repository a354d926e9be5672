public import LinecasterBase

/// A tree of styles in one arena, built in pre-order.
///
///     var tree = BoxTree()
///     tree.openContainer(rowStyle)
///     let title = tree.addLeaf(BoxStyle(), isMeasured: true)
///     tree.closeContainer()
///
/// A tree is a value; laying it out does not change it, so threads may share one.
public struct BoxTree: Sendable {
  private(set) var records: [NodeRecord] = []
  private(set) var extras = StyleExtras.initial
  /// The rows and columns of grids, of which the first are those of grids that say nothing.
  private(set) var templates = [SharedTemplate.initial]
  /// The index of the innermost open container, or -1.
  private var open: Int32 = -1
  private var depth = 0
  /// The greatest number of containers inside each other so far.
  private(set) var greatestDepth = 0
  private(set) var failure: BoxLayoutError?
  private(set) var usesKeywords = false
  /// Whether the layout inside a node depends on more than its width and height.
  private(set) var usesContexts = false

  /// The greatest number of nested containers.
  ///
  /// Deep enough for any real interface; stops hostile trees before the stack of a thread does.
  /// Trees deeper than a dozen levels are laid out on a thread with room for them, which takes
  /// some tens of microseconds, while the caller waits.
  public static let maximumDepth = 256

  /// Makes an empty tree.
  public init() {}

  /// The number of nodes.
  public var count: Int { records.count }

  /// Makes room for nodes that will be added, a million of them at most.
  public mutating func reserveCapacity(_ count: Int) {
    records.reserveCapacity(min(max(count, 0), Limit.reserved))
  }

  /// Adds a container to the innermost open one and opens it: nodes that follow are its children.
  ///
  /// Containers still open when the tree is laid out count as closed.
  ///
  /// - Parameters:
  ///   - style: How the container is laid out.
  ///   - grid: The rows and columns, where the style's `display` is a grid; nil has automatic ones.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func openContainer(
    _ style: BoxStyle, grid: GridTemplate? = nil
  ) -> BoxID {
    let id = append(style, kind: .container)
    if let grid, style.display == .grid { setTemplate(grid, of: id.index) }
    open = id.rawIndex
    depth += 1
    greatestDepth = max(greatestDepth, depth)
    if depth > Self.maximumDepth, failure == nil { failure = .tooDeep(node: id) }
    return id
  }

  /// Closes the innermost open container; does nothing where none is open.
  ///
  /// - Complexity: O(1).
  public mutating func closeContainer() {
    guard open >= 0 else { return }
    let index = Int(open)
    records[index].end = Int32(truncatingIfNeeded: records.count)
    let parent = records[index].parent
    if parent >= 0 {
      records[Int(parent)].enclose(
        records[index].flags, childCount: records[index].childCount, room: records[index].room,
        isContents: records[index].display == .contents)
    }
    open = parent
    depth -= 1
  }

  /// Adds a leaf to the innermost open container; a measured one gets its content size from the
  /// closure that ``layout(in:scale:measure:)`` takes.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public mutating func addLeaf(_ style: BoxStyle, isMeasured: Bool) -> BoxID {
    append(style, kind: isMeasured ? .measuredLeaf : .leaf)
  }

  /// The containers that are still open, closed.
  func closed() -> BoxTree {
    guard open >= 0 else { return self }
    var tree = self
    while tree.open >= 0 { tree.closeContainer() }
    return tree
  }

  @inline(__always)
  private mutating func append(_ style: BoxStyle, kind: NodeRecord.Kind) -> BoxID {
    let id = BoxID(index: records.count)
    let isParentRightToLeft =
      open >= 0 && records[Int(open)].flags.contains(.isRightToLeft)
    let isRightToLeft =
      style.writingDirection.map { $0 == .rightToLeft } ?? isParentRightToLeft
    let index = records.count
    records.append(
      NodeRecord(
        style, kind: kind, index: id.rawIndex, parent: open, isRightToLeft: isRightToLeft))
    if !style.marks.isDisjoint(with: .extras) {
      setExtras(style, of: index, isRightToLeft: isRightToLeft)
    }
    let flags = records[index].flags
    if !flags.isDisjoint(with: .special) {
      if flags.contains(.usesKeywords) { usesKeywords = true }
      if !flags.isDisjoint(with: .dependent) { usesContexts = true }
    }
    if open >= 0 {
      records[Int(open)].add(childWith: records[index].flags)
      if !records[index].basis.isAuto { noteBasis(of: index) }
      if style.position == .absolute { markLeftByAbsolute() }
    } else if index > 0, failure == nil {
      failure = .severalRoots(node: id)
    }
    return id
  }

  /// Marks the open container where a child with a basis has a size too, one of which goes first.
  private mutating func noteBasis(of child: Int) {
    let parent = records[Int(open)]
    let isRow = parent.direction == .row || parent.direction == .rowReverse
    let size = isRow ? records[child].width : records[child].height
    guard parent.flags.contains(.hasYogaRules), !size.isAuto else { return }
    records[Int(open)].flags.insert(.prefersSizes)
    usesContexts = true
  }

  @inline(never)
  private mutating func setExtras(_ style: BoxStyle, of node: Int, isRightToLeft: Bool) {
    let extra = StyleExtras(style, isRightToLeft: isRightToLeft)
    records[node].setExtras(extra, index: extras.count)
    if extra.order != 0, open >= 0 { records[Int(open)].flags.insert(.ordersItems) }
    extras.append(extra)
  }

  /// Gives the container that was opened last its rows and columns.
  @inline(never)
  private mutating func setTemplate(_ template: GridTemplate, of node: Int) {
    if records[node].extra == 0 {
      records[node].extra = Int32(truncatingIfNeeded: extras.count)
      extras.append(StyleExtras())
    }
    extras[Int(records[node].extra)].template = Int32(truncatingIfNeeded: templates.count)
    templates.append(SharedTemplate(template))
    guard template.isHeightSensitive else { return }
    records[node].flags.insert(.isHeightSensitive)
    usesContexts = true
  }

  /// Marks the open containers that are not the containing block of an absolutely positioned child.
  private mutating func markLeftByAbsolute() {
    var ancestor = Int(open)
    while records[ancestor].parent >= 0,
      records[ancestor].position == .static || records[ancestor].display == .contents
    {
      records[ancestor].flags.insert(.isLeftByAbsolute)
      ancestor = Int(records[ancestor].parent)
    }
  }
}

extension BoxTree {
  /// Lays out the tree in a containing block; a pure function that may run on any thread.
  ///
  /// Use ``BoxLayout`` where the same tree is laid out again and again.
  ///
  /// - Parameters:
  ///   - available: the extents of the block that contains the root.
  ///   - scale: the pixel grid that frames are rounded to; nil leaves them as they are.
  ///   - measure: answers how large the content of a measured leaf is; called as rarely as its
  ///     answers allow, in no promised order, on the calling thread, or on one that it waits for
  ///     where the tree is deep.
  /// - Returns: the frames of all nodes, rounded once at the end
  ///   (``BoxFrames/rounded(to:roundsTextUp:)``).
  /// - Throws: ``BoxLayoutError`` for a tree that is empty, too deep or not a tree; whatever
  ///   `measure` throws, unchanged.
  /// - Complexity: O(nodes) for trees whose nested containers ask each other a bounded number of
  ///   questions, which are kept and answered once; at most O(nodes × depth).
  public func layout(
    in available: AvailableSpace, scale: PixelScale? = nil,
    measure: (BoxID, BoxConstraint) throws -> BoxMeasurement
  ) throws -> BoxFrames {
    let layout = BoxLayout(self)
    try layout.update(in: available, measure: measure)
    let frames = layout.frames()
    return scale.map { frames.rounded(to: $0) } ?? frames
  }
}

/// What two trees have in common.
extension BoxTree {
  /// Whether both have as many nodes, of the same kinds at the same places.
  func hasShape(of other: BoxTree) -> Bool {
    guard failure == other.failure, count == other.count else { return false }
    return records.indices.allSatisfy {
      records[$0].end == other.records[$0].end && records[$0].kind == other.records[$0].kind
        && records[$0].display.hasBox == other.records[$0].display.hasBox
        && (records[$0].display == .none) == (other.records[$0].display == .none)
    }
  }

  /// Whether a node has the same style as the one at its place in another tree.
  func isSameNode(_ node: Int, as other: BoxTree) -> Bool {
    var record = records[node]
    var extra = extras[Int(record.extra)]
    record.extra = other.records[node].extra
    let otherExtra = other.extras[Int(record.extra)]
    let template = templates[Int(extra.template)].value
    extra.template = otherExtra.template
    return record == other.records[node] && extra == otherExtra
      && template == other.templates[Int(extra.template)].value
  }
}

/// The name of a node in a ``BoxTree``: its place in pre-order, the root being 0.
public struct BoxID: Hashable, Sendable, Comparable {
  let rawIndex: Int32

  /// Makes the name of the node at a place in pre-order; ask only trees that have that many nodes.
  public init(index: Int) { rawIndex = Int32(clamping: index) }

  /// The place in pre-order, the root being 0.
  public var index: Int { Int(rawIndex) }

  /// Whether one node comes before another in pre-order.
  public static func < (a: BoxID, b: BoxID) -> Bool { a.rawIndex < b.rawIndex }
}

/// The reason why a tree cannot be laid out.
public enum BoxLayoutError: Error, Hashable, Sendable {
  /// The tree has no node.
  case empty
  /// A node is nested deeper than ``BoxTree/maximumDepth``; it is the first such node.
  case tooDeep(node: BoxID)
  /// The tree has a second root; it is the first node after the end of the first one.
  case severalRoots(node: BoxID)
  /// A measure closure asked for another update of the layout that called it.
  case busy
}

extension BoxLayoutError: CustomStringConvertible {
  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .empty: "The flex tree has no node."
    case .tooDeep(let node):
      "Node \(node.index) is nested deeper than \(BoxTree.maximumDepth) levels."
    case .severalRoots(let node):
      "Node \(node.index) starts a second tree; a flex tree has one root."
    case .busy: "A measure closure updates the layout that called it."
    }
  }
}
