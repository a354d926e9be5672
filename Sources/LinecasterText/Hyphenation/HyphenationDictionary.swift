import LinecasterBase

/// A hyphenation dictionary of one language with Liang's patterns, in the file format of Debian's
/// packages `hyphen-*` and of LibreOffice.
///
/// Breaks match those of libhyphen, except that breaks which change the spelling are omitted, for
/// example Hungarian `asszony` as `asz-szony`.
///
///     let german = try HyphenationDictionary(path: "/usr/share/hyphen/hyph_de_DE.dic")
///     print(german.breaks(in: "Silbentrennung"))  // [3, 6, 10]
public struct HyphenationDictionary: Sendable {
  private let storage: Storage

  /// The number of patterns that only mark breaks with changed spelling, which are ignored.
  public var unsupportedPatterns: Int { storage.unsupportedPatterns }

  /// The memory that the dictionary uses, in bytes.
  public var byteCount: Int { storage.levels.reduce(0) { $0 + $1.byteCount } }

  /// Creates a dictionary from the contents of a file.
  init(_ storage: Storage) { self.storage = storage }

  /// A class, so the dictionary is a single word in size.
  final class Storage: Sendable {
    /// The patterns for the parts of compounds, then those for breaks inside the parts.
    let levels: [PatternTrie]
    let minimums: Minimums
    /// Character sequences before and after which no word is broken.
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

  /// The minimum numbers of letters before and after a break.
  struct Minimums: Sendable {
    var before = 0
    var after = 0
    /// The minimums at the edges of the parts of a compound.
    var compoundBefore = 0
    var compoundAfter = 0
  }

  /// The maximum length of words to break, in UTF-16 units.
  static let longestWord = 256
  /// The maximum nesting depth of compounds.
  private static let deepestCompound = 16

  /// Returns the UTF-16 offsets at which a word may be broken, in ascending order.
  ///
  /// The search ignores case. Words of more than 256 UTF-16 units have no breaks.
  ///
  /// - Parameters:
  ///   - word: One word, without the punctuation around it.
  ///   - before: The minimum number of letters before a break; values below the dictionary's own
  ///     minimum have no effect.
  ///   - after: The minimum number of letters after a break; values below the dictionary's own
  ///     minimum have no effect.
  /// - Complexity: O(letters), for each part of a compound word.
  public func breaks(in word: String, before: Int = 0, after: Int = 0) -> [Int] {
    breaks(in: Array(word.utf16.prefix(Self.longestWord + 1)), before: before, after: after)
  }

  /// Returns the breaks of a word in UTF-16 units.
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

