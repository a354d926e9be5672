/// A question that a node was asked, and its answer.
struct LayoutAnswer: BitwiseCopyable {
  enum Question: UInt8 {
    case minContentWidth, maxContentWidth, layout, baseline
  }

  struct Key: BitwiseCopyable {
    let question: Question
    let width: Double
    let height: Double
    let context: NodeContext
  }

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
