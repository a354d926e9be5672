/// What a layout keeps for the next one.
struct LayoutState {
  /// What is known of each node, nil before the first layout.
  var boxes: Slab<NodeBox>?
  /// The answers of the nodes, nil before the first layout.
  var answers: AnswerPool?
  /// The containing block of the frames; nil where they are not up to date.
  var available: FlexAvailable?
  var measureCallCount = 0
  var isUpdating = false
  /// Whether something changed during an update, which then is not to be trusted.
  var isOutdated = false

  /// Forgets all and frees the memory.
  mutating func removeAll() {
    boxes?.deallocate()
    answers?.deallocate()
    boxes = nil
    answers = nil
    available = nil
  }
}
