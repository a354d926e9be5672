import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// The letter l of the font is a box, so where its ink is follows from the numbers in
/// `make_variable.py`.
@Suite struct FaceDrawingTests {
  private let face: FontFace
  private let rasterizer: GlyphRasterizer

  init() throws {
    face = try FontFace(path: FontFixtures.variable)
    rasterizer = try GlyphRasterizer()
  }

  /// The columns of each row, from the top, of which more than half is inked, at 100 pixels an em.
  private func ink(_ face: FontFace) throws -> [Range<Int>] {
    let key = GlyphKey(
      face: face, glyph: try SampleFonts.glyph("l", of: face), size: 6400, x: 0 * 16)
    let bitmap = try rasterizer.rasterize(key, of: face)
    return (0..<Int(bitmap.height)).map { row in
      let levels = bitmap.bytes[(row * bitmap.rowBytes)...].prefix(Int(bitmap.width))
      let first = levels.firstIndex { $0 > 127 } ?? levels.startIndex
      let last = levels.lastIndex { $0 > 127 } ?? levels.startIndex
      let left = Int(bitmap.left) - levels.startIndex
      return first + left..<last + 1 + left
    }
  }

  @Test func drawsTheDesignAtItsPlace() throws {
    #expect(try ink(face) == Array(repeating: 10..<30, count: 70))
    let black = face.instance(variations: [FontVariation("wght", 900)])
    #expect(try ink(black) == Array(repeating: 10..<50, count: 70))
    let title = face.instance(variations: [FontVariation("opsz", 72), FontVariation("wdth", 125)])
    #expect(try ink(title) == Array(repeating: 10..<40, count: 60))
    #expect(try ink(face) == Array(repeating: 10..<30, count: 70))
  }

  /// A twenty-fourth of an em more ink, on both sides alike.
  @Test func emboldens() throws {
    let bold = face.instance(synthesis: FontSynthesis(emboldens: true))
    let rows = try ink(bold)
    #expect(rows.count == 74 || rows.count == 76)
    #expect(rows[10..<60].allSatisfy { $0 == 8..<32 })
    #expect(bold.harfBuzz.advance(of: "l") == face.harfBuzz.advance(of: "l"))
  }

  /// The foot stays and the head leans by the tangent of 14 degrees of its height.
  @Test func slants() throws {
    let oblique = face.instance(synthesis: FontSynthesis(slants: true))
    let rows = try ink(oblique)
    #expect(rows.count == 70)
    for (row, columns) in rows.enumerated() {
      let shift = (69.5 - Double(row)) * 0.2493
      #expect(abs(Double(columns.lowerBound) - 10 - shift) <= 0.51)
      #expect(abs(Double(columns.upperBound) - 30 - shift) <= 0.51)
    }
  }
}
