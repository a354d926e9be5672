/// A tree of styles in one arena, built in pre-order.
///
///     var tree = FlexTree()
///     tree.openContainer(rowStyle)
///     let title = tree.addLeaf(FlexStyle(), isMeasured: true)
///     tree.closeContainer()
///
/// A tree is a value; laying it out does not change it, so threads may share one.
public struct FlexTree: Sendable {
  private(set) var records: [NodeRecord] = []
  private(set) var extras = StyleExtras.initial
  /// The index of the innermost open container, or -1.
  private var open: Int32 = -1
  private var depth = 0
  private(set) var failure: FlexError?
  private(set) var usesKeywords = false
  /// Whether the layout inside a node depends on more than its width and height.
  private(set) var usesContexts = false

  /// The greatest number of nested containers.
  ///
  /// Deep enough for any real interface; stops hostile trees before the stack of a thread does:
  /// the deepest tree needs less than 2 MiB without optimization.
  public static let maximumDepth = 256

  /// Makes an empty tree.
  public init() {}

  /// The number of nodes.
  public var count: Int { records.count }

  /// Makes room for nodes that will be added.
  public mutating func reserveCapacity(_ count: Int) { records.reserveCapacity(count) }

  /// Removes all nodes and keeps the memory for the next tree.
  public mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    extras = StyleExtras.initial
    open = -1
    depth = 0
    failure = nil
    usesKeywords = false
    usesContexts = false
  }

  /// Adds a container to the innermost open one and opens it: nodes that follow are its children.
  ///
  /// Containers still open when the tree is laid out count as closed.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public mutating func openContainer(_ style: FlexStyle) -> FlexNodeID {
    let id = append(style, kind: .container)
    open = id.rawIndex
    depth += 1
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
  public mutating func addLeaf(_ style: FlexStyle, isMeasured: Bool) -> FlexNodeID {
    append(style, kind: isMeasured ? .measuredLeaf : .leaf)
  }

  /// The containers that are still open, closed.
  func closed() -> FlexTree {
    guard open >= 0 else { return self }
    var tree = self
    while tree.open >= 0 { tree.closeContainer() }
    return tree
  }

  @inline(__always)
  private mutating func append(_ style: FlexStyle, kind: NodeRecord.Kind) -> FlexNodeID {
    let id = FlexNodeID(index: records.count)
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
      records[Int(open)].add(childWith: flags)
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
  private mutating func setExtras(_ style: FlexStyle, of node: Int, isRightToLeft: Bool) {
    let extra = StyleExtras(style, isRightToLeft: isRightToLeft)
    records[node].setExtras(extra, index: extras.count)
    extras.append(extra)
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
