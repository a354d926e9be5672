import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

/// The glyphs are described in `make_paints.py`.
@Suite struct PaintDrawingTests {
  private let face: FontFace

  init() throws {
    face = try FontFace(path: FontFixtures.paints)
  }

  private static let solid: Unicode.Scalar = "\u{E000}"
  private static let tinted: Unicode.Scalar = "\u{E003}"
  private static let ring: Unicode.Scalar = "\u{E025}"

  private func glyph(_ scalar: Unicode.Scalar) throws -> UInt32 {
    try SampleFonts.glyph(scalar, of: face)
  }

  private func text(_ text: String, size: Double, _ color: Color = .black) throws -> TextLayout {
    Typesetter(fonts: try FontCollection(faces: [face]))
      .prepare(Paragraph(text, style: TextStyle(size: size, color: color))).layout()
  }

  /// A glyph is cached once for all text colours, unless its paint uses the text colour.
  @Test func coloursOfTextDecideWhereTheyAreUsed() throws {
    func images(_ scalar: Unicode.Scalar) throws -> (Set<Bitmap>, entries: Int) {
      let source = GlyphSource()
      var bitmaps: Set<Bitmap> = []
      for rgb in [0, 0xFF00FF, 0x204060] as [UInt32] {
        for _ in 0..<2 {
          var canvas = Canvas(
            bitmap: try Bitmap(width: 40, height: 40), scale: .one, glyphs: source)
          try canvas.drawGlyph(
            glyph(scalar), of: face, size: 32, color: Color(rgb: rgb), at: Point(x: 4, y: 34))
          bitmaps.insert(canvas.bitmap)
        }
      }
      return (bitmaps, source.cache.statistics.misses)
    }
    let (plain, tinted) = (try images(Self.solid), try images(Self.tinted))
    #expect(plain.0.count == 1 && plain.entries == 1)
    #expect(tinted.0.count == 3 && tinted.entries == 4)
  }

