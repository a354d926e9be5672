public import LinecasterBase

/// A tree with a cached layout, so the cost of an update depends only on the changes.
///
///     let layout = BoxLayout(tree)
///     try layout.update(in: AvailableSpace(width: 320), measure: measure)
///     layout.setNeedsMeasure(title)
///     try layout.update(in: AvailableSpace(width: 320), measure: measure)
///
/// Nodes cache their results by constraint. A second update in the same block is a no-op, and an
/// update at an earlier width measures nothing. An update after a change visits the path from the
/// root to the changed node. The frames always equal those of a fresh layout. Trees with keyword
/// sizes, for example ``BoxLength/maxContent``, are laid out again after each change.
///
/// Not thread-safe: only one thread at a time may use a layout, though it may move between threads.
/// To lay out one tree on many threads, use ``BoxTree/layout(in:scale:measure:)``, which is a pure
/// function.
public final class BoxLayout {
  /// The tree that is laid out. Use ``replaceTree(with:)`` to set another one.
  public private(set) var tree: BoxTree
  /// One element, out of line because it changes at each update: it has one owner by contract, so
  /// exclusivity checks of class properties would be wasted.
  private let state: Arena<LayoutState>

  /// The number of calls of the measure closure in the last update.
  public var measureCallCount: Int { state[0].measureCallCount }

  /// Creates a layout of a tree, without laying it out.
  public init(_ tree: BoxTree) {
    self.tree = tree.closed()
    state = Arena(count: 1)
    state.initialize(0, to: LayoutState())
  }

  deinit {
    state[0].removeAll()
    state.deallocate()
  }

  /// Lays out all nodes that have changed since the last update; the first update lays out the
  /// whole tree.
  ///
  /// - Parameters:
  ///   - available: The extents of the block that contains the root.
  ///   - measure: Measures the content of a measured leaf. Results are cached until
  ///     ``setNeedsMeasure(_:)``. The closure must not use the layout.
  /// - Throws: ``BoxLayoutError`` for a tree that is empty, too deep or has several roots; rethrows
  ///   errors of `measure` unchanged. The layout then has no frames, and starts again with the next
  ///   update.
  /// - Complexity: O(1) without changes. After a change, O(children of the nodes on the paths to
  ///   the changes). Otherwise that of ``BoxTree/layout(in:scale:measure:)``.
  public func update(
    in available: AvailableSpace,
    measure: (BoxID, BoxConstraint) throws -> BoxMeasurement
  ) throws {
    guard !state[0].isUpdating else { throw BoxLayoutError.busy }
    state[0].measureCallCount = 0
    if state[0].available == available { return }
    if let failure = tree.failure { throw failure }
    guard tree.count > 0 else { throw BoxLayoutError.empty }
    // The resolved sizes of keywords are not part of the cache keys, so no answer may outlive a
    // layout.
    if tree.usesKeywords { state[0].removeAll() }
    state[0].isUpdating = true
    defer { finish() }
    do {
      let block = PercentBasis(available)
      // Most trees are flat, and so small that the cost of a closure matters.
      if StackRoom.isNeeded(forLevels: tree.greatestDepth) {
        try WorkScope.unlimited.withRoom(forLevels: tree.greatestDepth) { _ in
          try layOut(in: block, measure: measure)
        }
      } else {
        try layOut(in: block, measure: measure)
      }
      state[0].available = available
    } catch {
      state[0].isOutdated = true
      throw error
    }
  }

  private func layOut(
    in block: PercentBasis,
    measure: (BoxID, BoxConstraint) throws -> BoxMeasurement
  ) throws {
    try withoutActuallyEscaping(measure) { measure in
      if tree.usesKeywords {
        var resolved = tree.records
        try NodeTable.withTable(of: tree, resolved: &resolved) {
          try layOut($0, in: block, measure)
        }
      } else {
        try NodeTable.withTable(of: tree) { try layOut($0, in: block, measure) }
      }
    }
  }

  private func finish() {
    state[0].isUpdating = false
    if state[0].isOutdated { state[0].removeAll() }
    state[0].isOutdated = false
  }

  private func layOut(
    _ nodes: NodeTable, in available: PercentBasis, _ measure: @escaping BoxLayouter.Measure
  ) throws {
    if state[0].boxes == nil { state[0].prepare(for: tree) }
    guard let boxes = state[0].boxes, let contexts = state[0].contexts,
      let cache = state[0].cache
    else { return }
    var layouter = BoxLayouter(
      nodes, templates: tree.templates, boxes: boxes, contexts: contexts, cache: cache,
      placements: state[0].takePlacements(), measure: measure)
    // The answers may move, even if a query is not answered.
    defer {
      state[0].cache = layouter.cache
      swap(&state[0].placements, &layouter.placements)
      state[0].measureCallCount = layouter.measureCallCount
      layouter.deallocate()
    }
    try layouter.layOutTree(in: available)
  }
}

