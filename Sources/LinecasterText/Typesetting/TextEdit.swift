import LinecasterBase

/// What an edited text must have prepared again of it, when it is compared with a text that was
/// prepared: the paragraphs (UAX 9) in which the two differ.
///
/// Directions, lines, fonts and shapes of a paragraph depend on nothing outside of it, but for the
/// script of what has none of its own, which is that of the text before.
struct TextEdit {
  let old: PreparedParagraph
  let source: SourceText
  /// The units to prepare; never empty.
  private(set) var units: Range<Int>
  /// How far the units behind have moved.
  let shift: Int

  /// The units of the old text that they stand in place of.
  var oldUnits: Range<Int> { units.lowerBound..<units.upperBound - shift }

  /// Compares a text with one that was prepared; nil where they share no paragraph.
  ///
  /// - Complexity: O(units).
  init?(of old: PreparedParagraph, to source: SourceText) {
    let count = source.units.count
    let common = CommonText(old, source)
    self.old = old
    self.source = source
    shift = count - old.count
    let most = min(count, old.count)
    units = 0..<count
    var start = paragraphStart(upTo: common.prefix(upTo: most))
    if start == count, start > 0 { start = paragraphStart(upTo: start - 1) }
    if !hasScript(in: 0..<start) { start = 0 }
    let suffix = common.suffix(upTo: most - start)
    units = start..<paragraphEnd(from: max(count - suffix, start) + 1)
    guard !units.isEmpty, units.count < count else { return nil }
  }

  /// The last start of a paragraph of both texts that no more than some units stand before, all of
  /// which they share.
  private func paragraphStart(upTo most: Int) -> Int {
    var start = most
    while start > 0, !endsParagraph(at: start, source.units) || !endsParagraph(at: start, old.text)
    {
      start -= 1
    }
    return start
  }

  /// The first end of a paragraph from a unit on, with which the texts share all that follows and
  /// the terminator before.
  private func paragraphEnd(from first: Int) -> Int {
    var end = min(first, source.units.count)
    while end < source.units.count, !endsParagraph(at: end, source.units) { end += 1 }
    return end
  }

  private func endsParagraph(at place: Int, _ text: [UInt16]) -> Bool {
    guard ParagraphSeparator.isOne(text[place - 1]) else { return false }
    return LineTerminator.endsLine(text[place - 1], before: place < text.count ? text[place] : nil)
  }

  /// Takes in paragraphs behind, as many units as there are or more.
  mutating func grow() {
    units = units.lowerBound..<paragraphEnd(from: units.upperBound + units.count)
  }

  /// Whether the units reach to the end of the text.
  var reachesEnd: Bool { units.upperBound == source.units.count }

  /// What is prepared: the units, behind the terminator before them.
  var prepared: Range<Int> { max(0, units.lowerBound - 1)..<units.upperBound }

  /// How many units of that are known: the terminator.
  var lead: Int { units.lowerBound - prepared.lowerBound }

  /// The styles of what is prepared, by their places.
  var styles: Range<Int> {
    let first = source.runs.bisect { prepared.lowerBound < $0.end }
    return first..<source.runs.bisect { prepared.upperBound <= $0.end } + 1
  }

  /// What is prepared as a text of its own.
  var text: SourceText {
    let prepared = prepared
    let runs = source.runs[styles].map { run in
      var run = run
      run.end = min(run.end, prepared.upperBound) - prepared.lowerBound
      return run
    }
    return SourceText(
      units: Array(source.units[prepared]), runs: runs, map: SourceMap(identity: prepared.count),
      marks: source.marks?.slice(prepared))
  }
}

extension TextEdit {
  /// The script that text without one takes at the start of what is prepared; nil where it is that
  /// of the first text there that has one.
  var scriptBefore: ScriptCode? {
    guard units.lowerBound == 0 else {
      return old.runs[old.runIndex(containing: units.lowerBound - 1)].item.script
    }
    guard !hasScript(in: units) else { return nil }
    let first = (units.upperBound..<source.units.count).first { hasScript(in: $0..<$0 + 1) }
    guard let first, let value = source.units.scalar(at: first) else { return nil }
    let script = UnicodeAnalyzer.script(of: value)
    return script == .katakana ? .hiragana : script
  }

  /// The script that text without one took behind the units of the old text.
  var oldScriptBehind: ScriptCode? {
    oldUnits.upperBound > 0
      ? old.runs[old.runIndex(containing: oldUnits.upperBound - 1)].item.script : nil
  }

  /// Whether text has a script of its own.
  private func hasScript(in range: Range<Int>) -> Bool {
    range.contains { unit in
      guard let value = source.units.scalar(at: unit) else { return false }
      let script = UnicodeAnalyzer.script(of: value)
      return script != .common && script != .inherited
    }
  }
}

