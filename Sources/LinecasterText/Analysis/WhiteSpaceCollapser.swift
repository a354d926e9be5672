/// Leaves out the white space of a text that its lines do not show (CSS Text 3 §4.1).
///
/// As in browsers a line terminator between ideographs becomes a space, and one beside a
/// zero-width space vanishes.
struct WhiteSpaceCollapser {
  private let text: UnsafeBufferPointer<UInt16>
  /// Whether line feeds and carriage returns end lines, or are white space like any other.
  private let keepsLineFeeds: Bool
  private var units: [UInt16] = []
  private var removals: [SourceMap.Removal] = []

  private init(_ text: UnsafeBufferPointer<UInt16>, keepsLineFeeds: Bool) {
    self.text = text
    self.keepsLineFeeds = keepsLineFeeds
  }

  /// The text that is laid out and the map to its source; nil where that is the source itself.
  ///
  /// - Complexity: O(units).
  static func collapse<Failure>(
    _ text: [UInt16], keepsLineFeeds: Bool, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> (units: [UInt16], map: SourceMap)? {
    try text.withUnsafeBufferPointer { text throws(Failure) in
      var collapser = WhiteSpaceCollapser(text, keepsLineFeeds: keepsLineFeeds)
      guard let first = try collapser.firstChange(checkpoint) else { return nil }
      try collapser.run(from: first, checkpoint)
      return (
        collapser.units, SourceMap(count: collapser.units.count, removals: collapser.removals)
      )
    }
  }

  /// The first unit from which the text must be looked at closely; nil where nothing changes.
  private func firstChange<Failure>(_ checkpoint: Checkpoint<Failure>) throws(Failure) -> Int? {
    var isAfterSpace = true
    var found: Int?
    try checkpoint.forEachPiece(of: text.indices, steps: 2) { piece in
      if found == nil { found = firstChange(in: piece, &isAfterSpace) }
    }
    return found ?? (isAfterSpace && !text.isEmpty ? text.count - 1 : nil)
  }

  private func firstChange(in piece: Range<Int>, _ isAfterSpace: inout Bool) -> Int? {
    for index in piece {
      let unit = text[index]
      if unit > 0x20 && unit < 0x85 {
        isAfterSpace = false
      } else if unit == 0x20, !isAfterSpace {
        isAfterSpace = true
      } else if unit == 0x20 || unit == 0x09 || isTerminator(unit) || isCollapsible(unit) {
        // The space before it may have to go too.
        return max(0, index - 1)
      } else {
        isAfterSpace = false
      }
    }
    return nil
  }

  private mutating func run<Failure>(
    from first: Int, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) {
    units.reserveCapacity(text.count)
    units.append(contentsOf: text[..<first])
    var index = first
    try checkpoint.forEachPiece(of: first..<text.count, steps: 4) { piece in
      while index < piece.upperBound {
        if isCollapsible(text[index]) {
          index = collapseRun(at: index)
        } else {
          units.append(text[index])
          index += 1
        }
      }
    }
  }

  /// Leaves out a run of white space, or all but a space of it; the result is its end.
  private mutating func collapseRun(at start: Int) -> Int {
    var end = start
    var hasLineFeed = false
    while end < text.count, isCollapsible(text[end]) {
      hasLineFeed = hasLineFeed || text[end] != 0x20 && text[end] != 0x09
      end += 1
    }
    let isAtEdge = start == 0 || isTerminator(text[start - 1]) || end == text.count
    let isBesideBreak =
      hasLineFeed
      && (text[max(start, 1) - 1] == Self.zeroWidthSpace
        || end < text.count && text[end] == Self.zeroWidthSpace)
    if isAtEdge || isBesideBreak || isTerminator(text[end]) {
      remove(end - start)
    } else {
      units.append(0x20)
      remove(end - start - 1)
    }
    return end
  }

  private mutating func remove(_ count: Int) {
    guard count > 0 else { return }
    removals.append(
      SourceMap.Removal(offset: units.count, total: (removals.last?.total ?? 0) + count))
  }

  private func isCollapsible(_ unit: UInt16) -> Bool {
    unit == 0x20 || unit == 0x09 || !keepsLineFeeds && (unit == 0x0A || unit == 0x0D)
  }

  /// Whether a unit ends a line in this text.
  private func isTerminator(_ unit: UInt16) -> Bool {
    LineTerminator.isOne(unit) && !isCollapsible(unit)
  }

  private static let zeroWidthSpace: UInt16 = 0x200B
}
