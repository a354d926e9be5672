import LinecasterFonts

/// The storage of a prepared paragraph; immutable, shared by its layouts.
final class ShapedParagraph: Sendable {
  let text: [UInt16]
  /// One entry a unit and one for the end.
  let boundaries: [BoundaryFlags]
  /// For each unit the sum of the advances before it in its run, in font units.
  let positions: [Int32]
  let runs: [ShapedRun]
  let glyphs: [ShapedGlyph]
  /// The styles of the attributed text; never empty.
  let styles: [AttributedText.Run]
  let style: ParagraphStyle
  let bidiParagraphs: [BidiParagraph]
  /// The line box of text that is not there, and the least one of every line (the strut).
  let strut: LineBox
  let missing: [Unicode.Scalar]
  /// The typesetter, for stretches that a break makes it shape again.
  let typesetter: Typesetter

  init(
    text: [UInt16], boundaries: [BoundaryFlags], shaped: Shaper.Result, paragraph: Paragraph,
    bidiParagraphs: [BidiParagraph], strut: LineBox, missing: [Unicode.Scalar],
    typesetter: Typesetter
  ) {
    self.text = text
    self.boundaries = boundaries
    positions = shaped.positions
    runs = shaped.runs
    glyphs = shaped.glyphs
    styles = paragraph.text.runs
    style = paragraph.style
    self.bidiParagraphs = bidiParagraphs
    self.strut = strut
    self.missing = missing
    self.typesetter = typesetter
  }

  /// The number of UTF-16 units.
  var count: Int { text.count }

  var byteCount: Int {
    text.count * (MemoryLayout<UInt16>.size + MemoryLayout<Int32>.size + 1)
      + glyphs.count * MemoryLayout<ShapedGlyph>.size + runs.count * MemoryLayout<ShapedRun>.size
  }

  /// The index of the run that holds a unit.
  ///
  /// - Complexity: O(log runs).
  func runIndex(containing unit: Int) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= unit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The sum of the advances in a run before a unit, or before the run's end, in font units.
  func position(_ unit: Int, in run: ShapedRun) -> Int {
    unit >= run.end ? run.advance : Int(positions[unit])
  }

  /// The width of part of a run as it was shaped, in layout points.
  func width(of units: Range<Int>, in run: ShapedRun) -> Double {
    Double(position(units.upperBound, in: run) - position(units.lowerBound, in: run)) * run.scale
  }

  /// The embedding level of the paragraph (UAX 9) that a unit is in.
  func baseLevel(at unit: Int) -> UInt8 {
    (bidiParagraphs.first { unit < $0.end } ?? bidiParagraphs.last)?.level ?? 0
  }

  /// The glyphs of part of a run, in visual order.
  ///
  /// - Complexity: O(log glyphs).
  func glyphs(of units: Range<Int>, in run: ShapedRun) -> ArraySlice<ShapedGlyph> {
    if units.lowerBound == run.start, units.upperBound == run.end { return glyphs[run.glyphs] }
    if run.item.isRightToLeft {
      let low = firstGlyph(in: run) { $0.cluster < UInt32(units.upperBound) }
      let high = firstGlyph(in: run) { $0.cluster < UInt32(units.lowerBound) }
      return glyphs[low..<high]
    }
    let low = firstGlyph(in: run) { $0.cluster >= UInt32(units.lowerBound) }
    let high = firstGlyph(in: run) { $0.cluster >= UInt32(units.upperBound) }
    return glyphs[low..<high]
  }

  /// The first glyph of a run for which a condition holds that stays true once it is.
  private func firstGlyph(in run: ShapedRun, where condition: (ShapedGlyph) -> Bool) -> Int {
    var low = run.glyphs.lowerBound
    var high = run.glyphs.upperBound
    while low < high {
      let middle = (low + high) / 2
      if condition(glyphs[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
