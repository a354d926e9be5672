import LinecasterFonts

/// What the `glyf` table says of each glyph in its header: a second witness of outlines.
struct TrueTypeGlyphs {
  /// A glyph's header (OpenType 1.9, `glyf`).
  struct Header: Hashable {
    /// The number of contours; -1 for a glyph made of others.
    var contours: Int
    var xMin: Int
    var yMin: Int
    var xMax: Int
    var yMax: Int
  }

  private let bytes: [UInt8]
  private let tables: [FontTag: Int]

  /// Reads the table directory of a file with one face; nil where there are no such glyphs.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var tables: [FontTag: Int] = [:]
    for record in 0..<Self.number(bytes, 4, 2) {
      let start = 12 + 16 * record
      let tag = FontTag(rawValue: UInt32(Self.number(bytes, start, 4)))
      tables[tag] = Self.number(bytes, start + 8, 4)
    }
    self.tables = tables
    guard tables["glyf"] != nil, tables["loca"] != nil, tables["head"] != nil else { return nil }
  }

  /// The header of a glyph; nil where the glyph has no outline.
  func header(of glyph: Int) -> Header? {
    guard let glyf = tables["glyf"], let loca = tables["loca"], let head = tables["head"] else {
      return nil
    }
    let isLong = Self.number(bytes, head + 50, 2) == 1
    let ends = (0...1).map { index in
      isLong
        ? Self.number(bytes, loca + 4 * (glyph + index), 4)
        : 2 * Self.number(bytes, loca + 2 * (glyph + index), 2)
    }
    guard ends[0] < ends[1] else { return nil }
    let fields = (0..<5).map { index in
      Int(Int16(truncatingIfNeeded: Self.number(bytes, glyf + ends[0] + 2 * index, 2)))
    }
    return Header(
      contours: fields[0], xMin: fields[1], yMin: fields[2], xMax: fields[3], yMax: fields[4])
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
