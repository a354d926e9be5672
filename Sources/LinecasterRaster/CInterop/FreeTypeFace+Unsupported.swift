internal import CFreeType

extension FreeTypeFace {
  /// The glyphs that are paints of COLR version 1, which are not drawn; from the table itself,
  /// since FreeType may be built without them.
  static func paints(of face: FT_Face) -> Set<UInt32> {
    guard let table = FontTable("COLR", of: face), let version = table.number(at: 0, bytes: 2),
      version >= 1, let list = table.number(at: 14, bytes: 4), list > 0,
      let count = table.number(at: list, bytes: 4)
    else { return [] }
    return Set(table.records(at: list + 4, count: count, bytes: 6).map { UInt32($0[0]) })
  }

  /// The glyphs that are drawings in SVG, which are not drawn either.
  static func drawings(of face: FT_Face) -> [ClosedRange<UInt32>] {
    guard let table = FontTable("SVG ", of: face), let list = table.number(at: 2, bytes: 4),
      list > 0, let count = table.number(at: list, bytes: 2)
    else { return [] }
    return table.records(at: list + 2, count: count, bytes: 12).compactMap { record in
      record[0] <= record[1] ? UInt32(record[0])...UInt32(record[1]) : nil
    }
  }
}
