import LinecasterBase

/// A paragraph's text as laid out: white space collapsed, with styles and offsets into the source.
struct SourceText: Sendable {
  /// The UTF-16 units that are laid out.
  let units: [UInt16]
  /// The styles of the units; never empty.
  let runs: [AttributedText.Run]
  /// The map to offsets of the source text.
  let map: SourceMap
  /// The boxes and attachments; `nil` if there are none.
  let marks: InlineMarks?
  /// The units that continue a source character that was mapped to several.
  var joins: [Int] = []

  /// Collapses white space and maps case as the paragraph's `whiteSpace` and the styles require.
  ///
  /// `worker` finds words and small capitals for styles that need them.
  ///
  /// - Complexity: O(units).
  init(
    _ text: AttributedText, whiteSpace: WhiteSpace, isVertical: Bool = false,
    worker: TextWorker? = nil, _ scope: WorkScope
  ) throws(CancellationError) {
    let source = try UnicodeAnalyzer.units(of: text.string, count: text.utf16Count, scope)
    let cased = text.asksForCase ? try CasedText(text, source, worker, scope) : nil
    if isVertical || text.inline != nil || cased != nil {
      self = try InlineFlattener.flatten(
        text, units: source, cased: cased, whiteSpace: whiteSpace, isVertical: isVertical,
        scope)
      return
    }
    marks = nil
    let keepsLineFeeds = whiteSpace == .preLine
    guard whiteSpace.collapses,
      let collapsed = try WhiteSpaceCollapser.collapse(
        source, keepsLineFeeds: keepsLineFeeds, scope)
    else {
      units = source
      runs = text.runs
      map = SourceMap(identity: source.count)
      return
    }
    units = collapsed.units
    map = collapsed.map
    runs = Self.runs(text.runs, in: collapsed.map)
  }

  /// The same text after `count` units of the source, which are laid out separately; requires
  /// marks.
  func behind(_ count: Int) -> SourceText {
    var text = SourceText(
      units: units, runs: runs, map: map.moved(by: count), marks: marks ?? InlineMarks())
    text.joins = joins
    return text
  }

  /// Creates a text with a known source map.
  init(units: [UInt16], runs: [AttributedText.Run], map: SourceMap, marks: InlineMarks?) {
    self.units = units
    self.runs = runs
    self.map = map
    self.marks = marks
  }

  /// The same styles for the remaining text; empty runs are dropped.
  static func runs(_ runs: [AttributedText.Run], in map: SourceMap) -> [AttributedText.Run] {
    var left: [AttributedText.Run] = []
    for run in runs {
      let end = map.offset(ofSource: run.end)
      guard end > left.last?.end ?? 0 else { continue }
      if let last = left.last, last.style == run.style {
        left[left.count - 1].end = end
      } else {
        left.append(AttributedText.Run(end: end, style: run.style))
      }
    }
    return left.isEmpty ? runs.prefix(1).map { .init(end: 0, style: $0.style) } : left
  }
}

/// The map between offsets of laid-out text and of its source.
///
/// All offsets are UTF-16. An identity map stores nothing.
struct SourceMap: Hashable, Sendable {
  /// The number of units laid out.
  let count: Int
  /// The number of units of the source; may be smaller if boxes add controls or one letter maps to
  /// several.
  let sourceCount: Int
  /// The removed ranges in text order, with distinct offsets.
  private let removals: [Removal]

  /// A range of the source that is not laid out.
  struct Removal: Hashable, Sendable {
    /// The offset in the laid-out text of the unit after it.
    var offset: Int
    /// The number of units removed before that offset, including this range, minus units before it
    /// that were added.
    var total: Int
  }

  /// Creates the identity map.
  init(identity count: Int) {
    self.init(count: count, removals: [])
  }

  /// Creates the map of text with removed ranges.
  init(count: Int, removals: [Removal]) {
    self.count = count
    self.removals = removals
    sourceCount = count + (removals.last?.total ?? 0)
  }

