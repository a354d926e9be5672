package import LinecasterBase

/// A text to find in other texts.
///
///     let query = TextQuery("straße")
///     print(query.ranges(in: "Die STRASSE"))  // [4..<11]
///
/// Texts are compared character by character, in canonically equivalent spellings. Unless
/// `matchesCase` is set, upper and lower case are equal. A run of white space matches any other
/// one, so a match may go over a line break. Soft hyphens, joiners of width zero, bidirectional
/// controls and variation selectors are ignored.
public struct TextQuery: Hashable, Sendable {
  /// The text as it was given.
  public var text: String { exactText.string }
  /// Whether upper and lower case differ.
  public let matchesCase: Bool

  private let exactText: ExactText
  /// The characters to find.
  private let pattern: [FoldedCharacter]
  /// The length of the longest proper prefix of each prefix that is also its end (Knuth, Morris
  /// and Pratt), so that texts are read once.
  private let borders: [Int]

  /// Creates a query.
  public init(_ text: String, matchesCase: Bool = false) {
    exactText = ExactText(text)
    self.matchesCase = matchesCase
    var reader = FoldedReader(text, matchesCase: matchesCase)
    var pattern: [FoldedCharacter] = []
    while let next = reader.next() { pattern.append(next.character) }
    self.pattern = pattern
    borders = Self.borders(of: pattern)
  }

  /// Whether there is nothing to find.
  public var isEmpty: Bool { pattern.isEmpty }

  /// Returns whether two queries find the same.
  public static func == (left: TextQuery, right: TextQuery) -> Bool {
    left.matchesCase == right.matchesCase && left.exactText == right.exactText
  }

  /// Feeds the text to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(exactText)
    hasher.combine(matchesCase)
  }

  /// Returns the matches in a text, as ascending UTF-16 ranges that do not overlap.
  ///
  /// Matches begin and end at whole characters.
  ///
  /// - Complexity: O(text + query).
  public func ranges(in text: String) -> [Range<Int>] {
    (try? ranges(in: text, .unlimited)) ?? []
  }

  /// Returns the matches in a text, as part of other work.
  package func ranges(
    in text: String, _ scope: WorkScope
  ) throws(CancellationError) -> [Range<Int>] {
    guard !pattern.isEmpty else { return [] }
    var reader = FoldedReader(text, matchesCase: matchesCase)
    var found: [Range<Int>] = []
    // The last characters that were read, as many as the pattern has.
    var recent = [(start: Int, isFirst: Bool)](repeating: (0, true), count: pattern.count)
    var (count, length) = (0, 0)
    while let next = reader.next() {
      recent[count % pattern.count] = (next.range.lowerBound, next.isFirst)
      count += 1
      while length > 0, pattern[length] != next.character { length = borders[length - 1] }
      if pattern[length] == next.character { length += 1 }
      if length == pattern.count {
        let first = recent[count % pattern.count]
        let isWhole = first.isFirst && next.isLast
        if isWhole { found.append(first.start..<next.range.upperBound) }
        length = isWhole ? 0 : borders[length - 1]
      }
      try scope.pass(1, orThrow: CancellationError())
    }
    return found
  }

  private static func borders(of pattern: [FoldedCharacter]) -> [Int] {
    var borders = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[length] != pattern[index] { length = borders[length - 1] }
      if pattern[length] == pattern[index] { length += 1 }
      borders[index] = length
    }
    return borders
  }
}

extension TextLayout {
  /// Returns the matches of a query in the laid-out text, as ascending UTF-16 ranges of the source.
  package func ranges(
    of query: TextQuery, _ scope: WorkScope
  ) throws(CancellationError) -> [Range<Int>] {
    let map = paragraph.sourceMap
    return try query.ranges(in: String(units: paragraph.text.flat[...]), scope)
      .map { map.source(of: $0) }
  }
}

/// A character as it is compared.
private struct FoldedCharacter: Hashable, Sendable {
  /// The byte of an ASCII character; `UInt8.max` for others, which are compared as characters.
  let byte: UInt8
  let character: Character

