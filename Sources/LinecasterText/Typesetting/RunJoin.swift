import LinecasterBase

/// A word inside a run at which an edited paragraph continues its earlier version.
///
/// Everything before the word is reused. The words before it, from `start` on, are prepared again
/// as context, and compared with the earlier version.
struct RunJoin {
  /// The first unit of the context.
  let start: Int
  /// The first unit of the word.
  let unit: Int
  /// The index of the run.
  let run: Int
  /// The item of the run as it was up to the word, in units from `start`; its own start may be
  /// negative.
  let item: TextItem
  /// The embedding level of the paragraph and of all its text before the word.
  let level: UInt8
  /// A scan of the paragraph before `start`.
  let scan: ParagraphScan

  /// Finds the last word before a change; returns `nil` if the paragraph must be prepared whole.
  ///
  /// - Parameters:
  ///   - change: The first unit that differs from the earlier version.
  ///   - source: The edited text.
  ///   - paragraph: The start of the paragraph (UAX 9) that contains the change.
  ///   - old: The earlier version.
  init?(
    before change: Int, in source: EditedText, from paragraph: Int, of old: PreparedParagraph
  ) {
    guard change - paragraph > Self.fewUnits, source.marks == nil, old.flow == nil,
      old.style.lineBreakRules == .css, !old.style.writingMode.isVertical
    else { return nil }
    let level = old.baseLevel(at: paragraph)
    // The first grapheme of the word must be as before: it decides whether the item's spaces before
    // it are part of the item.
    let known = Self.knownGraphemes(before: change, in: old)
    guard let (unit, start, run) = Self.words(from: paragraph + 1, upTo: known, of: old) else {
      return nil
    }
    let shaped = old.runs[run]
    let style = old.styles[shaped.item.style].style
    guard !shaped.item.isControl, shaped.item.level == level,
      old.styleIndex(at: start) == shaped.item.style,
      style.letterSpacing == 0, style.wordSpacing == 0,
      // The width of spaces is known to an item from its first space on.
      shaped.item.foreignSpace == nil
        || old.text.slice(shaped.start + 1..<unit).contains(0x20),
      let scan = ParagraphScan(from: paragraph, to: start, run: run, level: level, of: old)
    else { return nil }
    self.start = start
    self.unit = unit
    self.run = run
    self.level = level
    self.scan = scan
    var item = shaped.item.moved(by: -start, style: 0, face: 0)
    item.end = unit - start
    self.item = item
  }

  /// The number of units from which finding a word is worth it.
  private static let fewUnits = 64
  /// The fewest units of context.
  private static let fewestContext = 4
  /// The most units to search.
  private static let reach = 512

  /// Returns the last grapheme boundary that no text from a change on can move: the characters
  /// beside it are before the change, and boundaries depend on nothing after them (UAX 29).
  private static func knownGraphemes(before change: Int, in old: PreparedParagraph) -> Int {
    var unit = change - 1
    // The second half of the character is changed, or only seems to be the same.
    if unit > 0, UTF16.isLeadSurrogate(old.text[unit]) { unit -= 1 }
    while unit > 0, !old.boundaries[unit].contains(.grapheme) { unit -= 1 }
    return unit
  }

  /// Returns the last word between two units that has its context in its own run, the start of the
  /// context, and the run.
  ///
  /// Right behind the start of a run, which long text has every few thousand units, that is a word
  /// of an earlier run.
  private static func words(
    from first: Int, upTo end: Int, of old: PreparedParagraph
  ) -> (unit: Int, start: Int, run: Int)? {
    var last = end
    while end - last <= reach {
      guard let unit = place(from: first, upTo: last, of: old),
        let start = place(from: first, upTo: unit - fewestContext, of: old)
      else { return nil }
      let run = old.runIndex(containing: unit)
      if old.runs[run].start <= start { return (unit, start, run) }
      last = old.runs[run].start
    }
    return nil
  }

  /// Returns the last place between two units where a word starts that neither its line
  /// opportunity, graphemes nor glyphs tie to the text before it; `nil` also if the second unit is
  /// the earlier one.
  private static func place(
    from first: Int, upTo end: Int, of old: PreparedParagraph
  ) -> Int? {
    var unit = end - 1
    let least = max(first + 1, unit - reach)
    while unit >= least {
      let flags = old.boundaries[unit]
      if flags.isSuperset(of: [.softBreak, .grapheme]), !flags.contains(.unsafe),
        startsWord(at: unit, in: old.text)
      {
        return unit
      }
      unit -= 1
    }
    return nil
  }

  /// Whether a word starts after a space between letters of the same kind, or between ideographs.
  /// All rules break there, and both sides are analyzed alike if separate.
  private static func startsWord(at unit: Int, in text: SharedArray<UInt16>) -> Bool {
    let (before, next) = (text[unit - 1], text[unit])
    guard before == 0x20 else {
      return before > 0x2FFF && next > 0x2FFF && hasScript(before) && hasScript(next)
        && IdeographPairs.answer(before, next) == .break
    }
    let last = text[unit - 2]
    return LetterPairs.isLetter(next) && LetterPairs.isLetter(last)
      || LetterPairs.isComplex(next) && LetterPairs.isComplex(last)
        && hasScript(next) && hasScript(last)
  }

  private static func hasScript(_ unit: UInt16) -> Bool {
    let script = UnicodeAnalyzer.script(of: UInt32(unit))
    return script != .common && script != .inherited
  }

  /// Whether levels and scripts of the analyzed text are those that it has in the whole paragraph.
  ///
  /// Text of the paragraph's level before the word decides nothing after it, except by brackets
  /// that enclose the word.
  func isExact(_ text: [UInt16], _ analysis: TextAnalysis) -> Bool {
    if scan.hasOpenBracket, text.contains(where: PairedBracket.isClosing) { return false }
    let levels = UnsafeBufferPointer(analysis.levels)
    let isUniform = levels.isEmpty ? level == 0 : levels.allSatisfy { $0 == level }
    return isUniform || !text.contains(where: BidiControl.mayEnclose)
  }
}

/// Characters by which the bidirectional algorithm sees more than adjacent text.
enum BidiControl {
  /// Whether a unit is an embedding, an override, an isolate or the end of one.
  static func isOne(_ unit: UInt16) -> Bool {
    (0x202A...0x202E).contains(unit) || (0x2066...0x2069).contains(unit)
  }

  /// Whether a unit is a control or may be a bracket.
  static func mayEnclose(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D: true
    case 0x0F3A...0x0F3D, 0x169B...0x169C, 0x2020...0x20FF, 0x2300...0x23FF, 0x2700...0x2BFF,
      0x2E00...0x2E7F, 0x3000...0x303F, 0xFE50...0xFE6F, 0xFF00...0xFF65:
      true
    default: false
    }
  }
}
