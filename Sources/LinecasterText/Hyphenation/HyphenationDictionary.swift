import LinecasterBase

/// Where words of a language may be broken, by Liang's patterns in files as Debian's packages
/// `hyphen-*` and LibreOffice have them.
///
/// Breaks are those of the library libhyphen, but for those that change how a word is spelled, as
/// Hungarian `asszony` becomes `asz-szony`: there is none.
///
///     let german = try HyphenationDictionary(path: "/usr/share/hyphen/hyph_de_DE.dic")
///     print(german.breaks(in: "Silbentrennung"))  // [3, 6, 10]
public struct HyphenationDictionary: Sendable {
  private let storage: Storage

  /// The number of patterns that only say where breaking a word changes its spelling.
  public var unsupportedPatterns: Int { storage.unsupportedPatterns }

  /// The memory that it takes, in bytes.
  public var byteCount: Int { storage.levels.reduce(0) { $0 + $1.byteCount } }

  /// Takes what a file says.
  init(_ storage: Storage) { self.storage = storage }

  /// A class, so that the dictionary is one word however many arrays it has.
  final class Storage: Sendable {
    /// The patterns for the parts of compounds, then those for what they break into.
    let levels: [PatternTrie]
    let minimums: Minimums
    /// What no word is broken before or behind.
    let unbroken: [[UInt16]]
    let unsupportedPatterns: Int

    init(
      levels: [PatternTrie], minimums: Minimums, unbroken: [[UInt16]], unsupportedPatterns: Int
    ) {
      self.levels = levels
      self.minimums = minimums
      self.unbroken = unbroken
      self.unsupportedPatterns = unsupportedPatterns
    }
  }

  /// The fewest letters that stand before and after a break.
  struct Minimums: Sendable {
    var before = 0
    var after = 0
    /// The same at the edges of the parts of a compound.
    var compoundBefore = 0
    var compoundAfter = 0
  }

  /// Words of more UTF-16 units are not broken.
  static let longestWord = 256
  /// Compounds of compounds are taken apart this often.
  private static let deepestCompound = 16

  /// The UTF-16 offsets at which a word may be broken, in ascending order.
  ///
  /// Case does not matter. Words of more than 256 units have none.
  ///
  /// - Parameters:
  ///   - word: One word, without the punctuation around it.
  ///   - before: The fewest letters before a break; fewer than the dictionary asks for change
  ///     nothing.
  ///   - after: The fewest letters after one.
  /// - Complexity: O(letters), times the parts of the compound.
  public func breaks(in word: String, before: Int = 0, after: Int = 0) -> [Int] {
    breaks(in: Array(word.utf16.prefix(Self.longestWord + 1)), before: before, after: after)
  }

  /// The same of UTF-16 units.
  func breaks(in word: [UInt16], before: Int = 0, after: Int = 0) -> [Int] {
    guard 2...Self.longestWord ~= word.count else { return [] }
    let word = Self.lowercased(word)
    var places = hyphenate(word[...], level: 0, isStart: true, isEnd: true, depth: 0)
    let minimums = storage.minimums
    let least = { $0 > 0 ? $0 : 2 }
    places.removeFirst(upTo: max(least(minimums.before), before), of: word[...])
    places.removeLast(upTo: max(least(minimums.after), after), of: word[...])
    for part in storage.unbroken { places.removeBreaks(beside: part, in: word) }
    return word.indices.dropLast().filter { places.isBreak($0) }.map { $0 + 1 }
  }

  /// The breaks of a part of a word that the dictionary's patterns give.
  private func hyphenate(
    _ part: ArraySlice<UInt16>, level: Int, isStart: Bool, isEnd: Bool, depth: Int
  ) -> BreakValues {
    var places = BreakValues(of: part, by: storage.levels[level])
    guard level + 1 < storage.levels.count else { return places }
    var begin = 0
    for index in 0..<part.count
    where places.isOdd(index) || begin > 0 && index + 1 == part.count {
      defer { begin = index + 1 }
      // As in libhyphen parts of two letters stay whole.
      guard index > begin + 1, depth < Self.deepestCompound else { continue }
      let inner = part[part.startIndex + begin...part.startIndex + index]
      places.replace(
        begin..<index,
        by: hyphenate(
          BreakValues.dotted(inner)[...], level: level, isStart: isStart && begin == 0,
          isEnd: isEnd && !places.isOdd(index), depth: depth + 1))
    }
    if begin == 0 {
      places = hyphenate(part, level: level + 1, isStart: isStart, isEnd: isEnd, depth: depth)
    }
    if !isStart { places.removeFirst(upTo: storage.minimums.compoundBefore, of: part) }
    if !isEnd { places.removeLast(upTo: storage.minimums.compoundAfter, of: part) }
    return places
  }

