import Foundation
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// FreeType's own interpreter is the witness.
@Suite struct CubicOutlineLoaderTests {
  /// Fonts of Debian with outlines of CFF.
  private static let paths = [
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc",
  ].filter { FileManager.default.isReadableFile(atPath: $0) }

  @Test(.enabled(if: !paths.isEmpty, "no font with CFF is installed"), arguments: paths)
  func coverageIsFreeTypes(path: String) throws {
    var face = try FontFace(path: path)
    var random = SeededGenerator()
    for synthesis in [FontSynthesis(), FontSynthesis(emboldens: true, slants: true)] {
      face = face.instance(synthesis: synthesis)
      let opened = try FreeTypeFace(face, library: FreeTypeLibrary())
      let plain = try FreeTypeFace(face, library: FreeTypeLibrary())
      plain.cubics = nil
      #expect(opened.cubics != nil)
      for _ in 0..<TestSettings.transitions(usually: 150) {
        let glyph = UInt32.random(in: 0..<20_000, using: &random)
        let key = GlyphKey(
          face: face, glyph: glyph, size: .random(in: 64...64 * 40, using: &random),
          x: Int.random(in: 0..<64, using: &random))
        let isSame = opened.mask(of: key, in: nil) == plain.mask(of: key, in: nil)
        #expect(isSame, "glyph \(glyph), seed \(random.seed)")
      }
    }
  }

  @Test func otherFontsAreLeftToFreeType() throws {
    let library = try FreeTypeLibrary()
    #expect(try FreeTypeFace(SampleFonts.sans(), library: library).cubics == nil)
    #expect(try FreeTypeFace(FontFace(path: FontFixtures.variable), library: library).cubics == nil)
    #expect(try FreeTypeFace(SampleFonts.emoji(), library: library).cubics == nil)
  }
}