/// How far two texts are the same in units, styles, attachments and rules for white space.
private struct CommonText {
  private let old: PreparedParagraph
  private let source: SourceText

  init(_ old: PreparedParagraph, _ source: SourceText) {
    self.old = old
    self.source = source
  }

  /// The units from the start on, `most` or fewer.
  func prefix(upTo most: Int) -> Int {
    var count = min(most, Self.prefix(old.styles, source.runs))
    if let flow = old.flow, let marks = source.marks {
      count = min(count, Self.prefix(flow.spaces, marks.spaces))
      count = min(
        count, Self.prefix(flow.attachments.map(\.unit), marks.attachments.map(\.offset)))
    }
    return zip(old.text.prefix(count), source.units.prefix(count)).prefix { $0 == $1 }.count
  }

  /// The units before the end, `most` or fewer.
  func suffix(upTo most: Int) -> Int {
    var count = min(most, Self.suffix(old.styles, source.runs))
    if let flow = old.flow, let marks = source.marks {
      count = min(count, Self.suffix(flow.spaces, marks.spaces))
      count = min(
        count,
        Self.prefix(
          flow.attachments.reversed().map { old.count - 1 - $0.unit },
          marks.attachments.reversed().map { source.units.count - 1 - $0.offset }))
    }
    var common = 0
    while common < count,
      old.text[old.count - 1 - common] == source.units[source.units.count - 1 - common]
    {
      common += 1
    }
    return common
  }

  /// Up to where places in ascending order are the same.
  private static func prefix(_ one: [Int], _ other: [Int]) -> Int {
    let same = zip(one, other).prefix { $0 == $1 }.count
    return min(same < one.count ? one[same] : .max, same < other.count ? other[same] : .max)
  }

  /// Up to where stretches that follow each other are the same.
  private static func prefix<Stretch: TextStretch>(_ one: [Stretch], _ other: [Stretch]) -> Int {
    if one.isEmpty, other.isEmpty { return .max }
    var common = 0
    for (left, right) in zip(one, other) {
      guard left.isLike(right) else { return common }
      common = min(left.end, right.end)
      guard left.end == right.end else { break }
    }
    return common
  }

  /// From where on they are, counted from the end.
  private static func suffix<Stretch: TextStretch>(_ one: [Stretch], _ other: [Stretch]) -> Int {
    if one.isEmpty, other.isEmpty { return .max }
    var common = 0
    var (left, right) = (one.count - 1, other.count - 1)
    while left >= 0, right >= 0, one[left].isLike(other[right]) {
      let leftCount = one[left].end - (left > 0 ? one[left - 1].end : 0)
      let rightCount = other[right].end - (right > 0 ? other[right - 1].end : 0)
      common += min(leftCount, rightCount)
      guard leftCount == rightCount else { break }
      left -= 1
      right -= 1
    }
    return common
  }
}

/// A stretch of text that something is the same in.
private protocol TextStretch {
  var end: Int { get }
  /// Whether another one has the same, wherever it ends.
  func isLike(_ other: Self) -> Bool
}

extension AttributedText.Run: TextStretch {
  fileprivate func isLike(_ other: AttributedText.Run) -> Bool {
    style == other.style && startsItem == other.startsItem
  }
}

extension InlineMarks.SpaceStretch: TextStretch {
  fileprivate func isLike(_ other: InlineMarks.SpaceStretch) -> Bool {
    whiteSpace == other.whiteSpace && mayStartLine == other.mayStartLine
  }
}

extension InlineMarks {
  /// The attachments and the rules for white space of part of the text.
  fileprivate func slice(_ range: Range<Int>) -> InlineMarks {
    var slice = InlineMarks()
    for placed in attachments where range.contains(placed.offset) {
      slice.attachments.append(
        InlineContent.Placed(
          offset: placed.offset - range.lowerBound, attachment: placed.attachment))
    }
    var start = 0
    for stretch in spaces {
      defer { start = stretch.end }
      guard stretch.end > range.lowerBound, start < range.upperBound else { continue }
      slice.spaces.append(
        SpaceStretch(
          end: min(stretch.end, range.upperBound) - range.lowerBound,
          whiteSpace: stretch.whiteSpace, mayStartLine: stretch.mayStartLine))
    }
    return slice
  }
}

extension [UInt16] {
  /// The character that a unit belongs to or starts; nil for half a pair.
  fileprivate func scalar(at unit: Int) -> UInt32? {
    withUnsafeBufferPointer { $0.scalarValue(at: unit) }
  }
}
