/// The bytes of an OpenType table; what lies outside of it reads as 0.
struct FontTable {
  let bytes: UnsafeRawBufferPointer

  /// The big-endian number of two bytes at an offset.
  func u16(_ offset: Int) -> Int {
    guard offset >= 0, offset + 2 <= bytes.count else { return 0 }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  /// The big-endian number of four bytes at an offset.
  func u32(_ offset: Int) -> Int { u16(offset) << 16 | u16(offset + 2) }

  /// Whether the coverage table at an offset has a glyph.
  func covers(_ glyph: Int, at offset: Int) -> Bool {
    let count = u16(offset + 2)
    guard u16(offset) == 2 else {
      return search(count) { u16(offset + 4 + 2 * $0) >= glyph }
        .map { u16(offset + 4 + 2 * $0) == glyph } ?? false
    }
    return search(count) { u16(offset + 6 + 6 * $0) >= glyph }
      .map { u16(offset + 4 + 6 * $0) <= glyph } ?? false
  }

  /// The glyphs of the coverage table at an offset, each once: what goes back in a table of ranges,
  /// which must ascend, is left out.
  func glyphs(coveredAt offset: Int) -> [Int] {
    let count = u16(offset + 2)
    guard u16(offset) == 2 else { return (0..<count).map { u16(offset + 4 + 2 * $0) } }
    var end = 0
    return (0..<count).flatMap { index in
      let first = max(end, u16(offset + 4 + 6 * index))
      end = max(first, u16(offset + 6 + 6 * index) + 1)
      return first..<end
    }
  }

  /// The class of a glyph by the class definition at an offset; 0 for glyphs it does not name.
  func glyphClass(of glyph: Int, at offset: Int) -> Int {
    guard u16(offset) == 2 else {
      let first = u16(offset + 2)
      return glyph >= first && glyph < first + u16(offset + 4)
        ? u16(offset + 6 + 2 * (glyph - first)) : 0
    }
    guard let range = search(u16(offset + 2), where: { u16(offset + 6 + 6 * $0) >= glyph }),
      u16(offset + 4 + 6 * range) <= glyph
    else { return 0 }
    return u16(offset + 8 + 6 * range)
  }

  /// The first index, by bisection, for which a condition holds that stays true once it is.
  private func search(_ count: Int, where condition: (Int) -> Bool) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low < count ? low : nil
  }
}