  init(_ character: Character) {
    byte = character.asciiValue ?? .max
    self.character = character
  }

  init(ascii byte: UInt8) {
    self.byte = byte
    character = Character(UnicodeScalar(byte))
  }

  static func == (left: FoldedCharacter, right: FoldedCharacter) -> Bool {
    left.byte == right.byte && (left.byte != .max || left.character == right.character)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(character) }
}

/// Reads the characters of a text as they are compared.
private struct FoldedReader {
  /// A character with its place in the text.
  struct Element {
    let character: FoldedCharacter
    /// The UTF-16 range of the character of the text that it belongs to.
    let range: Range<Int>
    /// Whether it is the first or the last part of a character of the text: ß has two.
    let isFirst, isLast: Bool
  }

  private let text: String
  private let matchesCase: Bool
  private var index: String.UTF8View.Index
  /// The UTF-16 offset of the index.
  private var offset = 0
  private var isInSpace = false
  /// The rest of what the last character of the text becomes, in reverse.
  private var rest: [Element] = []

  private static let space = FoldedCharacter(ascii: 0x20)

  init(_ text: String, matchesCase: Bool) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    self.matchesCase = matchesCase
    index = text.utf8.startIndex
  }

  /// Returns the next character; `nil` at the end.
  mutating func next() -> Element? {
    if let next = rest.popLast() { return next }
    while index < text.utf8.endIndex {
      let start = offset
      if let byte = takeASCII() {
        if byte == 0x20 || (0x09...0x0D).contains(byte) {
          if let space = takeSpace(start) { return space }
          continue
        }
        isInSpace = false
        return Element(
          character: FoldedCharacter(ascii: matchesCase ? byte : Self.lowercased(byte)),
          range: start..<offset, isFirst: true, isLast: true)
      }
      let character = text[index]
      index = text.index(after: index)
      offset += character.utf16.count
      if character.isWhitespace {
        if let space = takeSpace(start) { return space }
        continue
      }
      if let next = take(character, from: start) { return next }
    }
    return nil
  }

  /// Takes an ASCII character that no combining mark follows.
  private mutating func takeASCII() -> UInt8? {
    let bytes = text.utf8
    let byte = bytes[index]
    guard byte < 0x80 else { return nil }
    let next = bytes.index(after: index)
    if byte == 0x0D, next < bytes.endIndex, bytes[next] == 0x0A {
      // One character.
      index = bytes.index(after: next)
      offset += 2
      return byte
    }
    guard next == bytes.endIndex || bytes[next] < 0x80 else { return nil }
    index = next
    offset += 1
    return byte
  }

  private mutating func takeSpace(_ start: Int) -> Element? {
    defer { isInSpace = true }
    return isInSpace
      ? nil : Element(character: Self.space, range: start..<offset, isFirst: true, isLast: true)
  }

  /// Returns the first character that a character of the text becomes; `nil` if it is ignored.
  private mutating func take(_ character: Character, from start: Int) -> Element? {
    let folded = Array(folded(character))
    guard let first = folded.first else { return nil }
    isInSpace = false
    let range = start..<offset
    rest = folded.indices.dropFirst().reversed().map {
      Element(
        character: FoldedCharacter(folded[$0]), range: range, isFirst: false,
        isLast: $0 == folded.count - 1)
    }
    return Element(
      character: FoldedCharacter(first), range: range, isFirst: true, isLast: folded.count == 1)
  }

  private func folded(_ character: Character) -> String {
    var string = String(character)
    if string.unicodeScalars.contains(where: Self.isIgnored) {
      string.unicodeScalars.removeAll(where: Self.isIgnored)
    }
    let hasCase =
      !matchesCase && string.unicodeScalars.contains { $0.properties.changesWhenCaseMapped }
    // By upper case, since some letters have several lower forms: σ and ς.
    return hasCase ? string.uppercased().lowercased() : string
  }

  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F, 0xFEFF:
      true
    default: false
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
