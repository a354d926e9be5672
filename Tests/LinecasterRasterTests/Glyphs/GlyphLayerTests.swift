import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// The boxes and colours of the fonts are in `make_layers.py`; 100 units are 10 pixels here.
@Suite struct GlyphLayerTests {
  private func drawn(
    _ path: String, _ scalar: Unicode.Scalar = "A", color: Color = .black,
    rendering: GlyphRendering = .plain, source: GlyphSource = GlyphSource()
  ) throws -> Bitmap {
    let face = try FontFace(path: path)
    var canvas = Canvas(
      bitmap: try Bitmap(width: 70, height: 90, background: .white), scale: .one, glyphs: source,
      rendering: rendering)
    for _ in 0..<2 {
      canvas.fill(.init(Rect(x: 0, y: 0, width: 70, height: 90)), with: .white)
      try canvas.drawGlyph(
        SampleFonts.glyph(scalar, of: face), of: face, size: 100, color: color,
        at: Point(x: 0, y: 80))
    }
    return canvas.bitmap
  }

  /// The distinct colours of the middle row, from left to right.
  private func row(_ bitmap: Bitmap) -> [Color] {
    (0..<bitmap.width).reduce(into: []) { colors, x in
      guard let color = bitmap.color(atX: x, y: 45), color != colors.last else { return }
      colors.append(color)
    }
  }

  @Test func layersAreDrawnInTheirColours() throws {
    let text = Color(rgb: 0x204060)
    let bitmap = try drawn(FontFixtures.layers, color: text)
    // Half-transparent blue has an alpha of 127 or 128 of 255.
    #expect(
      row(bitmap) == [
        .white, Color(rgb: 0xFF0000), text, Color(rgb: 0x1020B0), Color(rgb: 0x7F7FFF), .white,
      ])
    #expect(bitmap.color(atX: 10, y: 45) == Color(rgb: 0xFF0000))
    #expect(bitmap.color(atX: 9, y: 45) == .white && bitmap.color(atX: 50, y: 45) == .white)
  }

  @Test func palettesGiveOtherColours() throws {
    let second = try drawn(FontFixtures.layers, rendering: GlyphRendering(palette: 1))
    #expect(row(second)[1] == Color(rgb: 0x00FF00))
    let absent = try drawn(FontFixtures.layers, rendering: GlyphRendering(palette: 9))
    #expect(try absent == drawn(FontFixtures.layers))
  }

  @Test func layersFadeWithTheText() throws {
    let faint = Color(red: 0, green: 0, blue: 0, alpha: 51)
    #expect(try row(drawn(FontFixtures.layers, color: faint))[1] == Color(rgb: 0xFFCCCC))
  }

  @Test func plainGlyphsOfSuchFontsAreText() throws {
    let source = GlyphSource()
    let bitmap = try drawn(FontFixtures.layers, "l", color: .black, source: source)
    #expect(row(bitmap) == [.white, .black, .white])
    #expect(source.faults.isEmpty)
  }

  /// Unsupported colours are reported with the file, and the outline is drawn.
  @Test func unsupportedColoursAreReported() throws {
    let path = FontFixtures.drawing
    let source = GlyphSource()
    _ = try drawn(path, "l", source: source)
    #expect(source.faults.isEmpty)
    let bitmap = try drawn(path, source: source)
    #expect(row(bitmap) == [.black, .white])
    #expect(source.faults.map(\.code) == [.unsupportedColors])
    #expect(source.faults.first?.source == path)
    #expect(source.faults.first?.reason.contains("SVG") == true)

    let fields = GlyphSource()
    let face = try FontFace(path: path)
    let glyph = try SampleFonts.glyph("A", of: face)
    #expect(try fields.distanceField(of: glyph, in: face, size: 32) != nil)
    #expect(fields.faults.map(\.reason) == source.faults.map(\.reason))
  }

  @Test func layersKeepTheirBytes() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let bytes = random.bytes(4)
      let color = Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
      let layer = GlyphLayer(
        glyph: .random(in: 0...0xFFFF, using: &random),
        color: Bool.random(using: &random) ? color : nil)
      let kept = layer.bytes
      #expect(kept.count == GlyphLayer.byteCount)
      let read = kept.withUnsafeBufferPointer { $0.baseAddress.map { GlyphLayer($0) } }
      #expect(read == layer, "seed \(random.seed)")
    }
  }
}
