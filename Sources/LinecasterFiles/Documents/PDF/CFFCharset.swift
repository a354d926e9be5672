import LinecasterBase

/// The charset of a CFF font: glyph names, or CIDs (Adobe Technical Note 5176, §13).
struct CFFCharset {
  /// The CID of each glyph; `nil` for fonts with glyph names, whose codes are glyph indices.
  let characters: [UInt16]?

  /// Reads the charset; `nil` if the bytes are not a CFF table.
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

/// Reads the structures of CFF, never beyond its bytes.
private struct CFFReader {
  /// The operators of a dictionary; two-byte ones start at 0x0C00.
  struct Operator: Hashable {
    let number: Int
    static let charset = Operator(number: 15)
    static let charStrings = Operator(number: 17)
    static let registry = Operator(number: 0x0C1E)
  }

  let bytes: [UInt8]
  var place: Int

  /// A big-endian number of a number of bytes.
  private mutating func number(_ count: Int) -> Int? {
    guard place >= 0, count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The ranges of the objects in an index (§5).
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

  /// The integer operands of each operator (§4); `nil` if a dictionary is malformed.
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
        // Real numbers end with a nibble of 15; their values are not needed.
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

  /// The CIDs of a number of glyphs; the first is 0.
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
