import LinecasterFonts

/// Turns items into shaped runs, all of a paragraph's glyphs in one array.
struct Shaper {
  let buffer: HarfBuzzBuffer
  let style: ParagraphStyle
  let styles: [AttributedText.Run]

  /// Glyphs and the position of every character, filled run by run.
  struct Result {
    var runs: [ShapedRun] = []
    var glyphs: [ShapedGlyph] = []
    /// For each unit the sum of the advances before it in its run, in font units.
    var positions: [Int32]
    /// The number of calls of `hb_shape`.
    var shapeCalls = 0
  }

  /// Shapes every item, and marks in `boundaries` where breaking would change the glyphs.
  ///
  /// - Complexity: that of `hb_shape` over the text.
  func shape(
    _ text: [UInt16], _ items: Itemizer.Result, boundaries: inout [BoundaryFlags]
  ) -> Result {
    var result = Result(positions: [Int32](repeating: 0, count: text.count))
    result.runs.reserveCapacity(items.items.count)
    result.glyphs.reserveCapacity(text.count)
    text.withUnsafeBufferPointer { text in
      for (item, face) in zip(items.items, items.faces) {
        shape(item, face, text, &boundaries, into: &result)
      }
    }
    return result
  }

  private func shape(
    _ item: TextItem, _ face: FontFace, _ text: UnsafeBufferPointer<UInt16>,
    _ boundaries: inout [BoundaryFlags], into result: inout Result
  ) {
    let first = result.glyphs.count
    if joins(item, boundaries) { boundaries[item.start].insert(.unsafe) }
    let textStyle = styles[item.style].style
    var advance = 0
    // Control codes have no glyphs, and the positions are 0 already.
    if !item.isControl {
      let request = HarfBuzzBuffer.Request(
        face: face, script: item.script, isRightToLeft: item.isRightToLeft,
        language: textStyle.language, context: 0..<text.count, range: item.start..<item.end)
      buffer.shape(request, of: text, into: &result.glyphs)
      result.shapeCalls += 1
      advance = AdvanceTable.fill(
        item, result.glyphs[first...], positions: &result.positions, boundaries: &boundaries)
    }
    let size = textStyle.drawnSize
    result.runs.append(
      ShapedRun(
        item: item, face: face, glyphs: first..<result.glyphs.count, advance: advance,
        size: size, scale: size / Double(face.metrics.unitsPerEm),
        box: LineBox(face: face, size: size, lineHeight: style.lineHeight)))
  }

  /// Whether letters before the item may have shaped its first ones, and they those.
  ///
  /// HarfBuzz joins Arabic letters with the text around the item but marks no break there as
  /// unsafe. Where a line may end by the rules no letters join.
  private func joins(_ item: TextItem, _ boundaries: [BoundaryFlags]) -> Bool {
    item.start > 0 && !item.isControl && !boundaries[item.start].contains(.softBreak)
      && boundaries[item.start - 1].isDisjoint(with: .hanging)
  }
}
