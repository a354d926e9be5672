import LinecasterBase

/// The reason why a colour glyph cannot be read.
enum ColorFault: Error {
  /// A part lies beyond the end of its table.
  case truncated
  /// A paint contains itself.
  case circle
  /// The parts exceed the limit.
  case tooLarge

  /// The reason as the end of a sentence.
  var reason: String {
    switch self {
    case .truncated: "has parts beyond the end of the COLR table"
    case .circle: "has a paint that contains itself"
    case .tooLarge: "has too many paints"
    }
  }
}

/// The bytes of a font table, with big-endian numbers.
struct TableBytes {
  let bytes: UnsafeRawBufferPointer

  func byte(_ place: Int) throws(ColorFault) -> Int { try number(place, bytes: 1) }
  func short(_ place: Int) throws(ColorFault) -> Int { try number(place, bytes: 2) }
  func offset(_ place: Int) throws(ColorFault) -> Int { try number(place, bytes: 3) }
  func long(_ place: Int) throws(ColorFault) -> Int { try number(place, bytes: 4) }

  /// Returns the signed number at an offset.
  func signed(_ place: Int, bytes count: Int) throws(ColorFault) -> Int {
    let number = try number(place, bytes: count)
    let half = 1 << (8 * count - 1)
    return number < half ? number : number - 2 * half
  }

  /// Returns the unsigned number of one to four bytes at an offset.
  func number(_ place: Int, bytes count: Int) throws(ColorFault) -> Int {
    guard place >= 0, place <= bytes.count - count else { throw .truncated }
    var number = 0
    for index in place..<place + count { number = number << 8 | Int(bytes[index]) }
    return number
  }
}

/// The parts of a table `COLR` (OpenType 1.9.1), of version 0 or 1.
struct ColorTable {
  let table: TableBytes
  /// The offsets of the lists of version 1; 0 if missing.
  private let glyphList: Int
  private let layerList: Int
  private let clipList: Int
  let variationMap: Int
  let variationStore: Int

  /// Reads the header, or `nil`.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let table = TableBytes(bytes: bytes)
    guard let version = try? table.short(0) else { return nil }
    let lists = (0..<5).map { version == 0 ? 0 : (try? table.long(14 + 4 * $0)) ?? 0 }
    self.table = table
    (glyphList, layerList, clipList) = (lists[0], lists[1], lists[2])
    (variationMap, variationStore) = (lists[3], lists[4])
  }

  /// Whether no glyph has colours.
  var isEmpty: Bool {
    let layered = (try? table.short(2)) ?? 0
    let painted = glyphList > 0 ? (try? table.long(glyphList)) ?? 0 : 0
    return layered == 0 && painted == 0
  }

  /// Returns the offset of a glyph's paint; `nil` if it has none.
  func paint(of glyph: Int) throws(ColorFault) -> Int? {
    guard glyphList > 0 else { return nil }
    let first = glyphList + 4
    let count = min(try table.long(glyphList), (table.bytes.count - first) / 6)
    guard let record = try record(of: glyph, first, count: count, bytes: 6) else { return nil }
    return glyphList + (try table.long(record + 2))
  }

  /// Returns the offset of a layer's paint.
  func layer(_ index: Int) throws(ColorFault) -> Int {
    guard layerList > 0, index < (try table.long(layerList)) else { throw .truncated }
    return layerList + (try table.long(layerList + 4 + 4 * index))
  }

  /// Returns the offset of a glyph's clip box; `nil` if it has none.
  func clip(of glyph: Int) throws(ColorFault) -> Int? {
    guard clipList > 0, try table.byte(clipList) == 1 else { return nil }
    let first = clipList + 5
    let count = min(try table.long(clipList + 1), (table.bytes.count - first) / 7)
    let index = try (0..<max(0, count)).bisect { index throws(ColorFault) in
      glyph <= (try table.short(first + 7 * index + 2))
    }
    let record = first + 7 * index
    guard index < count, glyph >= (try table.short(record)) else { return nil }
    return clipList + (try table.offset(record + 4))
  }

  /// Returns the layers of a glyph of version 0, each a glyph and a palette index; `nil` if it has
  /// none.
  func layers(of glyph: Int) throws(ColorFault) -> [(glyph: Int, color: Int)]? {
    let count = try table.short(2)
    guard count > 0,
      let record = try record(of: glyph, try table.long(4), count: count, bytes: 6)
    else { return nil }
    let (first, layers) = (try table.short(record + 2), try table.short(record + 4))
    let start = try table.long(8) + 4 * first
    guard first + layers <= (try table.short(12)) else { throw .truncated }
    var result: [(glyph: Int, color: Int)] = []
    for index in 0..<layers {
      let place = start + 4 * index
      result.append((try table.short(place), try table.short(place + 2)))
    }
    return result
  }

  /// Returns the record of a glyph in a list sorted by glyph.
  private func record(
    of glyph: Int, _ first: Int, count: Int, bytes: Int
  ) throws(ColorFault) -> Int? {
    let index = try (0..<max(0, count)).bisect { index throws(ColorFault) in
      try table.short(first + bytes * index) >= glyph
    }
    let record = first + bytes * index
    guard index < count, (try table.short(record)) == glyph else { return nil }
    return record
  }
}
