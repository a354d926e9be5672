internal import CFreeType

/// A table of an open face, of which parts are read.
struct FontTable {
  private let face: FT_Face
  private let tag: FT_ULong
  private let length: Int

  /// The most bytes of a list that is read; there are no more than 65,536 glyphs.
  private static let maximumListBytes = 1 << 20

  /// Finds a table by its four letters; nil where the font has no such one.
  init?(_ tag: String, of face: FT_Face) {
    self.face = face
    self.tag = tag.utf8.reduce(0) { $0 << 8 | FT_ULong($1) }
    var length: FT_ULong = 0
    guard FT_Load_Sfnt_Table(face, self.tag, 0, nil, &length) == 0 else { return nil }
    self.length = Int(clamping: length)
  }

  /// A number, the most significant byte first; nil where the table ends before it does.
  func number(at start: Int, bytes count: Int) -> Int? {
    bytes(at: start, count: count)?.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The numbers of 16 bits in records of a size; none that the table ends before.
  func records(at start: Int, count: Int, bytes size: Int) -> [[UInt16]] {
    let room = min(max(0, length - start), Self.maximumListBytes)
    let count = min(count, room / size)
    guard let bytes = bytes(at: start, count: count * size) else { return [] }
    return stride(from: 0, to: bytes.count, by: size).map { record in
      stride(from: record, to: record + size, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
    }
  }

  private func bytes(at start: Int, count: Int) -> [UInt8]? {
    guard start >= 0, count > 0, start <= length - count else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    var length = FT_ULong(count)
    let error = FT_Load_Sfnt_Table(face, tag, FT_Long(start), &bytes, &length)
    return error == 0 ? bytes : nil
  }
}