  /// The map of the same text after `units` units of the source.
  func moved(by units: Int) -> SourceMap {
    var moved = removals.map { Removal(offset: $0.offset, total: $0.total + units) }
    if moved.first?.offset != 0 { moved.insert(Removal(offset: 0, total: units), at: 0) }
    return SourceMap(count: count, removals: moved)
  }

  /// The number of units removed at the end.
  var removedAtEnd: Int {
    guard let last = removals.last, last.offset == count else { return 0 }
    return last.total - (removals.count > 1 ? removals[removals.count - 2].total : 0)
  }

  /// The map of a longer text: up to a unit this one, and then another one.
  ///
  /// - Parameter start: The unit at which the other text starts. Nothing before it is removed
  ///   behind it, and nothing at the start of the other text.
  func continued(by other: SourceMap, from start: Int) -> SourceMap {
    let kept = removals[..<removals.bisect { $0.offset > start }]
    let total = kept.last?.total ?? 0
    return SourceMap(
      count: start + other.count,
      removals: Array(kept)
        + other.removals.map { Removal(offset: $0.offset + start, total: $0.total + total) })
  }

  /// Returns the first unit that another map may give another offset.
  ///
  /// - Complexity: O(removals).
  func commonCount(with other: SourceMap) -> Int {
    let same = zip(removals, other.removals).prefix { $0 == $1 }.count
    return [removals, other.removals].compactMap { $0.dropFirst(same).first?.offset }.min()
      ?? min(count, other.count)
  }

  /// Whether offsets are equal in both texts.
  var isIdentity: Bool { removals.isEmpty }

  /// The memory use, in bytes.
  var byteCount: Int { removals.count * MemoryLayout<Removal>.stride }

  /// Maps an offset to the source.
  ///
  /// Removed text belongs to the unit before it, or to the first unit if it was at the start.
  /// Ranges that cover the laid-out text therefore cover the source too.
  ///
  /// - Complexity: O(log removals).
  func source(of offset: Int) -> Int {
    if isIdentity || offset <= 0 { return offset }
    return offset >= count ? sourceCount : sourceUnit(of: offset)
  }

  /// Maps a range to the source, including text removed inside and after it; the whole source if
  /// nothing is laid out.
  func source(of range: Range<Int>) -> Range<Int> {
    count == 0 ? 0..<sourceCount : source(of: range.lowerBound)..<source(of: range.upperBound)
  }

  /// Maps a range to the source from its first unit to its last, without text removed around them.
  func sourceUnits(of range: Range<Int>) -> Range<Int> {
    guard !isIdentity else { return range }
    guard !range.isEmpty else { return source(of: range) }
    let last = sourceUnit(of: range.upperBound - 1)
    return sourceUnit(of: range.lowerBound)..<min(last + 1, source(of: range.upperBound))
  }

  /// Maps a source offset to the laid-out text; removed text maps to the place where it was
  /// removed.
  ///
  /// - Complexity: O(log removals).
  func offset(ofSource source: Int) -> Int {
    let next = removals.bisect { $0.offset + $0.total > source }
    let total = next == 0 ? 0 : removals[next - 1].total
    let offset = source - total
    return next < removals.count ? min(offset, removals[next].offset) : min(offset, count)
  }

  /// Maps a unit to its offset in the source.
  private func sourceUnit(of unit: Int) -> Int {
    let next = removals.bisect { $0.offset > unit }
    return unit + (next == 0 ? 0 : removals[next - 1].total)
  }
}

/// Collapses white space (CSS Text 3 §4.1).
///
/// As in browsers, a line terminator between ideographs becomes a space, and one beside a
/// zero-width space vanishes.
struct WhiteSpaceCollapser {
  private let text: UnsafeBufferPointer<UInt16>
  /// Whether line feeds and carriage returns end lines instead of collapsing.
  private let keepsLineFeeds: Bool
  private var units: [UInt16] = []
  private var removals: [SourceMap.Removal] = []

