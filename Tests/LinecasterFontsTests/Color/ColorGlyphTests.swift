import Foundation
import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

/// The glyphs are described in `make_paints.py` and `make_layers.py`.
@Suite struct ColorGlyphTests {
  private func colored(
    _ character: Unicode.Scalar, _ path: String = FontFixtures.paints, palette: Int = 0,
    weight: Double? = nil
  ) throws -> ColorGlyph {
    var face = try FontFace(path: path)
    if let weight { face = face.instance(variations: [FontVariation(.weightAxis, weight)]) }
    let glyph = try #require(face.harfBuzz.glyph(for: character))
    return try #require(try face.colorGlyph(of: glyph, palette: palette))
  }

  /// The numbers of outline glyphs.
  private let tall: UInt32 = 1
  private let square: UInt32 = 2
  private let ring: UInt32 = 3

  @Test func solidsHaveColoursOfThePalette() throws {
    let solid = try colored("\u{E000}")
    let red = ColorPaint.Ink(color: Color(rgb: 0xFF0000), alpha: 1)
    #expect(solid.paint == .outline(glyph: tall, .solid(red)))
    #expect(solid.unitsPerEm == 1000 && !solid.usesTextColor)
    #expect(solid.layers == [ColorGlyph.Layer(glyph: tall, ink: red)])
    // The palette's colour is half-transparent, and the paint halves it again.
    let half = Color(red: 51, green: 102, blue: 153, alpha: 128)
    #expect(
      try colored("\u{E001}").layers?.map(\.ink) == [ColorPaint.Ink(color: half, alpha: 0.5)])
    let text = try colored("\u{E002}")
    #expect(text.usesTextColor && text.layers?.map(\.ink.color) == [nil])
  }

  @Test func layersOfVersion0AreLayers() throws {
    for (palette, rgb) in [(0, 0xFF0000), (1, 0x00FF00), (9, 0xFF0000), (-1, 0xFF0000)]
      as [(Int, UInt32)]
    {
      let layers = try #require(try colored("A", FontFixtures.layers, palette: palette).layers)
      #expect(layers.count == 3 && layers.allSatisfy { $0.ink.alpha == 1 })
      #expect(layers.first?.ink.color == Color(rgb: rgb))
      #expect(layers[1].ink.color == nil)
    }
    let face = try FontFace(path: FontFixtures.layers)
    #expect(face.paletteCount == 2)
    #expect(try face.colorGlyph(of: #require(face.harfBuzz.glyph(for: "l"))) == nil)
  }

  @Test func gradientsHaveLinesAndGeometry() throws {
    guard
      case .outline(square, .linearGradient(let line, let start, let end)) =
        try colored("\u{E004}").paint
    else { return #expect(Bool(false), "no linear gradient") }
    #expect(line.extend == .pad && line.stops.map(\.place) == [0, 0.5, 1])
    #expect(start == Point(x: 150, y: 0) && end == Point(x: 650, y: 0))
    // Colours run along (200, 600); the end is where the gradient line meets it at a right angle.
    guard case .outline(_, .linearGradient(_, let from, let to)) = try colored("\u{E007}").paint
    else { return #expect(Bool(false), "no linear gradient") }
    #expect(abs((to.x - from.x) * 200 + (to.y - from.y) * 600) < 1e-6)
    #expect(abs((650 - to.x) * 600 - (200 - to.y) * 200) < 1e-6)
    guard case .outline(_, .sweepGradient(_, let center, 45, 225)) = try colored("\u{E014}").paint
    else { return #expect(Bool(false), "no sweep gradient") }
    #expect(center == Point(x: 400, y: 350))
  }

  @Test func transformsMovePoints() throws {
    let center = Point(x: 400, y: 350)
    func moved(_ character: Unicode.Scalar, _ point: Point) throws -> Point {
      guard case .transform(let transform, _) = try colored(character).paint else { return .zero }
      let moved = transform.moved(point)
      #expect(
        transform.inverse.map { $0.after(transform).moved(point) }.map {
          abs($0.x - point.x) < 1e-9 && abs($0.y - point.y) < 1e-9
        } == true)
      return moved
    }
    func isNear(_ one: Point, _ x: Double, _ y: Double) -> Bool {
      abs(one.x - x) < 0.1 && abs(one.y - y) < 0.1
    }
    #expect(try moved("\u{E019}", .zero) == Point(x: 100, y: -50))
    #expect(try isNear(moved("\u{E01A}", center), 200, 420))
    #expect(try isNear(moved("\u{E01B}", center), 400, 350))
    #expect(try isNear(moved("\u{E01B}", Point(x: 500, y: 450)), 320, 410))
    #expect(try isNear(moved("\u{E01C}", center), 280, 245))
    // Anticlockwise by 20 degrees.
    #expect(try isNear(moved("\u{E01E}", Point(x: 1000, y: 0)), 939.69, 342.02))
    #expect(try isNear(moved("\u{E01F}", center), 400, 350))
    // The y axis leans to the left by 15 degrees, the x axis up by 5.
    #expect(try isNear(moved("\u{E020}", Point(x: 0, y: 1000)), -267.95, 1000))
    #expect(try isNear(moved("\u{E020}", Point(x: 1000, y: 0)), 1000, 87.49))
    #expect(try isNear(moved("\u{E022}", Point(x: 100, y: 0)), 230, 60))
  }

  @Test func boxesCutGlyphs() throws {
    guard case .clip(let rect, .layers) = try colored("\u{E027}").paint else {
      return #expect(Bool(false), "no clip")
    }
    #expect(rect == Rect(x: 250, y: 125, width: 375, height: 375))
    let place = try colored("\u{E00A}", FontFixtures.variablePaints, weight: 900).paint
    guard case .clip(let wide, _) = place else { return #expect(Bool(false), "no clip") }
    #expect(wide == Rect(x: 125, y: 250, width: 625, height: 0))
  }

  /// Alpha is 1 at 400 units, less 4000 and 12,000 of 16,384 at 650 and 900, and between them.
  @Test(arguments: [(400, 0), (650, 4000), (900, 12_000), (525, 2000), (775, 8000)])
  func numbersMoveWithTheAxis(weight: Double, change: Double) throws {
    let glyph = try colored("\u{E000}", FontFixtures.variablePaints, weight: weight)
    let alpha = try #require(glyph.layers?.first?.ink.alpha)
    #expect(abs(alpha - (1 - change / 16_384)) < 1e-3)
  }

  @Test(
    arguments: [
      ("\u{E000}", "contains itself"), ("\u{E001}", "contains itself"),
      ("\u{E002}", "contains itself"), ("\u{E004}", "too many paints"),
    ] as [(Unicode.Scalar, String)])
  func paintsThatAreNoTreesAreErrors(character: Unicode.Scalar, reason: String) throws {
    let face = try FontFace(path: FontFixtures.brokenPaints)
    let glyph = try #require(face.harfBuzz.glyph(for: character))
    let outcome = Result { () throws(FontError) in try face.colorGlyph(of: glyph) }
    guard case .failure(let error) = outcome else { return #expect(Bool(false), "no error") }
    #expect(error.code == .malformed && error.source == FontFixtures.brokenPaints)
    #expect(error.reason.contains(reason), "\(error)")
  }

  /// A truncated table gives an error, or the part before its end.
  @Test func tablesThatEndEarlyAreErrors() throws {
    let face = try FontFace(path: FontFixtures.paints)
    let table = face.base.harfBuzz.table("COLR")
    var failures = 0
    for count in 0..<table.count {
      table.prefix(count).withUnsafeBytes { bytes in
        guard let colors = ColorTable(bytes) else { return }
        for glyph in [tall, square, ring, 8, 20, 40, 70] {
          var reader = ColorPaintReader(colors, palette: [], place: [])
          do { _ = try reader.paint(of: Int(glyph)) } catch { failures += 1 }
        }
      }
    }
    #expect(failures > 1000)
  }

  /// Each paint has the next two as layers; the full tree would not fit in memory.
  @Test func paintsOfPaintsEnd() {
    var table: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, 44]
    table += [UInt8](repeating: 0, count: 12)
    // The paint of glyph 5 is the first layer.
    table += [0, 0, 0, 1, 0, 5, 0, 0, 0, 254]
    let layers = 60
    table += [0, 0, 0, UInt8(layers)]
    for layer in 0..<layers {
      let offset = 4 + 4 * layers + 6 * layer
      table += [0, 0, UInt8(offset >> 8), UInt8(offset & 255)]
    }
    for layer in 0..<layers {
      table += layer < layers - 2 ? [1, 2, 0, 0, 0, UInt8(layer + 1)] : [2, 0, 0, 0x40, 0, 0]
    }
    table.withUnsafeBytes { bytes in
      guard let colors = ColorTable(bytes) else { return #expect(Bool(false), "no table") }
      var reader = ColorPaintReader(colors, palette: [], place: [])
      let outcome = Result { () throws(ColorFault) in try reader.paint(of: 5) }
      #expect(outcome == .failure(.tooLarge))
    }
  }
}

@Suite struct EmbeddedImageTests {
  /// The images are described in `make_images.py`.
  @Test func imagesAreFilesAndFrames() throws {
    let face = try FontFace(path: FontFixtures.strikes)
    let glyph = try #require(face.harfBuzz.glyph(for: "A"))
    for (size, pixels) in [(10, 16), (20, 16), (21, 32), (500, 32)] {
      let image = try #require(face.embeddedImage(of: glyph, pixelsPerEm: size))
      #expect(image.png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      #expect(image.png[19] == UInt8(pixels))
      #expect(image.frame == Rect(x: 100, y: 0, width: 800, height: 800))
    }
    #expect(
      try face.embeddedImage(
        of: #require(face.harfBuzz.glyph(for: "l")), pixelsPerEm: 20) == nil)
    let plain = try FontFace(path: FontFixtures.layers)
    #expect(plain.embeddedImage(of: 1, pixelsPerEm: 20) == nil)
  }
}