  /// The breaks of a part of a word by the dictionary's patterns.
  private func hyphenate(
    _ part: ArraySlice<UInt16>, level: Int, isStart: Bool, isEnd: Bool, depth: Int
  ) -> BreakValues {
    var places = BreakValues(of: part, by: storage.levels[level])
    guard level + 1 < storage.levels.count else { return places }
    var begin = 0
    for index in 0..<part.count
    where places.isOdd(index) || begin > 0 && index + 1 == part.count {
      defer { begin = index + 1 }
      // As in libhyphen, parts of two letters stay whole.
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

  /// The lower-case letters that patterns use, unit by unit.
  private static func lowercased(_ word: [UInt16]) -> [UInt16] {
    word.map { unit in
      if unit < 0x80 { return unit &- 0x41 < 26 ? unit | 0x20 : unit }
      return UInt16(exactly: UnicodeAnalyzer.lowerCase(of: UInt32(unit))) ?? unit
    }
  }
}

/// The pattern values of the breaks after each letter of a word.
private struct BreakValues {
  private var values: [UInt8]
  /// Whether a break after each letter changes the spelling.
  private var isReplaced: [Bool]

  /// Matches a part of a word against the patterns of a level.
  init(of part: ArraySlice<UInt16>, by patterns: PatternTrie) {
    let dotted = [Self.dot] + Self.dotted(part) + [Self.dot]
    values = Array(repeating: 0, count: dotted.count)
    isReplaced = Array(repeating: false, count: dotted.count)
    patterns.match(dotted, &values, &isReplaced)
    // Pattern values are for the place before a letter; nothing is broken after the last one.
    values.removeFirst()
    isReplaced.removeFirst()
    values[part.count - 1] = 0
  }

  func isOdd(_ index: Int) -> Bool { values[index] & 1 != 0 }

  /// Whether the word may be broken after a letter without a change of spelling.
  func isBreak(_ index: Int) -> Bool { isOdd(index) && !isReplaced[index] }

  mutating func replace(_ range: Range<Int>, by inner: BreakValues) {
    for index in range {
      values[index] = inner.values[index - range.lowerBound]
      isReplaced[index] = inner.isReplaced[index - range.lowerBound]
    }
  }

  /// Removes breaks with too few letters before them; digits do not count.
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

  /// Removes breaks with too few letters after them; digits do not count. As in libhyphen, a break
  /// after a first letter that counts as one depends on the letters before it alone.
  mutating func removeLast(upTo least: Int, of word: ArraySlice<UInt16>) {
    var letters = -word.dropFirst().reversed().prefix(while: Self.isDigit).count
    var index = word.count - 1
    let first = word.first.map(Self.moreLetters) == 1 ? 0 : 1
    while letters < least, index >= first {
      values[index] = 0
      if word[word.startIndex + index] & 0xFC00 != 0xDC00 { letters += 1 }
      index -= 1
    }
  }

  /// Removes the breaks before and after all occurrences of a part.
  mutating func removeBreaks(beside part: [UInt16], in word: [UInt16]) {
    guard !part.isEmpty, word.count >= part.count else { return }
    for start in 0...word.count - part.count
    where word[start..<start + part.count].elementsEqual(part) {
      values[start + part.count - 1] = 0
      if start > 0 { values[start - 1] = 0 }
    }
  }

  /// Replaces digits with dots, as patterns expect.
  static func dotted(_ part: ArraySlice<UInt16>) -> [UInt16] {
    part.map { isDigit($0) ? dot : $0 }
  }

  private static let dot = UInt16(UInt8(ascii: "."))

  private static func isDigit(_ unit: UInt16) -> Bool { 0x30...0x39 ~= unit }

  /// The number of extra letters that a ligature counts for: `ffi` and `ffl` count as two letters.
  private static func moreLetters(in unit: UInt16) -> Int {
    unit == 0xFB03 || unit == 0xFB04 ? 1 : 0
  }
}

/// Parses hyphenation dictionaries: a line with the character set, then settings and patterns, one
/// per line. Patterns for the parts of compounds follow a line `NEXTLEVEL`.
struct HyphenationFileReader {
  private let source: String
  /// The characters of bytes above ASCII; `nil` for UTF-8.
  private var characters: [UInt16]?
  /// The number of the current line, from 1.
  private var line = 0
  private var levels: [Level] = [Level()]

  /// The contents before or after `NEXTLEVEL`.
  private struct Level {
    var patterns = PatternTrie.Builder()
    var minimums = HyphenationDictionary.Minimums()
    var unbroken: [[UInt16]] = []
  }

  /// The maximum size of a file, in bytes.
  static let mostBytes = 16 << 20
  /// The maximum length of a pattern line, in bytes; comments may be longer.
  private static let longestLine = 512

  /// Parses a dictionary from bytes; `source` identifies it in errors.
  ///
  /// - Complexity: O(bytes), plus sorting the prefixes of patterns.
  static func read(
    _ bytes: UnsafeRawBufferPointer, source: String
  ) throws(HyphenationError) -> HyphenationDictionary {
    guard bytes.count <= mostBytes else {
      throw HyphenationError(
        code: .malformed, source: source, reason: "its size is \(bytes.count) bytes")
    }
    var reader = HyphenationFileReader(source: source)
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      try reader.readLine(bytes[start..<end])
      start = end + 1
    }
    guard reader.line > 0 else {
      throw HyphenationError(code: .malformed, source: source, reason: "the file is empty")
    }
    return reader.dictionary
  }

  private init(source: String) { self.source = source }

  /// The dictionary. Patterns for hyphens and apostrophes are added if the file has none for
  /// compounds.
  private var dictionary: HyphenationDictionary {
    let unsupported = levels.reduce(0) { $0 + $1.patterns.replacedCount }
    var levels = levels
    if levels.count == 1 {
      levels.insert(compounds(over: levels[0]), at: 0)
    }
    return HyphenationDictionary(
      HyphenationDictionary.Storage(
        levels: levels.map { $0.patterns.trie() }, minimums: levels[0].minimums,
        unbroken: levels[0].unbroken, unsupportedPatterns: unsupported))
  }

  /// The default compound level of a file that has none.
  private func compounds(over level: Level) -> Level {
    var compounds = Level()
    let signs: [UInt16] = [0x27, 0x2D] + (characters == nil ? [0x2013, 0x2019] : [])
    for sign in signs { compounds.patterns.add([sign], [1, 1], change: nil) }
    compounds.unbroken = signs.map { [$0] }
    var minimums = level.minimums
    let before = minimums.before > 0 ? minimums.before : 3
    let after = minimums.after > 0 ? minimums.after : 3
    if minimums.compoundBefore == 0 { minimums.compoundBefore = before }
    if minimums.compoundAfter == 0 { minimums.compoundAfter = after }
    compounds.minimums = minimums
    return compounds
  }

  private func fault(_ reason: String) -> HyphenationError {
    HyphenationError(code: .malformed, source: source, reason: "line \(line): \(reason)")
  }

  private mutating func readLine(_ bytes: Slice<UnsafeRawBufferPointer>) throws(HyphenationError) {
    line += 1
    if line == 1 { return try readCharacterSet(bytes) }
    guard let first = bytes.first, first != UInt8(ascii: "%"), first != UInt8(ascii: "#") else {
      return
    }
    guard bytes.count <= Self.longestLine else {
      throw fault("a pattern of \(bytes.count) bytes; the limit is \(Self.longestLine)")
    }
    if try readSetting(bytes) { return }
    try readPattern(bytes.prefix { $0 > 0x20 })
  }

  private mutating func readCharacterSet(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) throws(HyphenationError) {
    let name = String(decoding: bytes.prefix(64).prefix { $0 > 0x20 }, as: UTF8.self)
    guard name != "UTF-8" else { return }
    // Files write ISO8859-1, and prefix names of Windows code pages with the vendor.
    let known = name.hasPrefix("microsoft-cp") ? "cp" + name.dropFirst(12) : name
    guard !name.isEmpty, let characters = UnicodeAnalyzer.characters(ofSet: known) else {
      throw fault("unknown character set '\(ExactText.quoted(name))'")
    }
    self.characters = characters
  }

  /// Parses a setting; returns false for other lines.
  private mutating func readSetting(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) throws(HyphenationError) -> Bool {
    let last = levels.count - 1
    let word = bytes.prefix { 0x41...0x5A ~= $0 }
    switch String(decoding: word, as: UTF8.self) {
    case "LEFTHYPHENMIN": levels[last].minimums.before = try number(after: word, bytes)
    case "RIGHTHYPHENMIN": levels[last].minimums.after = try number(after: word, bytes)
    case "COMPOUNDLEFTHYPHENMIN":
      levels[last].minimums.compoundBefore = try number(after: word, bytes)
    case "COMPOUNDRIGHTHYPHENMIN":
      levels[last].minimums.compoundAfter = try number(after: word, bytes)
    case "NOHYPHEN":
      let list = bytes[word.endIndex...].drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
      levels[last].unbroken = try text(list).split(separator: 0x2C).map { Array($0) }
    case "NEXTLEVEL":
      guard levels.count == 1 else { throw fault("more than one NEXTLEVEL") }
      levels.append(Level())
    default: return false
    }
    return true
  }

  private func number(
    after word: Slice<UnsafeRawBufferPointer>, _ bytes: Slice<UnsafeRawBufferPointer>
  ) throws(HyphenationError) -> Int {
    let digits = bytes[word.endIndex...].drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
    guard let number = Int(String(decoding: digits, as: UTF8.self)), 0...99 ~= number else {
      throw fault("expected a number from 0 to 99")
    }
    return number
  }

  /// Decodes bytes to UTF-16 units.
  private func text(_ bytes: Slice<UnsafeRawBufferPointer>) throws(HyphenationError) -> [UInt16] {
    let units =
      characters.map { characters in bytes.map { characters[Int($0)] } }
      ?? String(validating: bytes, as: UTF8.self).map { Array($0.utf16) }
    guard let units, !units.contains(0xFFFD) else { throw fault("invalid text") }
    return units
  }

  /// Parses a pattern, for example `.a2ch4` or, with a spelling change, `as5szon2y/sz=,2,1`.
  private mutating func readPattern(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) throws(HyphenationError) {
    let parts = try text(bytes).split(
      separator: UInt16(UInt8(ascii: "/")), maxSplits: 1, omittingEmptySubsequences: false)
    var letters: [UInt16] = []
    var values: [UInt8] = [0]
    for unit in parts.first ?? [] {
      if 0x30...0x39 ~= unit {
        values[values.count - 1] = UInt8(unit - 0x30)
      } else {
        letters.append(unit)
        values.append(0)
      }
    }
    guard !letters.isEmpty else { return }
    guard parts.count == 2 else {
      let kept = values.drop { $0 == 0 }
      levels[levels.count - 1].patterns.add(letters, kept, change: nil)
      return
    }
    let hasDot = letters[0] == UInt16(UInt8(ascii: "."))
    let change = try change(parts[1], count: letters.count - (hasDot ? 1 : 0))
    levels[levels.count - 1].patterns.add(
      letters, values.dropFirst(hasDot ? 1 : 0), change: change)
  }

  /// The range of a pattern's digits inside the stretch whose spelling changes (`sz=,2,1`).
  private func change(
    _ text: ArraySlice<UInt16>, count: Int
  ) throws(HyphenationError) -> Range<Int> {
    let fields = text.split(separator: 0x2C, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF16.self) }
    guard fields.count > 1 else { return 0..<count + 1 }
    // Some files have additional numbers, which are ignored.
    guard fields.count > 2, let start = Int(fields[1]), let length = Int(fields[2]),
      1...max(1, count) ~= start, 0...count ~= length
    else {
      throw fault(
        "'\(ExactText.quoted(String(decoding: text, as: UTF16.self)))' is not a spelling change")
    }
    return start - 1..<start + length
  }
}

extension ExactText {
  /// The start of an untrusted text, quoted for messages.
  fileprivate static func quoted(_ text: String) -> String {
    String(text.unicodeScalars.prefix(40))
  }
}