  private init(_ text: UnsafeBufferPointer<UInt16>, keepsLineFeeds: Bool) {
    self.text = text
    self.keepsLineFeeds = keepsLineFeeds
  }

  /// Returns the collapsed text with its map; `nil` if nothing changes.
  ///
  /// - Complexity: O(units).
  static func collapse(
    _ text: [UInt16], keepsLineFeeds: Bool, _ scope: WorkScope
  ) throws(CancellationError) -> (units: [UInt16], map: SourceMap)? {
    try text.withUnsafeBufferPointer { text throws(CancellationError) in
      var collapser = WhiteSpaceCollapser(text, keepsLineFeeds: keepsLineFeeds)
      guard let first = try collapser.firstChange(scope) else { return nil }
      return try collapser.result(from: first, scope)
    }
  }

  /// Returns the collapsed text with its map, for a text that continues another one.
  ///
  /// - Parameter text: The last unit of the other text, which must not be white space, and the
  ///   units after it.
  /// - Complexity: O(units).
  static func collapse(
    continuing text: [UInt16], keepsLineFeeds: Bool, _ scope: WorkScope
  ) throws(CancellationError) -> (units: [UInt16], map: SourceMap)? {
    try text.withUnsafeBufferPointer { text throws(CancellationError) in
      var collapser = WhiteSpaceCollapser(text, keepsLineFeeds: keepsLineFeeds)
      return collapser.isCollapsible(text[0]) ? nil : try collapser.result(from: 1, scope)
    }
  }

  private mutating func result(
    from first: Int, _ scope: WorkScope
  ) throws(CancellationError) -> (units: [UInt16], map: SourceMap) {
    try run(from: first, scope)
    return (units, SourceMap(count: units.count, removals: removals))
  }

  /// The first unit that may change; `nil` if nothing changes.
  private func firstChange(_ scope: WorkScope) throws(CancellationError) -> Int? {
    var isAfterSpace = true
    var found: Int?
    try scope.forEachPiece(of: text.indices, steps: 2) { piece in
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
        // The space before it may collapse too.
        return max(0, index - 1)
      } else {
        isAfterSpace = false
      }
    }
    return nil
  }

  private mutating func run(
    from first: Int, _ scope: WorkScope
  ) throws(CancellationError) {
    units.reserveCapacity(text.count)
    units.append(contentsOf: text[..<first])
    var index = first
    try scope.forEachPiece(of: first..<text.count, steps: 4) { piece in
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

  /// Collapses a run of white space to nothing or one space; returns its end.
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

  /// Whether a unit ends a line of this text.
  private func isTerminator(_ unit: UInt16) -> Bool {
    LineTerminator.isOne(unit) && !isCollapsible(unit)
  }

  private static let zeroWidthSpace: UInt16 = 0x200B
}

/// The characters that force a line break (UAX 14, classes BK, CR, LF and NL).
enum LineTerminator {
  /// Whether a unit is one; all characters of these classes are in the basic plane.
  static func isOne(_ unit: UInt16) -> Bool {
    if unit > 0x0D && unit < 0x85 { return false }
    return switch unit {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a line ends between two units; false between a carriage return and its line feed.
  static func endsLine(_ unit: UInt16, before next: UInt16?) -> Bool {
    isOne(unit) && !(unit == 0x0D && next == 0x0A)
  }
}

/// The characters that end a paragraph of the bidirectional algorithm (UAX 9, class B).
enum ParagraphSeparator {
  static func isOne(_ unit: UInt16) -> Bool {
    if unit > 0x1E && unit < 0x85 { return false }
    return switch unit {
    case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029: true
    default: false
    }
  }

  /// The end of the paragraph that starts at a unit, including its separator.
  static func end(from start: Int, in text: UnsafeBufferPointer<UInt16>) -> Int {
    var end = start
    while end < text.count {
      end += 1
      guard isOne(text[end - 1]) else { continue }
      if text[end - 1] == 0x0D, end < text.count, text[end] == 0x0A { continue }
      return end
    }
    return end
  }
}
