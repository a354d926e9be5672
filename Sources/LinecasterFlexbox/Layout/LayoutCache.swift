/// The answers of nodes within one layout, keyed by question.
///
/// Each node has a short list, last used first, so that nested containers that ask the same
/// question again and again get the answer without a new layout: the work stays linear in depth.
struct LayoutCache {
  enum Question: UInt8 {
    case minContentWidth, maxContentWidth, layout, layoutDefinite, baseline, baselineDefinite
  }

  struct Key {
    var question: Question
    var width: Double
    var height: Double
    var basis: PercentBasis

    /// Equality by bits, since indefinite extents must match.
    @inline(__always)
    func matches(_ other: Key) -> Bool {
      question == other.question && width.bitPattern == other.width.bitPattern
        && height.bitPattern == other.height.bitPattern
        && basis.matches(other.basis)
    }
  }

  private struct Entry {
    var key: Key
    var answer: LayoutResult
    var next: Int32
  }

  /// Answers kept for a node: more than any tree of real containers asks for, and a bound on the
  /// memory of hostile ones.
  private static let capacityPerNode = 16

  /// The most room to start with: cells never outgrow it, others double it.
  private static let initialCapacity = 64

  private var entries: [Entry] = []
  private var heads: [Int32]

  init(nodeCount: Int) {
    heads = [Int32](repeating: -1, count: nodeCount)
    entries.reserveCapacity(min(nodeCount, Self.initialCapacity))
  }

  /// The answer to a question that was asked before.
  mutating func answer(of node: Int, to key: Key) -> LayoutResult? {
    var previous: Int32 = -1
    var index = heads[node]
    while index >= 0 {
      if entries[Int(index)].key.matches(key) {
        moveToFront(node, index, after: previous)
        return entries[Int(index)].answer
      }
      previous = index
      index = entries[Int(index)].next
    }
    return nil
  }

  /// Keeps an answer, in place of the one unused for longest where the node has too many.
  mutating func insert(_ answer: LayoutResult, of node: Int, to key: Key) {
    var length = 0
    var previous: Int32 = -1
    var index = heads[node]
    while index >= 0 {
      length += 1
      guard entries[Int(index)].next >= 0, length < Self.capacityPerNode else { break }
      previous = index
      index = entries[Int(index)].next
    }
    if length >= Self.capacityPerNode {
      moveToFront(node, index, after: previous)
      entries[Int(index)].key = key
      entries[Int(index)].answer = answer
    } else {
      entries.append(Entry(key: key, answer: answer, next: heads[node]))
      heads[node] = Int32(truncatingIfNeeded: entries.count - 1)
    }
  }

  private mutating func moveToFront(_ node: Int, _ index: Int32, after previous: Int32) {
    guard previous >= 0 else { return }
    entries[Int(previous)].next = entries[Int(index)].next
    entries[Int(index)].next = heads[node]
    heads[node] = index
  }
}
