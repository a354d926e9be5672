import LinecasterBase

/// The part of an edited text to prepare again: from the paragraphs (UAX 9) in which it differs
/// from a prepared text, or from a word of the first one, to the end of the last one.
///
/// Directions, lines, fonts and glyphs of a paragraph are independent of other paragraphs, except
/// that text without a script takes that of the text before it.
struct TextEdit {
  let old: PreparedParagraph
  let source: EditedText
  /// The units to prepare; never empty.
  private(set) var units: Range<Int>
  /// The distance that the units after the edit have moved.
  let shift: Int
  /// The word at which the units start; `nil` if they start with a paragraph.
  private(set) var join: RunJoin?
  /// The start of the first paragraph.
  private(set) var paragraphStart = 0

  /// The units of the old text that they replace.
  var oldUnits: Range<Int> { units.lowerBound..<units.upperBound - shift }

  /// Compares a text with a prepared one; returns `nil` if they share nothing to reuse.
  ///
  /// - Complexity: O(units); that of the last paragraph's end if the source continues the old text.
  init?(of old: PreparedParagraph, to source: EditedText) {
    let count = source.units.count
    let common = CommonText(old, source)
    self.old = old
    self.source = source
    shift = count - old.count
    let most = min(count, old.count)
    units = 0..<count
    let change = common.prefix(upTo: most)
    var start = paragraphStart(upTo: change)
    if start == count, start > 0 { start = paragraphStart(upTo: start - 1) }
    let join = RunJoin(before: change, in: source, from: start, of: old)
    if !hasScript(in: 0..<start) { start = 0 }
    paragraphStart = start
    if let join {
      let suffix = common.suffix(upTo: most - join.unit)
      let end = paragraphEnd(from: max(count - suffix, join.unit) + 1)
      // A join has the direction of its paragraph, and those that follow have their own.
      if paragraphEnd(from: join.unit + 1) == end {
        self.join = join
        units = join.unit..<end
        return
      }
    }
    let suffix = common.suffix(upTo: most - start)
    units = start..<paragraphEnd(from: max(count - suffix, start) + 1)
    guard !units.isEmpty, units.count < count else { return nil }
  }

  /// Returns the last paragraph start of both texts in their first `most` units, which are equal.
  private func paragraphStart(upTo most: Int) -> Int {
    var start = most
    // No paragraph ends in text that was scanned before and is the same.
    let scan = old.growth?.scan.flatMap { $0.end < most ? $0 : nil }
    while start > scan?.end ?? 0,
      !endsParagraph(at: start, source.units) || !endsParagraph(at: start, old.text)
    {
      start -= 1
    }
    if let scan, start == scan.end { return scan.start }
    return start
  }

  /// Returns the first paragraph end from a unit on. The texts share the terminator before it and
  /// all that follows.
  private func paragraphEnd(from first: Int) -> Int {
    var end = min(first, source.units.count)
    while end < source.units.count, !endsParagraph(at: end, source.units) { end += 1 }
    return end
  }

  private func endsParagraph(at place: Int, _ text: SharedArray<UInt16>) -> Bool {
    guard ParagraphSeparator.isOne(text[place - 1]) else { return false }
    return LineTerminator.endsLine(text[place - 1], before: place < text.count ? text[place] : nil)
  }

  /// Extends the units to the start of the first paragraph, or by following paragraphs to at least
  /// twice their number if the text allows. Returns false if the units are the whole text.
  mutating func grow() -> Bool {
    if join != nil {
      join = nil
      units = paragraphStart..<units.upperBound
    } else {
      units = units.lowerBound..<paragraphEnd(from: units.upperBound + units.count)
    }
    return units.count < source.units.count
  }

  /// Whether the units extend to the end of the text.
  var reachesEnd: Bool { units.upperBound == source.units.count }

  /// The range to prepare: the preceding terminator, or the words before a join, and the units.
  var prepared: Range<Int> {
    (join?.start ?? max(0, units.lowerBound - 1))..<units.upperBound
  }

  /// The number of known units at its start.
  var lead: Int { units.lowerBound - prepared.lowerBound }

  /// The styles of the prepared range, by index.
  var styles: Range<Int> {
    let first = source.runs.bisect { prepared.lowerBound < $0.end }
    return first..<source.runs.bisect { prepared.upperBound <= $0.end } + 1
  }

  /// The prepared range as a separate text.
  var text: SourceText {
    let prepared = prepared
    let runs = source.runs[styles].map { run in
      var run = run
      run.end = min(run.end, prepared.upperBound) - prepared.lowerBound
      return run
    }
    return SourceText(
      units: Array(source.units.slice(prepared)), runs: runs,
      map: SourceMap(identity: prepared.count),
      marks: source.marks?.slice(prepared))
  }
}

extension TextEdit {
  /// The script that text without one takes at the start of the prepared range; `nil` for that of
  /// the first text there with a script.
  var scriptBefore: ScriptCode? {
    if let join { return join.item.script }
    guard units.lowerBound == 0 else {
      return old.runs[old.runIndex(containing: units.lowerBound - 1)].item.script
    }
    guard !hasScript(in: units) else { return nil }
    let first = (units.upperBound..<source.units.count).first { hasScript(in: $0..<$0 + 1) }
    guard let first, let value = source.units.scalar(at: first) else { return nil }
    let script = UnicodeAnalyzer.script(of: value)
    return script == .katakana ? .hiragana : script
  }

