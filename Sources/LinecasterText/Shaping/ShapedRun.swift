/// An item after shaping: where its glyphs are and how wide they are.
///
/// Numbers only, so that walking runs counts no references; its face is one of the paragraph's.
struct ShapedRun: Sendable {
  let item: TextItem
  private let firstGlyph: Int32
  private let glyphEnd: Int32
  private let advanceSum: Int32
  /// The factor from font units to layout points.
  let scale: Double
  /// What it asks of the line boxes it stands on.
  let box: LineBox

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - item: What was shaped.
  ///   - glyphs: The glyphs in the paragraph's array.
  ///   - advance: The sum of their advances, in font units.
  ///   - scale: The factor from font units to layout points.
  ///   - box: What it asks of line boxes.
  init(_ item: TextItem, glyphs: Range<Int>, advance: Int, scale: Double, box: LineBox) {
    self.item = item
    firstGlyph = Int32(clamping: glyphs.lowerBound)
    glyphEnd = Int32(clamping: glyphs.upperBound)
    advanceSum = Int32(clamping: advance)
    self.scale = scale
    self.box = box
  }

  var start: Int { item.start }
  var end: Int { item.end }

  /// Its glyphs in the paragraph's glyph array, in visual order.
  var glyphs: Range<Int> { Int(firstGlyph)..<Int(glyphEnd) }

  /// The sum of the glyphs' advances, in font units.
  var advance: Int { Int(advanceSum) }

  /// Whether it is made of tabs, whose widths depend on where they stand.
  var isTab: Bool { item.isTab }
}
