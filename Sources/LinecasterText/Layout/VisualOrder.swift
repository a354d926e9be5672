/// The order of display (UAX 9, rule L2).
enum VisualOrder {
  /// Reverses stretches of segments from the highest level down to the lowest odd one.
  ///
  /// - Complexity: O(segments · levels).
  static func reorder(_ segments: inout [LineSegment]) {
    let highest = segments.reduce(0) { max($0, $1.level) }
    guard highest > 0 else { return }
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < segments.count {
        guard segments[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < segments.count, segments[end].level >= level { end += 1 }
        reverse(&segments, start..<end)
        start = end
      }
    }
  }

  /// Reverses part of an array where it is; a reversed slice of it would be a copy.
  private static func reverse(_ segments: inout [LineSegment], _ range: Range<Int>) {
    var low = range.lowerBound
    var high = range.upperBound - 1
    while low < high {
      segments.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
