import LinecasterBase

/// Finds the hyphenation points of a text with dictionaries, and removes opportunities that styles
/// disable (CSS `hyphens`).
struct Hyphenator {
  let dictionaries: HyphenationDictionaries

  /// The hyphenation points; a class, so paragraphs without any store only a pointer.
  final class Result: Sendable {
    /// The units that a line may start with after an inserted hyphen, in ascending order.
    let places: [Int]
    /// The errors of the languages' dictionaries, each once.
    let failures: [HyphenationError]

    init(places: [Int], failures: [HyphenationError]) {
      self.places = places
      self.failures = failures
    }
  }

  /// Adds and removes line opportunities by the styles of a text; `nil` if all soft hyphens count
  /// and no other hyphens are requested.
  ///
  /// - Complexity: O(runs) if the result is `nil`, else O(units) plus the cost of each word's
  ///   dictionary.
  func mark(
    _ source: SourceText, _ flags: inout [BoundaryFlags], _ style: ParagraphStyle,
    _ scope: WorkScope
  ) throws(CancellationError) -> Result? {
    guard Self.marks(source.runs, style) else { return nil }
    var places: [Int] = []
    var failures: [HyphenationError] = []
    var known: [ExactText: HyphenationDictionary?] = [:]
    var start = 0
    var index = 0
    while index < source.runs.count {
      let first = source.runs[index].style
      var end = source.runs[index].end
      while index + 1 < source.runs.count, Self.areAlike(first, source.runs[index + 1].style) {
        index += 1
        end = source.runs[index].end
      }
      switch first.hyphenation {
      case .manual: break
      case .none: Self.ignoreHyphens(in: start..<end, source.units, &flags)
      case .automatic:
        guard let language = first.exactLanguage else { break }
        if known[language] == nil { known[language] = .some(find(language, &failures)) }
        guard let dictionary = known[language] ?? nil else { break }
        let words = WordHyphenator(
          units: source.units, dictionary: dictionary, limits: style.hyphenationLimits)
        try words.mark(start..<end, &flags, &places, scope)
      }
      start = end
      index += 1
    }
    return Result(places: places, failures: failures)
  }

  /// Whether any style adds or removes opportunities.
  static func marks(_ runs: [AttributedText.Run], _ style: ParagraphStyle) -> Bool {
    style.whiteSpace.wraps && runs.contains { $0.style.hyphenation != .manual }
  }

  /// Whether a word may span text of both styles.
  private static func areAlike(_ first: TextStyle, _ second: TextStyle) -> Bool {
    first.hyphenation == second.hyphenation && first.exactLanguage == second.exactLanguage
  }

  private func find(
    _ language: ExactText, _ failures: inout [HyphenationError]
  ) -> HyphenationDictionary? {
    do throws(HyphenationError) {
      return try dictionaries.dictionary(for: language.string)
    } catch {
      if !failures.contains(error) { failures.append(error) }
      return nil
    }
  }

  /// Removes the opportunities after soft hyphens.
  private static func ignoreHyphens(
    in range: Range<Int>, _ units: [UInt16], _ flags: inout [BoundaryFlags]
  ) {
    for unit in range where units[unit] == BoundaryFlags.softHyphen && unit + 1 < units.count {
      if !flags[unit + 1].contains(.hardBreak) { flags[unit + 1].remove(.softBreak) }
    }
  }
}

extension BoundaryFlags {
  /// SOFT HYPHEN, which is visible only at the end of a line.
  static let softHyphen: UInt16 = 0x00AD
}

/// Hyphenates the words of a stretch in one language.
private struct WordHyphenator {
  let units: [UInt16]
  let dictionary: HyphenationDictionary
  let limits: HyphenationLimits

  /// The approximate cost of a unit, in steps.
  private static let stepsPerUnit = 64

  func mark(
    _ range: Range<Int>, _ flags: inout [BoundaryFlags], _ places: inout [Int],
    _ scope: WorkScope
  ) throws(CancellationError) {
    var unit = range.lowerBound
    while unit < range.upperBound {
      let start = unit
      guard isLetter(unit) else {
        unit += 1
        continue
      }
      var hasSoftHyphen = false
      while unit < range.upperBound, isOfWord(unit, before: range.upperBound) {
        if units[unit] == BoundaryFlags.softHyphen { hasSoftHyphen = true }
        unit += 1
      }
      // Soft hyphens in a word override the dictionary (CSS Text 4 §5.3.1).
      if !hasSoftHyphen { add(start..<unit, &flags, &places) }
      try scope.pass((unit - start) * Self.stepsPerUnit)
    }
  }

  private func add(_ word: Range<Int>, _ flags: inout [BoundaryFlags], _ places: inout [Int]) {
    guard word.count <= HyphenationDictionary.longestWord else { return }
    let breaks = dictionary.breaks(
      in: Array(units[word]), before: limits.lettersBefore, after: limits.lettersAfter)
    guard !breaks.isEmpty, letterCount(of: word) >= limits.lettersOfWord else { return }
    for offset in breaks {
      let place = word.lowerBound + offset
      guard flags[place].contains(.grapheme), !flags[place].contains(.softBreak) else { continue }
      flags[place].insert(.softBreak)
      places.append(place)
    }
  }

  private func letterCount(of word: Range<Int>) -> Int { word.count { isLetter($0) } }

  private func isLetter(_ unit: Int) -> Bool {
    let value = units[unit]
    if value < 0x80 { return value & 0xFFDF &- 0x41 < 26 }
    return UnicodeAnalyzer.isLetter(UInt32(value))
  }

  /// Whether a word continues with a unit: a letter, a mark, a soft hyphen, or an apostrophe before
  /// a letter.
  private func isOfWord(_ unit: Int, before end: Int) -> Bool {
    if isLetter(unit) { return true }
    let value = units[unit]
    if value == BoundaryFlags.softHyphen { return true }
    if value == 0x27 || value == 0x2019 { return unit + 1 < end && isLetter(unit + 1) }
    return value > 0x2FF && UnicodeAnalyzer.isMark(UInt32(value))
  }
}
