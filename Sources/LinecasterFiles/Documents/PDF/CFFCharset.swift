import LinecasterBase

/// The names by numbers, or characters of collections, that the glyphs of a font of CFF have
/// (Adobe Technical Note 5176, §13).
struct CFFCharset {
  /// The character of each glyph; nil for fonts whose glyphs have names, which documents call by
  /// the glyphs' numbers.
  let characters: [UInt16]?

  /// Reads the charset; nil for bytes that are not a table of CFF.
  ///
  /// - Complexity: O(glyphs).
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 4 else { return nil }
    var reader = CFFReader(bytes: bytes, place: Int(bytes[2]))
    guard reader.index() != nil, let dictionaries = reader.index(), let top = dictionaries.first,
      let values = CFFReader.dictionary(bytes[top])
    else { return nil }
    guard values[.registry] != nil else {
      characters = nil
      return
    }
    guard let outlines = values[.charStrings]?.first, outlines > 0, outlines < bytes.count else {
      return nil
    }
    reader.place = outlines
    guard let count = reader.index()?.count else { return nil }
    let place = values[.charset]?.first ?? 0
    guard place > 2, place < bytes.count else {
      characters = (0..<count).map { UInt16(truncatingIfNeeded: $0) }
      return
    }
    reader.place = place
    guard let read = reader.charset(count) else { return nil }
    characters = read
  }
}

/// Reads the structures of CFF, never beyond their bytes.
private struct CFFReader {
  /// Operators of a dictionary; those of two bytes from 0x0C00 on.
  struct Operator: Hashable {
    let number: Int
    static let charset = Operator(number: 15)
    static let charStrings = Operator(number: 17)
    static let registry = Operator(number: 0x0C1E)
  }

  let bytes: [UInt8]
  var place: Int

  /// A number of some bytes, the greatest first.
  private mutating func number(_ count: Int) -> Int? {
    guard place >= 0, count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where the objects of an index are (§5).
  mutating func index() -> [Range<Int>]? {
    guard let count = number(2) else { return nil }
    guard count > 0 else { return [] }
    guard let size = number(1), 1...4 ~= size else { return nil }
    guard (count + 1) * size <= bytes.count - place else { return nil }
    let offsets = (0...count).compactMap { _ in number(size) }
    let base = place - 1
    guard let last = offsets.last, offsets[0] >= 1,
      zip(offsets, offsets.dropFirst())
        .allSatisfy({ $0 <= $1 }), last <= bytes.count - base
    else { return nil }
    place = base + last
    return zip(offsets, offsets.dropFirst()).map { base + $0..<base + $1 }
  }

  /// The whole numbers in front of each operator (§4); nil where a dictionary is broken.
  static func dictionary(_ bytes: ArraySlice<UInt8>) -> [Operator: [Int]]? {
    var reader = CFFReader(bytes: Array(bytes), place: 0)
    var values: [Operator: [Int]] = [:]
    var operands: [Int] = []
    while let first = reader.number(1) {
      switch first {
      case 12:
        guard let second = reader.number(1) else { return nil }
        values[Operator(number: 0x0C00 | second)] = operands
        operands = []
      case 0...21:
        values[Operator(number: first)] = operands
        operands = []
      case 28:
        guard let number = reader.number(2) else { return nil }
        operands.append(Int(Int16(truncatingIfNeeded: number)))
      case 29:
        guard let number = reader.number(4) else { return nil }
        operands.append(Int(Int32(truncatingIfNeeded: number)))
      case 30:
        // Fractions end with a half byte of 15; none is of use here.
        while let pair = reader.number(1), pair & 15 != 15, pair >> 4 != 15 {}
        operands.append(0)
      case 32...246: operands.append(first - 139)
      case 247...250:
        guard let second = reader.number(1) else { return nil }
        operands.append((first - 247) * 256 + second + 108)
      case 251...254:
        guard let second = reader.number(1) else { return nil }
        operands.append(-(first - 251) * 256 - second - 108)
      default: return nil
      }
    }
    return values
  }

  /// The characters of so many glyphs, that of the first of which is 0.
  mutating func charset(_ count: Int) -> [UInt16]? {
    guard let format = number(1), 0...2 ~= format else { return nil }
    var characters: [UInt16] = [0]
    while characters.count < count {
      guard let first = number(2) else { return nil }
      var more = 0
      if format > 0 {
        guard let left = number(format) else { return nil }
        more = left
      }
      for step in 0...min(more, count - characters.count - 1) {
        characters.append(UInt16(truncatingIfNeeded: first + step))
      }
    }
    return characters
  }
}
