/// The order of display by rule L2 of UAX 9, as the standard words it.
enum VisualOrderOfLevels {
  /// The places of characters from left to right, without those at `skipped`.
  static func order(_ levels: [UInt8], skipped: [Bool]) -> [Int] {
    var order = levels.indices.filter { !skipped[$0] }
    guard var level = order.map({ levels[$0] }).max() else { return [] }
    while level > 0 {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        if end - start > 1 { order[start..<end].reverse() }
        start = max(end, start + 1)
      }
      level -= 1
    }
    return order
  }
}
