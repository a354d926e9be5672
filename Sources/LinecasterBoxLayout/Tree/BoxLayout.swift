public import LinecasterBase

/// A tree with its layout, kept so that the next one costs what has changed.
///
///     let layout = BoxLayout(tree)
///     try layout.update(in: AvailableSpace(width: 320), measure: measure)
///     layout.setNeedsMeasure(title)
///     try layout.update(in: AvailableSpace(width: 320), measure: measure)
///
/// Nodes keep their answers, keyed by constraint: a second update in the same block does nothing,
/// one at a width seen before measures nothing, and one after a change visits the path from the
/// root to it. The frames are those of a fresh layout, always. Trees with sizes by keyword, such as
/// ``BoxLength/maxContent``, are laid out again after each change.
///
/// It has one owner: no two threads may use it at once, though it may move between them. Use
/// ``BoxTree/layout(in:scale:measure:)``, which is a function, to lay out one tree on many
/// threads.
public final class BoxLayout {
  /// The tree that is laid out; ``replaceTree(with:)`` sets another one.
  public private(set) var tree: BoxTree
  /// One element, out of line since it changes at each update and has one owner by contract, which
  /// the checks of class properties would test again and again.
  private let state: Arena<LayoutState>

  /// How often the last update called the measure closure.
  public var measureCallCount: Int { state[0].measureCallCount }

  /// Takes a tree, without laying it out.
  public init(_ tree: BoxTree) {
    self.tree = tree.closed()
    state = Arena(count: 1)
    state.initialize(0, to: LayoutState())
  }

  deinit {
    state[0].removeAll()
    state.deallocate()
  }

  /// Lays out what has changed since the last update; for the first one that is the whole tree.
  ///
  /// - Parameters:
  ///   - available: the extents of the block that contains the root.
  ///   - measure: answers how large the content of a measured leaf is. What it answered before is
  ///     remembered until ``setNeedsMeasure(_:)``. It must not use the layout.
  /// - Throws: ``BoxLayoutError`` for a tree that is empty, too deep or not a tree; whatever
  ///   `measure`
  ///   throws, unchanged. The layout is then without frames and starts again with the next update.
  /// - Complexity: O(1) where nothing has changed. After a change O(children of the nodes on the
  ///   paths to the changes); else as ``BoxTree/layout(in:scale:measure:)``.
  public func update(
    in available: AvailableSpace,
    measure: (BoxID, BoxConstraint) throws -> BoxMeasurement
  ) throws {
    guard !state[0].isUpdating else { throw BoxLayoutError.busy }
    state[0].measureCallCount = 0
    if state[0].available == available { return }
    if let failure = tree.failure { throw failure }
    guard tree.count > 0 else { throw BoxLayoutError.empty }
    // What keywords come to is no part of the questions, so no answer may outlive a layout.
    if tree.usesKeywords { state[0].removeAll() }
    state[0].isUpdating = true
    defer { finish() }
    do {
      let block = PercentBasis(available)
      // Most trees are flat, and small enough for a closure to count.
      if StackRoom.isWanted(forLevels: tree.greatestDepth) {
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
    // The answers may move, also where a question is not answered.
    defer {
      state[0].cache = layouter.cache
      swap(&state[0].placements, &layouter.placements)
      state[0].measureCallCount = layouter.measureCallCount
      layouter.deallocate()
    }
    try layouter.layOutTree(in: available)
  }
}

/// Changes, which make the frames out of date.
extension BoxLayout {
  /// Says that the content of a measured leaf has changed, so that the next update asks for its
  /// size again; does nothing for a name that is not in the tree.
  ///
  /// - Complexity: O(depth).
  public func setNeedsMeasure(_ node: BoxID) {
    guard tree.records.indices.contains(node.index) else { return }
    invalidate(node.index)
  }

  /// Lays out another tree from the next update on, keeping what it has in common with this one.
  ///
  /// Where the trees have the same shape, nodes whose style and those below are the same keep
  /// their answers; measured leaves count as unchanged, see ``setNeedsMeasure(_:)``. Else the
  /// layout starts again; so it does where either has sizes by keyword, or where one alone has what
  /// depends on its container, such as percentages.
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

  /// Takes another tree, of which nothing is known.
  private func reset(to tree: BoxTree) {
    forget()
    self.tree = tree
  }

  /// Forgets all answers, once nothing reads them.
  private func forget() {
    if state[0].isUpdating {
      state[0].isOutdated = true
    } else {
      state[0].removeAll()
    }
  }

  /// Forgets the answers of a node and those of its ancestors, which depend on them.
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

/// Reading the result of the last update.
extension BoxLayout {
  /// The border box relative to the border box of the nearest ancestor with a box; of the root,
  /// relative to its containing block. Zero for a name that is not in the tree, and before the
  /// first update.
  ///
  /// - Complexity: O(1).
  public func frame(of node: BoxID) -> Rect {
    guard let boxes = state[0].boxes, tree.records.indices.contains(node.index) else {
      return .zero
    }
    let box = boxes[node.index]
    return Rect(x: box.x, y: box.y, width: box.width, height: box.height)
  }

  /// The frames of all nodes as a value; zero before the first update.
  ///
  /// - Complexity: O(nodes).
  public func frames() -> BoxFrames {
    BoxFrames(
      tree, boxes: state[0].boxes, contexts: state[0].contexts,
      measureCallCount: state[0].measureCallCount)
  }
}

/// What a layout keeps for the next one.
private struct LayoutState {
  /// What is known of each node, nil before the first layout.
  var boxes: Arena<NodeBox>?
  /// What each node depends on, nil before the first layout.
  var contexts: NodeContexts?
  /// The answers of the nodes, nil before the first layout.
  var cache: LayoutCache?
  /// The placements of grid items.
  var placements: [Int: GridPlacement] = [:]
  /// The containing block of the frames; nil where they are not up to date.
  var available: AvailableSpace?
  var measureCallCount = 0
  var isUpdating = false
  /// Whether something changed during an update, which then is not to be trusted.
  var isOutdated = false

  /// Allocates the memory.
  mutating func prepare(for tree: BoxTree) {
    boxes = Arena(repeating: NodeBox(), count: tree.count)
    contexts = NodeContexts(count: tree.count, isUsed: tree.usesContexts)
    cache = LayoutCache(nodeCount: tree.count, usesContexts: tree.usesContexts)
  }

  /// Hands the places of items over to who changes them.
  mutating func takePlacements() -> [Int: GridPlacement] {
    defer { placements = [:] }
    return placements
  }

  /// Forgets all and frees the memory.
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
