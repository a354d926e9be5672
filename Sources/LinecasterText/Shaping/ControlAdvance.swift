import LinecasterFonts

/// Control codes have no glyphs; tabs have a width, the others none.
enum ControlAdvance {
  /// The width of a tab in spaces, as in CSS and in terminals.
  private static let spacesATab = 8

  /// Fills the positions of an item of control codes; the result is its width in font units.
  static func fill(
    _ item: TextItem, _ face: FontFace, _ text: UnsafeBufferPointer<UInt16>,
    _ positions: inout [Int32]
  ) -> Int {
    var advance = 0
    for unit in item.start..<item.end {
      positions[unit] = Int32(clamping: advance)
      if text[unit] == 0x09 { advance += spacesATab * face.spaceAdvance }
    }
    return advance
  }
}
