/// What a layout keeps for the next one.
struct LayoutState {
  /// What is known of each node, nil before the first layout.
  var boxes: Slab<NodeBox>?
  /// What each node depends on, nil before the first layout.
  var contexts: NodeContexts?
  /// The answers of the nodes, nil before the first layout.
  var answers: AnswerPool?
  /// The containing block of the frames; nil where they are not up to date.
  var available: FlexAvailable?
  var measureCallCount = 0
  var isUpdating = false
  /// Whether something changed during an update, which then is not to be trusted.
  var isOutdated = false

  /// Allocates the memory.
  mutating func prepare(for tree: FlexTree) {
    boxes = Slab(repeating: NodeBox(), count: tree.count)
    contexts = NodeContexts(count: tree.count, isUsed: tree.usesContexts)
    answers = AnswerPool(nodeCount: tree.count, usesContexts: tree.usesContexts)
  }

  /// Forgets all and frees the memory.
  mutating func removeAll() {
    boxes?.deallocate()
    contexts?.deallocate()
    answers?.deallocate()
    boxes = nil
    contexts = nil
    answers = nil
    available = nil
  }
}
