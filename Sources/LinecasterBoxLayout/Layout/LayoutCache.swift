import LinecasterBase

/// The answers of the nodes, keyed by question.
///
/// Each node has a short list, last used first, so that nested containers that ask the same
/// question again and again get the answer without a new layout: the work stays linear in depth.
/// The lists outlive a layout, so that the next one asks only what has changed.
struct LayoutCache {
  private(set) var entries: Arena<Entry>
  /// What the answers depend on, by the same indices.
  private(set) var contexts: NodeContexts
  private var capacity: Int
  private var count = 0
  /// The first answer that was taken back, or -1.
  private var free: Int32 = -1

  /// Answers kept for a node: more than any tree of real containers asks for, and a bound on the
  /// memory of hostile ones.
  private static let capacityPerNode = 16

  init(nodeCount: Int, usesContexts: Bool) {
    // What cells of text need at two widths: fresh memory costs more than writing answers to it.
    capacity = nodeCount + nodeCount / 4 + 2
    entries = Arena(count: capacity)
    contexts = NodeContexts(count: capacity, isUsed: usesContexts)
  }

  /// The index of the answer to a question that was asked before, which becomes the first of its
  /// list; -1 where there is none.
  @inline(__always)
  func find(_ key: Key, in box: inout NodeBox) -> Int32 {
    var previous: Int32 = -1
    var index = box.answers
    while index >= 0 {
      if entries[Int(index)].matches(key),
        !contexts.isUsed || contexts[Int(index)].matches(key.context)
      {
        moveToFront(index, after: previous, in: &box)
        return index
      }
      previous = index
      index = entries[Int(index)].next
    }
    return -1
  }

  /// Keeps an answer, in place of the one unused for longest where the node has too many.
  mutating func insert(
    _ result: LayoutResult, to key: Key, in box: inout NodeBox
  ) -> Int32 {
    let index = freshIndex(in: &box)
    entries[Int(index)] = Entry(result, to: key, next: box.answers)
    contexts[Int(index)] = key.context
    box.answers = index
    return index
  }

  private mutating func freshIndex(in box: inout NodeBox) -> Int32 {
    if free < 0, count < Self.capacityPerNode { return appended() }
    var length = 0
    var previous: Int32 = -1
    var last = box.answers
    while last >= 0 {
      length += 1
      guard entries[Int(last)].next >= 0 else { break }
      previous = last
      last = entries[Int(last)].next
    }
    guard length >= Self.capacityPerNode else { return free < 0 ? appended() : reused() }
    entries[Int(previous)].next = -1
    if box.run == last { box.run = -1 }
    return last
  }

  private mutating func reused() -> Int32 {
    let index = free
    free = entries[Int(index)].next
    return index
  }

  private mutating func appended() -> Int32 {
    if count == capacity {
      capacity *= 2
      entries = entries.grown(to: capacity)
      contexts = contexts.grown(to: capacity)
    }
    count += 1
    return Int32(truncatingIfNeeded: count - 1)
  }

  /// Takes back all answers of a node.
  mutating func removeAll(in box: inout NodeBox) {
    while box.answers >= 0 {
      let index = box.answers
      box.answers = entries[Int(index)].next
      entries[Int(index)].next = free
      free = index
    }
    box.run = -1
    box.isSettled = false
    box.minContentWidth = .indefinite
    box.maxContentWidth = .indefinite
  }

  private func moveToFront(_ index: Int32, after previous: Int32, in box: inout NodeBox) {
    guard previous >= 0 else { return }
    entries[Int(previous)].next = entries[Int(index)].next
    entries[Int(index)].next = box.answers
    box.answers = index
  }

  func deallocate() {
    entries.deallocate()
    contexts.deallocate()
  }
}

extension LayoutCache {
  enum Question: UInt8 {
    case minContentWidth, maxContentWidth, layout, baseline
  }

  struct Key: BitwiseCopyable {
    let question: Question
    let width: Double
    let height: Double
    let context: NodeContext
  }

  /// A question that a node was asked, and its answer.
  struct Entry: BitwiseCopyable {
    let width: Double
    let height: Double
    let result: LayoutResult
    /// The index of the node's next answer, or of the next free one; -1 ends the list.
    var next: Int32
    let question: Question

    @inline(__always)
    init(_ result: LayoutResult, to key: Key, next: Int32) {
      width = key.width
      height = key.height
      self.result = result
      self.next = next
      question = key.question
    }

    /// Equality by bits, since indefinite extents must match; the context aside.
    @inline(__always)
    func matches(_ key: Key) -> Bool {
      question == key.question && width.bitPattern == key.width.bitPattern
        && height.bitPattern == key.height.bitPattern
    }
  }
}

/// What the layout knows about a node, now and for the next layout.
///
/// It is one line of the processor's cache.
struct NodeBox: BitwiseCopyable {
  /// The border box, relative to the border box of the nearest ancestor that has one.
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  /// The min-content and max-content widths, where they depend on nothing outside the node;
  /// indefinite before they are found.
  var minContentWidth = Double.indefinite
  var maxContentWidth = Double.indefinite
  /// The index of the node's latest answer, or -1.
  var answers: Int32 = -1
  /// The index of the answer whose layout the boxes of the children come from, or -1.
  var run: Int32 = -1
  /// Whether all below is final as long as the box stays as it is.
  var isSettled = false
}

/// A context for each of a number of things, without memory in trees where no node has one: those
/// without percentages, aspect ratios and columns that wrap.
struct NodeContexts {
  private let values: Arena<NodeContext>
  let isUsed: Bool

  init(count: Int, isUsed: Bool) {
    self.isUsed = isUsed
    values = Arena(repeating: .indefinite, count: isUsed ? count : 0)
  }

  private init(_ values: Arena<NodeContext>) {
    self.values = values
    isUsed = true
  }

  @inline(__always)
  subscript(index: Int) -> NodeContext {
    get { isUsed ? values[index] : .indefinite }
    nonmutating set { if isUsed { values[index] = newValue } }
  }

  func grown(to count: Int) -> NodeContexts {
    isUsed ? NodeContexts(values.grown(to: count)) : self
  }

  func deallocate() { values.deallocate() }
}
