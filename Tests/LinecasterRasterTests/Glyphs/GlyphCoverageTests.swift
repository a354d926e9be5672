import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

/// Coverage bitmaps for renderers that composite glyphs themselves.
@Suite struct GlyphCoverageTests {
  private let source = GlyphSource()

  /// Adds black glyphs to the alpha of a page, as a renderer does.
  private func composite(_ coverage: GlyphCoverage, onto page: inout [[UInt8]]) {
    let rect = coverage.rect
    for row in max(0, rect.top)..<min(page.count, rect.bottom) {
      for column in max(0, rect.left)..<min(page[row].count, rect.right) {
        let share = coverage.bytes[(row - rect.top) * coverage.rowBytes + column - rect.left]
        let below = page[row][column]
        page[row][column] = share &+ below.multiplied(by: 255 - share)
      }
    }
  }

  /// Every glyph in its run's face, size and rotation, as canvases round positions.
  private func page(of layout: TextLayout, width: Int, height: Int) throws -> [[UInt8]] {
    var page = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: height)
    for run in layout.glyphRuns {
      let steps = PlacementSteps(.plain, drawsImages: false, isUpDown: !run.axes.isHorizontal)
      for glyph in run.placedGlyphs {
        let origin = run.axes.page(glyph.origin)
        let place = Point(
          x: Double(try #require(steps.column(origin.x))) / 64,
          y: Double(try #require(steps.row(origin.y))) / 64)
        let coverage = try source.coverage(
          of: glyph.identifier, in: run.face, size: run.size, at: place, turn: run.turn)
        composite(try #require(coverage), onto: &page)
      }
    }
    return page
  }

  @Test(arguments: [WritingMode.horizontal, .verticalRightToLeft, .sidewaysLeftToRight])
  func pixelsAreThoseOfACanvas(mode: WritingMode) throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let text = AttributedText(style: TextStyle(size: 21)) {
      "Agile fox "
      Styled("leaning") { $0.slant = .italic }
      " نص 天"
    }
    var style = ParagraphStyle()
    style.writingMode = mode
    let layout = typesetter.prepare(Paragraph(text, style: style)).layout(width: 150)
    let size = layout.axes.pageSize
    let (width, height) = (Int(saturating: size.width) + 5, Int(saturating: size.height) + 5)
    var canvas = Canvas(
      bitmap: try Bitmap(width: width, height: height), scale: PixelScale(1), glyphs: source,
      rendering: .plain)
    try canvas.draw(layout, at: .zero)
    let drawn = canvas.bitmap.pixels.enumerated().filter { $0.offset % 4 == 3 }.map(\.element)
    let own = try page(of: layout, width: width, height: height).flatMap { $0 }
    #expect(own.contains(255))
    #expect(own == drawn)
  }

  @Test func wholePixelsMoveTheRectangleOnly() throws {
    let face = try SampleFonts.sans()
    let glyph = try SampleFonts.glyph("g", of: face)
    let near = try #require(
      try source.coverage(of: glyph, in: face, size: 19, at: Point(x: 0.25, y: 0.5)))
    let far = try #require(
      try source.coverage(of: glyph, in: face, size: 19, at: Point(x: -6.75, y: 100.5)))
    #expect(near.bytes == far.bytes && near.rowBytes == far.rowBytes)
    #expect(far.rect == near.rect.offset(x: -7, y: 100))
    // The outline's box around the origin, within the pixels that it touches.
    let box = SampleFonts.extents(glyph, of: face)
    #expect(near.rect.left == Int(saturating: (box.left * 19 + 0.25).rounded(.down)))
    #expect(near.rect.bottom == Int(saturating: (0.5 - box.bottom * 19).rounded(.up)))
    #expect(near.rowBytes >= near.rect.width)
    #expect(near.bytes.count == near.rowBytes * near.rect.height)
    #expect(try source.coverage(of: glyph, in: face, size: 19)?.bytes != near.bytes)
  }

  @Test func hintingFitsRows() throws {
    let face = try SampleFonts.sans()
    let glyph = try SampleFonts.glyph("E", of: face)
    func greys(_ hinting: GlyphRendering.Hinting) throws -> Int {
      let coverage = try source.coverage(of: glyph, in: face, size: 15, hinting: hinting)
      return try #require(coverage).bytes.filter { $0 > 0 && $0 < 255 }.count
    }
    #expect(try greys(.light) < greys(.none))
  }

  @Test func glyphsWithoutInkAreEmpty() throws {
    let face = try SampleFonts.sans()
    let space = try SampleFonts.glyph(" ", of: face)
    let glyph = try SampleFonts.glyph("g", of: face)
    for (glyph, size) in [(space, 20), (glyph, 0), (glyph, -3), (glyph, .nan)] {
      let coverage = try source.coverage(of: glyph, in: face, size: size, at: Point(x: 3, y: 4))
      #expect(coverage?.rect == PixelRect(x: 3, y: 4, width: 0, height: 0))
      #expect(coverage?.bytes == [])
    }
  }

  @Test(arguments: [FontFixtures.strikes, FontFixtures.layers, FontFixtures.paints])
  func colouredGlyphsHaveNone(path: String) throws {
    let face = try FontFace(path: path)
    var coloured = 0
    for glyph in 1..<UInt32(face.glyphCount) {
      // Paints may leave no ink; such a glyph is as empty as a space.
      let image = try source.image(of: glyph, in: face, size: 20)
      let hasInk = image.map { $0.bitmap.width > 0 } ?? false
      let coverage = try source.coverage(of: glyph, in: face, size: 20)
      #expect((coverage == nil) == hasInk, "glyph \(glyph)")
      coloured += hasInk ? 1 : 0
    }
    #expect(coloured > 0)
  }

  @Test func largeGlyphsAreErrors() throws {
    let face = try SampleFonts.sans()
    let glyph = try SampleFonts.glyph("M", of: face)
    for size in [5_000, 32_001, .infinity] {
      let error = #expect(throws: RasterError.self) {
        try source.coverage(of: glyph, in: face, size: size)
      }
      #expect(error?.code == .tooLarge)
      #expect(error?.source == "glyph \(glyph) of \(size) pixels per em")
    }
  }

  @Test func bitmapsComeFromTheCache() throws {
    let face = try SampleFonts.sans()
    let glyph = try SampleFonts.glyph("g", of: face)
    let first = try source.coverage(of: glyph, in: face, size: 19)
    let before = source.cache.statistics
    #expect(try source.coverage(of: glyph, in: face, size: 19) == first)
    #expect(source.cache.statistics.hits == before.hits + 1)
    #expect(source.cache.statistics.bytes == before.bytes)
  }
}
