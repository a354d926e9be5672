import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct DistanceFieldTests {
  private let source = GlyphSource()
  private static let families = [
    "Noto Sans", "Noto Sans Arabic", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Khmer",
    "Noto Sans Ethiopic", "Noto Sans Hebrew", "Noto Sans CJK KR",
  ]

  private func face(_ family: String) throws -> FontFace {
    let fonts = try FontCollection.bundled()
    return try #require(fonts.face(family: family, weight: .regular, slant: .upright))
  }

  /// The witness is the distance to every segment of the real outline.
  @Test(arguments: families)
  func distancesAreThoseOfTheOutline(family: String) throws {
    let face = try face(family)
    var random = SeededGenerator()
    for _ in 0..<TestSettings.transitions(usually: 3) {
      let glyph = UInt32.random(in: 3..<250, using: &random)
      let outline = face.outline(of: glyph)
      guard let field = try source.distanceField(of: glyph, in: face, size: 32) else {
        #expect(outline.isEmpty, "glyph \(glyph), seed \(random.seed)")
        continue
      }
      let error = OutlineOracle(outline, size: 32).largestError(of: field)
      #expect(error <= 0.125, "glyph \(glyph), seed \(random.seed)")
    }
  }

  /// A shader draws the glyph from the field, at half to eight times the size of the field.
  ///
  /// At half the size, a pixel is a single sample between four texels, which are as far apart as
  /// pixels.
  @Test(arguments: [(16.0, 0.15), (32, 0.04), (96, 0.04), (256, 0.04)])
  func thresholdsGiveTheGlyphAtOtherSizes(size: Double, largest: Double) throws {
    let regular = try face("Noto Sans")
    let synthesized = regular.instance(synthesis: FontSynthesis(emboldens: true, slants: true))
    for face in [regular, synthesized] {
      for scalar: Unicode.Scalar in ["a", "S", "8", "Ж", "%"] {
        let glyph = try SampleFonts.glyph(scalar, of: face)
        let field = try #require(try source.distanceField(of: glyph, in: face, size: 32))
        let key = GlyphKey(face: face, glyph: glyph, size: UInt32(saturating: size * 64))
        let drawn = try source.bitmap(for: key, of: face)
        // Corners are rounded, and edges straight between texels.
        let shader = FieldShader(field, scale: size / 32)
        #expect(difference(shader, drawn) < largest, "\(scalar) \(face.synthesis)")
      }
    }
  }

  /// The difference between the coverage and the shader's result, relative to the coverage.
  private func difference(_ shader: FieldShader, _ drawn: GlyphBitmap) -> Double {
    var (sum, ink) = (0.0, 0.0)
    for row in 0..<Int(drawn.height) {
      for column in 0..<Int(drawn.width) {
        let exact = Double(drawn.bytes[row * drawn.rowBytes + column]) / 255
        let coverage = shader.coverage(
          x: Double(Int(drawn.left) + column) + 0.5, y: Double(row - Int(drawn.top)) + 0.5)
        sum += abs(coverage - exact)
        ink += exact
      }
    }
    return sum / ink
  }

  @Test func spreadsReachAsFarAsTheySay() throws {
    let face = try face("Noto Sans")
    let glyph = try SampleFonts.glyph("o", of: face)
    for spread in [-3, 1, 6, 99] {
      let field = try #require(
        try source.distanceField(of: glyph, in: face, size: 32, spread: spread))
      #expect(field.spread == min(max(spread, 1), 16))
      #expect(field.bytes.count == field.width * field.height)
      // The texels at the border are at the largest distance outside.
      let border = (0..<field.width).flatMap { [$0, field.bytes.count - 1 - $0] }
      #expect(border.allSatisfy { field.bytes[$0] <= 255 / UInt8(2 * field.spread) })
    }
  }

  @Test func whatHasNoOutlineHasNoField() throws {
    let face = try face("Noto Sans")
    #expect(
      try source.distanceField(of: SampleFonts.glyph(" ", of: face), in: face, size: 32) == nil)
    let emoji = try SampleFonts.emoji()
    #expect(
      try source.distanceField(of: SampleFonts.glyph("😀", of: emoji), in: emoji, size: 32) == nil)
    let glyph = try SampleFonts.glyph("o", of: face)
    #expect(try source.distanceField(of: glyph, in: face, size: -1) == nil)
    #expect(try source.distanceField(of: glyph, in: face, size: .nan) == nil)
    let error = #expect(throws: RasterError.self) {
      try source.distanceField(of: glyph, in: face, size: 257)
    }
    #expect(error?.code == .tooLarge)
    #expect(try source.distanceField(of: glyph, in: face, size: 256)?.top ?? 0 > 100)
  }

  @Test func layersHaveFieldsOfTheirOwn() throws {
    let face = try FontFace(path: FontFixtures.layers)
    let fields = try (0..<8).map { try source.distanceField(of: $0, in: face, size: 32) }
    #expect(fields.contains { $0 == nil } && fields.contains { $0 != nil })
  }
}

/// A renderer's computation of a pixel from the distance field.
struct FieldShader {
  private let field: DistanceField
  private let scale: Double

  /// - Parameter scale: The size of the drawn glyph, relative to the field.
  init(_ field: DistanceField, scale: Double) {
    self.field = field
    self.scale = scale
  }

  /// The coverage at a pixel centre, relative to the glyph's origin, y down.
  func coverage(x: Double, y: Double) -> Double {
    let texel = texel(x: x / scale - Double(field.left), y: y / scale + Double(field.top))
    let distance = (texel - 0.5) * 2 * Double(field.spread) * scale
    return min(max(distance + 0.5, 0), 1)
  }

  /// The bilinear value, 0 to 1, at a place in texels from the field's corner.
  private func texel(x: Double, y: Double) -> Double {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (right, down) = (x - 0.5 - left, y - 0.5 - top)
    let (column, row) = (Int(saturating: left), Int(saturating: top))
    let upper = byte(column, row) * (1 - right) + byte(column + 1, row) * right
    let lower = byte(column, row + 1) * (1 - right) + byte(column + 1, row + 1) * right
    return (upper * (1 - down) + lower * down) / 255
  }

  private func byte(_ column: Int, _ row: Int) -> Double {
    guard 0..<field.width ~= column, 0..<field.height ~= row else { return 0 }
    return Double(field.bytes[row * field.width + column])
  }
}