  /// The letters that patterns are written in, one unit for each.
  private static func lowercased(_ word: [UInt16]) -> [UInt16] {
    word.map { unit in
      if unit < 0x80 { return unit &- 0x41 < 26 ? unit | 0x20 : unit }
      return UInt16(exactly: UnicodeAnalyzer.lowerCase(of: UInt32(unit))) ?? unit
    }
  }
}

/// What patterns say of the breaks after each letter of a word.
private struct BreakValues {
  private var values: [UInt8]
  /// Where breaking changes how the word is spelled.
  private var isReplaced: [Bool]

  /// What the patterns of a level say of part of a word.
  init(of part: ArraySlice<UInt16>, by patterns: PatternTrie) {
    let dotted = [Self.dot] + Self.dotted(part) + [Self.dot]
    values = Array(repeating: 0, count: dotted.count)
    isReplaced = Array(repeating: false, count: dotted.count)
    patterns.match(dotted, &values, &isReplaced)
    // Patterns have the place before a letter; nothing is broken after the last one.
    values.removeFirst()
    isReplaced.removeFirst()
    values[part.count - 1] = 0
  }

  func isOdd(_ index: Int) -> Bool { values[index] & 1 != 0 }

  /// Whether the word may be broken after a letter as it is spelled.
  func isBreak(_ index: Int) -> Bool { isOdd(index) && !isReplaced[index] }

  mutating func replace(_ range: Range<Int>, by inner: BreakValues) {
    for index in range {
      values[index] = inner.values[index - range.lowerBound]
      isReplaced[index] = inner.isReplaced[index - range.lowerBound]
    }
  }

  /// Removes breaks with fewer letters before them; digits do not count.
  mutating func removeFirst(upTo least: Int, of word: ArraySlice<UInt16>) {
    var letters = 1 - word.prefix(while: Self.isDigit).count
    if let first = word.first { letters += Self.moreLetters(in: first) }
    var index = 0
    while letters < least, index < word.count {
      values[index] = 0
      index += 1
      letters += 1
      if index < word.count { letters += Self.moreLetters(in: word[word.startIndex + index]) }
    }
  }

  /// Removes breaks with fewer letters after them.
  mutating func removeLast(upTo least: Int, of word: ArraySlice<UInt16>) {
    var letters = -word.dropFirst().reversed().prefix(while: Self.isDigit).count
    var index = word.count - 1
    while letters < least, index > 0 {
      values[index] = 0
      if word[word.startIndex + index] & 0xFC00 != 0xDC00 { letters += 1 }
      index -= 1
    }
  }

  /// Removes the breaks before and after all places of a part.
  mutating func removeBreaks(beside part: [UInt16], in word: [UInt16]) {
    guard !part.isEmpty, word.count >= part.count else { return }
    for start in 0...word.count - part.count
    where word[start..<start + part.count].elementsEqual(part) {
      values[start + part.count - 1] = 0
      if start > 0 { values[start - 1] = 0 }
    }
  }

  /// Letters with dots for the digits among them, as patterns see them.
  static func dotted(_ part: ArraySlice<UInt16>) -> [UInt16] {
    part.map { isDigit($0) ? dot : $0 }
  }

  private static let dot = UInt16(UInt8(ascii: "."))

  private static func isDigit(_ unit: UInt16) -> Bool { 0x30...0x39 ~= unit }

  /// How many letters more than one a ligature stands for: `ffi` and `ffl` count as two.
  private static func moreLetters(in unit: UInt16) -> Int {
    unit == 0xFB03 || unit == 0xFB04 ? 1 : 0
  }
}