  /// The opacity of the text applies to the whole glyph.
  @Test func paintsFadeWithTheText() throws {
    func drawn(_ alpha: UInt8) throws -> Bitmap {
      var canvas = Canvas(
        bitmap: try Bitmap(width: 40, height: 40), scale: .one, glyphs: GlyphSource())
      let color = Color(red: 90, green: 0, blue: 0, alpha: alpha)
      try canvas.drawGlyph(
        glyph(Self.tinted), of: face, size: 32, color: color, at: Point(x: 4, y: 34))
      return canvas.bitmap
    }
    let (whole, faint) = (try drawn(255), try drawn(51))
    #expect(
      zip(whole.pixels, faint.pixels).allSatisfy { abs(Int($0) - 5 * Int($1)) <= 3 }
        && faint.pixels.contains { $0 > 0 })
  }

  /// Content outside a band, tile or clip does not change the pixels inside.
  @Test(arguments: [0xE003, 0xE012, 0xE025, 0xE049] as [UInt32])
  func partsAreThoseOfTheWhole(character: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(character))
    let rasterizer = try GlyphRasterizer()
    let key = GlyphKey(
      face: face, glyph: try glyph(scalar), size: 200 * 64, x: 16, ink: Color(rgb: 0x204060))
    let whole = try rasterizer.rasterize(key, of: face)
    #expect(whole.content == .color)
    for part in [
      PixelRect(left: 40, top: -120, right: 72, bottom: -48),
      PixelRect(left: -50, top: -205, right: 205, bottom: -102),
    ] {
      let drawn = try rasterizer.rasterize(key, of: face, in: part)
      #expect(drawn.width > 0 && drawn.width <= part.width)
      var greatest = 0
      for row in 0..<Int(drawn.height) {
        let other = Int(whole.top - drawn.top) + row
        for column in 0..<Int(drawn.width) * 4 {
          let place = other * whole.rowBytes + Int(drawn.left - whole.left) * 4 + column
          let distance = Int(drawn.bytes[row * drawn.rowBytes + column]) - Int(whole.bytes[place])
          greatest = max(greatest, abs(distance))
        }
      }
      // FreeType rounds curves depending on the drawn area.
      #expect(greatest <= 2)
    }
  }

  /// Layers of many pixels are drawn in bands of rows, which bounds their memory.
  @Test(arguments: [1, 700, 5000])
  func bandsHaveTheSamePixels(bandPixels: Int) throws {
    let outlines = PaintOutlines(face, try FreeTypeLibrary())
    let bounds = PixelRect(left: 0, top: -70, right: 70, bottom: 0)
    let transform = ColorPaint.Transform(xx: 0.1, yy: -0.1)
    for character in ["\u{E025}", "\u{E037}"] as [Unicode.Scalar] {
      let paint = try #require(try face.colorGlyph(of: glyph(character))).paint
      var whole = PaintDrawing(outlines, textColor: .black)
      var bands = PaintDrawing(outlines, textColor: .black, bandPixels: bandPixels)
      let expected = try whole.bytes(of: paint, transform, in: bounds)
      #expect(expected.contains { $0 > 0 })
      #expect(try bands.bytes(of: paint, transform, in: bounds) == expected)
    }
  }

  @Test func glyphsOfTooManyPixelsAreAnError() throws {
    let source = GlyphSource()
    for size in [9000, 40_000, .infinity] {
      #expect(throws: RasterError.self) {
        try source.image(of: glyph(Self.solid), in: face, size: size)
      }
    }
  }

  @Test func glyphsTooLargeToBeKeptAreDrawnWhereTheyAreSeen() throws {
    var list = DisplayList(size: Size(width: 60, height: 40))
    list.append(.text(try text("\u{E003}", size: 5000), origin: Point(x: -1900, y: -3000)))
    let rasterizer = DisplayRasterizer()
    let bitmap = try rasterizer.rasterize(list, background: .white)
    #expect(bitmap.pixels.contains { $0 < 255 })
    #expect(rasterizer.glyphs.faults.isEmpty)
  }

  /// Batches, damage and rotated text respect the text colour.
  @Test func everythingThatDrawsTextDrawsPaints() throws {
    let size = Size(width: 200, height: 60)
    var lists: [DisplayList] = []
    for rgb in [0, 0xFF00FF] as [UInt32] {
      var list = DisplayList(size: size)
      list.append(
        .text(try text("\u{E003}\u{E000}\u{E025}", size: 40, Color(rgb: rgb)), origin: .zero))
      lists.append(list)
    }
    let rasterizer = DisplayRasterizer()
    var bitmap = try rasterizer.rasterize(lists[0], background: .white)
    let other = try rasterizer.rasterize(lists[1], background: .white)
    #expect(bitmap != other)
    var batcher = DisplayBatcher(
      viewport: bitmap.bounds, scale: .one, glyphs: rasterizer.glyphs)
    var host = try SoftwareHost(
      width: bitmap.width, height: bitmap.height, scale: .one, background: .white)
    try batcher.append(lists[0])
    host.draw(batcher.drawing, &batcher.atlas)
    #expect(host.bitmap == bitmap)
    var fields = DisplayBatcher(
      viewport: bitmap.bounds, scale: .one, glyphs: rasterizer.glyphs,
      distanceFields: DistanceFieldOptions())
    host.bitmap = try Bitmap(width: bitmap.width, height: bitmap.height, background: .white)
    host.textures = MirroredTextures()
    try fields.append(lists[0])
    host.draw(fields.drawing, &fields.atlas)
    #expect(host.bitmap == bitmap)
    let changed = try rasterizer.redraw(&bitmap, from: lists[0], to: lists[1], background: .white)
    #expect(bitmap == other && !changed.isEmpty)
  }

  /// Concurrent threads draw the same.
  @Test func threadsDrawTheSame() async throws {
    let list = try list("\u{E003}\u{E00C}\u{E018}\u{E025}\u{E038}", size: 50)
    let expected = try DisplayRasterizer().rasterize(list)
    let rasterizer = DisplayRasterizer()
    let drawn = try await withThrowingTaskGroup(of: Bitmap.self) { group in
      for _ in 0..<8 { group.addTask { try rasterizer.rasterize(list) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(drawn.count == 8 && drawn.allSatisfy { $0 == expected })
  }

  private func list(_ text: String, size: Double) throws -> DisplayList {
    var list = DisplayList(size: Size(width: 300, height: 70))
    list.append(.text(try self.text(text, size: size), origin: .zero))
    return list
  }

  @Test func turnedGlyphsAreTurnedPictures() throws {
    let rasterizer = try GlyphRasterizer()
    let glyph = try glyph("\u{E012}")
    func drawn(_ turn: GlyphTurn) throws -> GlyphBitmap {
      let key = GlyphKey(
        face: face, glyph: glyph, size: 32 * 64, style: GlyphStyle.plain.turned(turn))
      return try rasterizer.rasterize(key, of: face)
    }
    for turn in [GlyphTurn.clockwise, .anticlockwise] {
      let (turned, expected) = (try drawn(turn), try drawn(.none).turned(turn))
      #expect((turned.left, turned.top) == (expected.left, expected.top))
      #expect((turned.width, turned.height) == (expected.width, expected.height))
      for row in 0..<Int(turned.height) {
        for place in row * turned.rowBytes..<row * turned.rowBytes + Int(turned.width) * 4 {
          #expect(abs(Int(turned.bytes[place]) - Int(expected.bytes[place])) <= 2)
        }
      }
    }
  }

  /// Synthesized slants lean coloured glyphs as they lean outlines.
  @Test func madeSlantsLean() throws {
    let slanted = face.instance(synthesis: FontSynthesis(slants: true))
    let source = GlyphSource()
    let (plain, leaning) = (
      try #require(try source.image(of: glyph(Self.solid), in: face, size: 100)),
      try #require(try source.image(of: glyph(Self.solid), in: slanted, size: 100))
    )
    // The box is 70 pixels high; its upper end moves by 70 times the slant: 17.5 pixels.
    #expect(leaning.bitmap.width - plain.bitmap.width == 18)
    #expect(leaning.top == plain.top)
  }

  /// A box between pixels covers its edge pixels partly.
  @Test func clipsCutPixels() throws {
    let source = GlyphSource()
    // Half-transparent green from 125 to 500 and up to 625 of 1000 units.
    let image = try #require(try source.image(of: glyph("\u{E02A}"), in: face, size: 20))
    #expect((image.left, image.top) == (2, 13))
    let row = image.bitmap.pixels[8 * image.bitmap.width * 4..<9 * image.bitmap.width * 4]
    #expect(Array(row.prefix(8)) == [0, 51, 13, 64, 0, 102, 26, 128])
    let upper = image.bitmap.pixels.prefix(8)
    #expect(upper[3] == 32 && upper[7] == 64)
  }
}

/// Malformed paints.
@Suite struct BrokenPaintsTests {
  private static let reasons: [(Unicode.Scalar, String)] = [
    ("\u{E000}", "invalid"), ("\u{E001}", "invalid"), ("\u{E002}", "invalid"),
    ("\u{E003}", "without bounds"), ("\u{E004}", "invalid"),
  ]

  /// The outline is drawn, and the font is reported.
  @Test(arguments: reasons)
  func brokenPaintsAreOutlines(character: Unicode.Scalar, reason: String) throws {
    let face = try FontFace(path: FontFixtures.brokenPaints)
    let source = GlyphSource()
    let glyph = try SampleFonts.glyph(character, of: face)
    var canvas = Canvas(
      bitmap: try Bitmap(width: 40, height: 40, background: .white), scale: .one, glyphs: source)
    try canvas.drawGlyph(glyph, of: face, size: 40, color: .black, at: Point(x: 4, y: 34))
    // The outline goes from 0 to 600 and up to 700 of 1000 units.
    #expect(canvas.bitmap.color(atX: 10, y: 20) == .black)
    #expect(canvas.bitmap.color(atX: 30, y: 20) == .white)
    #expect(source.faults.map(\.code) == [.unsupportedColors])
    #expect(source.faults.first?.reason.contains(reason) == true)
    #expect(try source.image(of: glyph, in: face, size: 40) == nil)
    #expect(try source.distanceField(of: glyph, in: face, size: 32) != nil)
  }

  /// Paints of the maximum depth, on the smallest stack.
  @Test func deepPaintsAreDrawn() throws {
    let face = try FontFace(path: FontFixtures.brokenPaints)
    let glyph = try SampleFonts.glyph("\u{E005}", of: face)
    let (image, faults) = try OnSmallStack.run {
      let source = GlyphSource()
      return (try source.image(of: glyph, in: face, size: 40), source.faults)
    }
    #expect(image?.bitmap.pixels.contains { $0 > 0 } == true && faults.isEmpty)
  }

  /// Fonts with a damaged colour table are drawn or reported, the same each time.
  @Test func damagedTablesAreDrawnOrTold() throws {
    var random = SeededGenerator()
    var outcomes = (drawn: 0, told: 0)
    for path in [FontFixtures.paints, FontFixtures.variablePaints] {
      let font = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let table = try #require(Self.table("COLR", of: font))
      for _ in 0..<100 {
        var bytes = font
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          bytes[Int.random(in: table, using: &random)] = random.oneIn(2) ? 0xFF : random.bytes(1)[0]
        }
        var face = try FontFace(data: FontData(bytes, name: "damaged"))
        if !face.axes.isEmpty {
          face = face.instance(variations: [FontVariation(.weightAxis, 777)])
        }
        for _ in 0..<4 {
          let glyph = UInt32.random(in: 1..<UInt32(face.glyphCount), using: &random)
          let (source, again) = (GlyphSource(), GlyphSource())
          let image = try? source.image(of: glyph, in: face, size: 20)
          #expect(image == (try? again.image(of: glyph, in: face, size: 20)), "seed \(random.seed)")
          #expect(source.faults == again.faults, "seed \(random.seed)")
          if image != nil { outcomes.drawn += 1 }
          if !source.faults.isEmpty { outcomes.told += 1 }
        }
      }
    }
    #expect(outcomes.drawn > 100 && outcomes.told > 10, "seed \(random.seed)")
  }

  /// The range of a table in a font.
  private static func table(_ tag: String, of font: [UInt8]) -> Range<Int>? {
    func number(_ place: Int) -> Int { font[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let records = (0..<number(4) >> 16).map { 12 + 16 * $0 }
    return records.first { Array(font[$0..<$0 + 4]) == Array(tag.utf8) }.map { record in
      number(record + 8)..<number(record + 8) + number(record + 12)
    }
  }
}