  /// The script that text without one took after the units of the old text.
  var oldScriptBehind: ScriptCode? {
    oldUnits.upperBound > 0
      ? old.runs[old.runIndex(containing: oldUnits.upperBound - 1)].item.script : nil
  }

  /// Whether any text in a range has a script of its own.
  private func hasScript(in range: Range<Int>) -> Bool {
    range.contains { unit in
      guard let value = source.units.scalar(at: unit) else { return false }
      let script = UnicodeAnalyzer.script(of: value)
      return script != .common && script != .inherited
    }
  }
}

/// The common start and end of two texts, in units, styles, attachments and white space rules.
private struct CommonText {
  private let old: PreparedParagraph
  private let source: EditedText

  init(_ old: PreparedParagraph, _ source: EditedText) {
    self.old = old
    self.source = source
  }

  /// Returns the number of common units from the start, at most `most`.
  func prefix(upTo most: Int) -> Int {
    var count = min(most, Self.prefix(old.styles, source.runs))
    if let flow = old.flow, let marks = source.marks {
      count = min(count, Self.prefix(flow.spaces, marks.spaces))
      count = min(
        count, Self.prefix(flow.attachments.map(\.unit), marks.attachments.map(\.offset)))
    }
    return source.continuesOld ? count : old.text.commonCount(with: source.units, upTo: count)
  }

  /// Returns the number of common units before the end, at most `most`.
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
    return old.text.commonCountAtEnd(with: source.units, upTo: count)
  }

  /// Returns the place up to which ascending places are equal.
  private static func prefix(_ one: [Int], _ other: [Int]) -> Int {
    let same = zip(one, other).prefix { $0 == $1 }.count
    return min(same < one.count ? one[same] : .max, same < other.count ? other[same] : .max)
  }

  /// Returns the place up to which consecutive ranges are equal.
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

  /// Returns the length from the end over which consecutive ranges are equal.
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

/// A range of text with a common property.
private protocol TextStretch {
  var end: Int { get }
  /// Whether another range has the same property, regardless of its end.
  func isLike(_ other: Self) -> Bool
}

extension AttributedText.Run: TextStretch {
  fileprivate func isLike(_ other: AttributedText.Run) -> Bool {
    style == other.style && startsItem == other.startsItem
  }
}

extension InlineMarks.SpaceStretch: TextStretch {
  fileprivate func isLike(_ other: InlineMarks.SpaceStretch) -> Bool {
    whiteSpace == other.whiteSpace && followsBox == other.followsBox
      && wrapsBehindBox == other.wrapsBehindBox && followsCollapsed == other.followsCollapsed
  }
}

extension InlineMarks {
  /// Returns the attachments and white space rules of part of the text.
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
          whiteSpace: stretch.whiteSpace, followsBox: stretch.followsBox,
          wrapsBehindBox: stretch.wrapsBehindBox, followsCollapsed: stretch.followsCollapsed))
    }
    return slice
  }
}

extension SharedArray<UInt16> {
  /// Returns the number of equal units at the start of two texts.
  fileprivate func commonCount(with other: SharedArray, upTo most: Int) -> Int {
    var count = 0
    for end in [sharedCount, other.sharedCount, most].sorted() {
      let range = count..<Swift.max(count, Swift.min(end, most))
      count += slice(range).commonCount(with: other.slice(range))
      guard count == range.upperBound else { break }
    }
    return count
  }

  /// Returns the number of equal units at the end of two texts.
  fileprivate func commonCountAtEnd(with other: SharedArray, upTo most: Int) -> Int {
    var common = 0
    // Most texts differ soon, and slices of shared arrays may be copies.
    while common < most {
      let length = Swift.min(most - common, 1_024)
      let (end, otherEnd) = (count - common, other.count - common)
      let same = slice(end - length..<end)
        .commonCountAtEnd(with: other.slice(otherEnd - length..<otherEnd))
      common += same
      guard same == length else { break }
    }
    return common
  }

  /// Returns the character that contains a unit; `nil` for half a surrogate pair.
  fileprivate func scalar(at unit: Int) -> UInt32? {
    let start = Swift.max(0, unit - 1)
    return slice(start..<Swift.min(count, unit + 2)).withUnsafeBufferPointer {
      $0.scalarValue(at: unit - start)
    }
  }
}

extension ArraySlice<UInt16> {
  /// Returns the number of equal units at the start of two texts of one length, four units per
  /// step.
  func commonCount(with other: ArraySlice) -> Int {
    withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        var offset = 0
        while offset + 8 <= bytes.count,
          bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            == others.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
          offset += 8
        }
        while offset + 2 <= bytes.count,
          bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            == others.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        {
          offset += 2
        }
        return offset / 2
      }
    }
  }
  /// Returns the number of equal units at the end of two texts of one length, four units per step.
  func commonCountAtEnd(with other: ArraySlice) -> Int {
    withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        var end = bytes.count
        while end >= 8,
          bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self)
            == others.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self)
        {
          end -= 8
        }
        while end >= 2,
          bytes.loadUnaligned(fromByteOffset: end - 2, as: UInt16.self)
            == others.loadUnaligned(fromByteOffset: end - 2, as: UInt16.self)
        {
          end -= 2
        }
        return (bytes.count - end) / 2
      }
    }
  }
}
