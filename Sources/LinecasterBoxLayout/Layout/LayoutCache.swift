import LinecasterBase

/// The answers of nodes, keyed by query.
///
/// Each node has a short list, most recently used first, so nested containers that repeat a
/// query need no new layout: the work stays linear in depth. The lists outlive a layout, so the
/// next one only visits changed nodes.
struct LayoutCache {
  private(set) var entries: Arena<Entry>
  /// The contexts of the answers, by the same indices.
  private(set) var contexts: NodeContexts
  private var capacity: Int
  private var count = 0
  /// The first free entry, or -1.
  private var free: Int32 = -1

  /// The maximum number of answers per node: more than real containers need, and a memory limit for
  /// hostile trees.
  private static let capacityPerNode = 16

  init(nodeCount: Int, usesContexts: Bool) {
    // Enough for text cells at two widths: fresh memory costs more than writing answers to it.
    capacity = nodeCount + nodeCount / 4 + 2
    entries = Arena(count: capacity)
    contexts = NodeContexts(count: capacity, isUsed: usesContexts)
  }

  /// Returns the index of the answer to an earlier query, and moves it to the front of its list;
  /// -1 if not found.
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

  /// Stores an answer, evicting the least recently used one if the node has too many.
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

  /// Removes all answers of a node.
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
  enum Query: UInt8 {
    case minContentWidth, maxContentWidth, layout, baseline
  }

  struct Key: BitwiseCopyable {
    let query: Query
    let width: Double
    let height: Double
    let context: NodeContext
  }

  /// A query to a node, and its answer.
  struct Entry: BitwiseCopyable {
    let width: Double
    let height: Double
    let result: LayoutResult
    /// The index of the node's next answer, or of the next free entry; -1 ends the list.
    var next: Int32
    let query: Query

    @inline(__always)
    init(_ result: LayoutResult, to key: Key, next: Int32) {
      width = key.width
      height = key.height
      self.result = result
      self.next = next
      query = key.query
    }

    /// Compares by bits, because indefinite extents must match; ignores the context.
    @inline(__always)
    func matches(_ key: Key) -> Bool {
      query == key.query && width.bitPattern == key.width.bitPattern
        && height.bitPattern == key.height.bitPattern
    }
  }
}

/// The cached results of a node, for this layout and the next one.
///
/// It fills one cache line of the processor.
struct NodeBox: BitwiseCopyable {
  /// The border box, relative to the border box of the nearest ancestor that has one.
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  /// The min-content and max-content widths, if they depend on nothing outside the node; indefinite
  /// before they are found.
  var minContentWidth = Double.indefinite
  var maxContentWidth = Double.indefinite
  /// The index of the node's latest answer, or -1.
  var answers: Int32 = -1
  /// The index of the answer that produced the boxes of the children, or -1.
  var run: Int32 = -1
  /// Whether all descendants are final as long as the box does not change.
  var isSettled = false
}

/// The contexts of some items; takes no memory in trees without percentages, aspect ratios and
/// columns that wrap.
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

/// The border-box size at which a node is laid out.
struct LayoutRequest: BitwiseCopyable {
  /// The width, always definite: widths are decided before the layout inside them.
  var width: Double
  /// The height, or indefinite for the height of the content within the node's own limits.
  var height: Double
  /// The height that percentages of children refer to, of the border box too; or indefinite.
  ///
  /// It equals `height` unless content makes a node higher than its aspect ratio.
  var percentHeight: Double
  var basis: PercentBasis
  /// Whether the caller reads the baseline, which requires visiting the first line.
  var needsBaseline = false
}

/// The result of a ``LayoutRequest`` for one node.
struct LayoutResult: BitwiseCopyable {
  /// The border-box height: the requested one, or that of the content within the node's limits.
  var height: Double
  /// The border-box height of the content alone, before minimum and maximum.
  var contentHeight: Double
  /// The distance from the top of the border box to the first baseline; indefinite without one.
  var baseline: Double
}

/// The outside values that a node depends on: the bases of percentages.
struct NodeContext: BitwiseCopyable {
  /// The height that percentages of children refer to, or indefinite.
  var percentHeight: Double
  /// The extents that the node's own percentages refer to.
  var basis: PercentBasis

  static let indefinite = NodeContext(percentHeight: .indefinite, basis: .indefinite)

  /// Compares by bits, because indefinite extents must match.
  @inline(__always)
  func matches(_ other: NodeContext) -> Bool {
    percentHeight.bitPattern == other.percentHeight.bitPattern && basis.matches(other.basis)
  }
}

/// The base of a node's percentages: the content box of its container.
struct PercentBasis: BitwiseCopyable {
  var width: Double
  var height: Double

  static let indefinite = PercentBasis(width: .indefinite, height: .indefinite)

  /// Compares by bits, because indefinite extents must match.
  @inline(__always)
  func matches(_ other: PercentBasis) -> Bool {
    width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
  }
}

extension PercentBasis {
  /// The containing block of the root; extents below 0 or not finite count as indefinite.
  init(_ available: AvailableSpace) {
    self.init(
      width: Self.definite(available.width), height: Self.definite(available.height))
  }

  private static func definite(_ extent: Double?) -> Double {
    guard let extent, extent >= 0, extent.isFinite else { return .indefinite }
    return min(extent, BoxStyle.maximumLength)
  }
}
