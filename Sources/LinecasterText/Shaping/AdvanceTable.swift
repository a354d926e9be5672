/// The way from glyphs to characters: where each unit starts, and where a line may be cut.
enum AdvanceTable {
  /// Fills the positions of an item's units from its glyphs, which are in the order of the text,
  /// and marks unsafe boundaries.
  ///
  /// A cluster of many units is divided evenly, and its inside is unsafe. The result is the width
  /// of all glyphs, in font units.
  static func fill(
    _ item: TextItem, _ glyphs: UnsafeMutableBufferPointer<ShapedGlyph>,
    positions: UnsafeMutablePointer<Int32>, boundaries: UnsafeMutablePointer<BoundaryFlags>
  ) -> Int {
    var total = 0
    let count = glyphs.count
    var index = 0
    while index < count {
      let first = glyphs[index]
      let start = Int(first.cluster)
      var advance = Int(first.advance)
      index += 1
      // Nearly every cluster is one unit and one glyph.
      if index < count, glyphs[index].cluster == first.cluster + 1 {
        positions[start] = Int32(clamping: total)
        if first.flags.contains(.unsafeToBreak) { boundaries[start].insert(.unsafe) }
        total += advance
        continue
      }
      while index < count, glyphs[index].cluster == first.cluster {
        advance += Int(glyphs[index].advance)
        index += 1
      }
      let end = index < count ? Int(glyphs[index].cluster) : item.end
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
