/// The order of display (UAX 9, rule L2).
enum VisualOrder {
  /// Reverses stretches of segments from the highest level down to the lowest odd one.
  ///
  /// - Complexity: O(segments · levels).
  static func reorder(_ segments: inout [LineSegment]) {
    guard let highest = segments.map(\.level).max(), highest > 0 else { return }
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < segments.count {
        guard segments[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < segments.count, segments[end].level >= level { end += 1 }
        segments[start..<end].reverse()
        start = end
      }
    }
  }
}
