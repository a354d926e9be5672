import LinecasterBase

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
