/// The rows of a list from the viewport outward, chunk by chunk: first those that can be seen, then
/// two chunks ahead for each behind, until both ends are reached.
///
/// Within a chunk rows ascend. Takes no memory, however long the list is.
public struct OutwardRows: Sequence, IteratorProtocol, Sendable {
  private let count: Int
  private let chunkSize: Int
  private let direction: ScrollDirection
  /// What can be seen and has not been given.
  private var visible: Range<Int>
  /// All rows above have not been given.
  private var start: Int
  /// All rows from here on have not been given.
  private var end: Int
  private var round = 0

  /// Makes the order of the rows around some that can be seen.
  init(from visible: Range<Int>, count: Int, chunkSize: Int, direction: ScrollDirection) {
    let count = Swift.max(0, count)
    self.count = count
    self.chunkSize = Swift.max(1, Swift.min(chunkSize, count))
    self.direction = direction
    self.visible = visible.clamped(to: 0..<count)
    start = self.visible.lowerBound
    end = self.visible.upperBound
  }

  /// The next rows; nil after the last.
  public mutating func next() -> Range<Int>? {
    if !visible.isEmpty {
      let chunk = visible.lowerBound..<Swift.min(visible.lowerBound + chunkSize, visible.upperBound)
      visible = chunk.upperBound..<visible.upperBound
      return chunk
    }
    defer { round += 1 }
    let isAhead = round % 3 != 2
    return isAhead == (direction == .towardsEnd)
      ? chunkBelow() ?? chunkAbove() : chunkAbove() ?? chunkBelow()
  }

  private mutating func chunkBelow() -> Range<Int>? {
    guard end < count else { return nil }
    let chunk = end..<Swift.min(end + chunkSize, count)
    end = chunk.upperBound
    return chunk
  }

  private mutating func chunkAbove() -> Range<Int>? {
    guard start > 0 else { return nil }
    let chunk = Swift.max(0, start - chunkSize)..<start
    start = chunk.lowerBound
    return chunk
  }
}