/// Changes that invalidate the frames.
extension BoxLayout {
  /// Marks the content of a measured leaf as changed, so the next update measures it again; a no-op
  /// for an identifier that is not in the tree.
  ///
  /// - Complexity: O(depth).
  public func setNeedsMeasure(_ node: BoxID) {
    guard tree.records.indices.contains(node.index) else { return }
    invalidate(node.index)
  }

  /// Replaces the tree for the next update, and keeps the results that both trees have in common.
  ///
  /// If the trees have the same shape, a node keeps its results if its style and those of its
  /// descendants are unchanged. Measured leaves count as unchanged, see ``setNeedsMeasure(_:)``. In
  /// all other cases, the whole tree is laid out again. This also happens if either tree has
  /// keyword sizes, or if only one tree has container-dependent values, for example percentages.
  ///
  /// - Complexity: O(nodes), and O(depth) for each node that has changed.
  public func replaceTree(with tree: BoxTree) {
    let tree = tree.closed()
    guard tree.hasShape(of: self.tree), tree.usesContexts == self.tree.usesContexts,
      !tree.usesKeywords, !self.tree.usesKeywords
    else {
      reset(to: tree)
      return
    }
    let changed = tree.records.indices.filter { !tree.isSameNode($0, as: self.tree) }
    self.tree = tree
    if !changed.isEmpty { state[0].placements = [:] }
    for node in changed { invalidate(node) }
  }

  /// Replaces the tree, and forgets all results.
  private func reset(to tree: BoxTree) {
    forget()
    self.tree = tree
  }

  /// Forgets all answers, after the current update if there is one.
  private func forget() {
    if state[0].isUpdating {
      state[0].isOutdated = true
    } else {
      state[0].removeAll()
    }
  }

  /// Forgets the answers of a node and its ancestors, which depend on it.
  private func invalidate(_ node: Int) {
    guard !state[0].isUpdating else { return forget() }
    state[0].available = nil
    guard let boxes = state[0].boxes else { return }
    var node = node
    while node >= 0 {
      state[0].cache?.removeAll(in: &boxes[node])
      node = Int(tree.records[node].parent)
    }
  }
}

/// Access to the result of the last update.
extension BoxLayout {
  /// Returns the border box of a node, relative to the border box of the nearest ancestor with a
  /// box. The root is relative to its containing block.
  ///
  /// Zero for an identifier that is not in the tree, and before the first update.
  ///
  /// - Complexity: O(1).
  public func frame(of node: BoxID) -> Rect {
    guard let boxes = state[0].boxes, tree.records.indices.contains(node.index) else {
      return .zero
    }
    let box = boxes[node.index]
    return Rect(x: box.x, y: box.y, width: box.width, height: box.height)
  }

  /// Returns the frames of all nodes as a value; zero before the first update.
  ///
  /// - Complexity: O(nodes).
  public func frames() -> BoxFrames {
    BoxFrames(
      tree, boxes: state[0].boxes, contexts: state[0].contexts,
      measureCallCount: state[0].measureCallCount)
  }
}

/// The state that a layout keeps for the next one.
private struct LayoutState {
  /// The cached results of each node; `nil` before the first layout.
  var boxes: Arena<NodeBox>?
  /// The context of each node; `nil` before the first layout.
  var contexts: NodeContexts?
  /// The answers of the nodes; `nil` before the first layout.
  var cache: LayoutCache?
  /// The placements of grid items.
  var placements: [Int: GridPlacement] = [:]
  /// The containing block of the frames; `nil` if they are not up to date.
  var available: AvailableSpace?
  var measureCallCount = 0
  var isUpdating = false
  /// Whether something changed during an update, which makes its results invalid.
  var isOutdated = false

  /// Allocates the memory.
  mutating func prepare(for tree: BoxTree) {
    boxes = Arena(repeating: NodeBox(), count: tree.count)
    contexts = NodeContexts(count: tree.count, isUsed: tree.usesContexts)
    cache = LayoutCache(nodeCount: tree.count, usesContexts: tree.usesContexts)
  }

  /// Moves the item placements to the caller, which changes them.
  mutating func takePlacements() -> [Int: GridPlacement] {
    defer { placements = [:] }
    return placements
  }

  /// Forgets everything and frees the memory.
  mutating func removeAll() {
    boxes?.deallocate()
    contexts?.deallocate()
    cache?.deallocate()
    boxes = nil
    contexts = nil
    cache = nil
    placements = [:]
    available = nil
  }
}
