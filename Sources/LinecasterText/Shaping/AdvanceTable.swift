/// The way from glyphs to characters: where each unit starts, and where a line may be cut.
enum AdvanceTable {
  /// Fills the positions of an item's units from its glyphs and marks unsafe boundaries.
  ///
  /// A cluster of many units is divided evenly, and its inside is unsafe. The result is the width
  /// of all glyphs, in font units.
  static func fill(
    _ item: TextItem, _ glyphs: ArraySlice<ShapedGlyph>, positions: inout [Int32],
    boundaries: inout [BoundaryFlags]
  ) -> Int {
    var total = 0
    let count = glyphs.count
    var index = 0
    // Clusters in text order: right-to-left glyphs are in visual order, so they are read backwards.
    func glyph(_ index: Int) -> ShapedGlyph {
      glyphs[item.isRightToLeft ? glyphs.endIndex - 1 - index : glyphs.startIndex + index]
    }
    while index < count {
      let first = glyph(index)
      let start = Int(first.cluster)
      var advance = 0
      while index < count, glyph(index).cluster == first.cluster {
        advance += Int(glyph(index).advance)
        index += 1
      }
      let end = index < count ? Int(glyph(index).cluster) : item.end
      guard start < end else { continue }
      positions[start] = Int32(clamping: total)
      if first.flags.contains(.unsafeToBreak) { boundaries[start].insert(.unsafe) }
      for unit in start + 1..<max(end, start + 1) {
        positions[unit] = Int32(clamping: total + advance * (unit - start) / (end - start))
        boundaries[unit].insert(.unsafe)
      }
      total += advance
    }
    return total
  }
}
