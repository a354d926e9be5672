import Foundation
@testable import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// The letter l of the font is a box, whose ink follows from the numbers in `make_variable.py`.
@Suite struct FaceDrawingTests {
  private let face: FontFace
  private let rasterizer: GlyphRasterizer

  init() throws {
    face = try FontFace(path: FontFixtures.variable)
    rasterizer = try GlyphRasterizer()
  }

  /// The columns of each row that are more than half inked, from the top, at 100 pixels an em.
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

  /// A twenty-fourth of an em more ink, equally on both sides.
  @Test func emboldens() throws {
    let bold = face.instance(synthesis: FontSynthesis(emboldens: true))
    let rows = try ink(bold)
    #expect(rows.count == 74 || rows.count == 76)
    #expect(rows[10..<60].allSatisfy { $0 == 8..<32 })
    #expect(bold.harfBuzz.advance(of: "l") == face.harfBuzz.advance(of: "l"))
  }

  /// The foot stays, and the head moves by its height times the tangent of 14 degrees.
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

/// FreeType's own interpreter is the witness.
@Suite struct CubicOutlineLoaderTests {
  /// Fonts of Debian with outlines of CFF.
  private static let paths = [
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc",
  ].filter { FileManager.default.isReadableFile(atPath: $0) }

  @Test(
    .enabled(
      if: try TestTools.has("a font with CFF", !paths.isEmpty), "no font with CFF is installed"),
    arguments: paths)
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

@Suite struct MalformedFaceTests {
  /// The face with its named instances, the ends of its axes, and the possible synthesis.
  private func instances(_ face: FontFace) -> Set<FontFace> {
    let places =
      face.namedInstances.prefix(3).map(\.variations)
      + [
        face.axes.map { FontVariation($0.tag, $0.minimum) },
        face.axes.map { FontVariation($0.tag, $0.maximum) },
        face.axes.map { FontVariation($0.tag, .infinity) },
      ]
    let synthesis = FontSynthesis(emboldens: true, slants: true)
    return Set(
      [face, face.instance(synthesis: synthesis)]
        + places.map { face.instance(variations: $0) })
  }

  @Test(
    .enabled(
      if: SharedFiles.mayRun(with: "conformance/text/fonts-malformed"),
      "no shared malformed fonts here"))
  func everyMalformedFaceIsRefusedOrDrawn() throws {
    let folder = try #require(SharedFiles.path("conformance/text/fonts-malformed"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let scan = FontScan(paths: names.map { "\(folder)/\($0)" })
    #expect(scan.faces.count > 50 && scan.errors.count > 50)
    let rasterizer = try GlyphRasterizer()
    var variable = 0
    for face in scan.faces {
      variable += face.axes.isEmpty ? 0 : 1
      for instance in instances(face) {
        #expect(instance.metrics.ascent.isFinite && instance.metrics.xHeight.isFinite)
        #expect(instance.variations.count == face.axes.count)
        for glyph in UInt32(0)..<12 {
          let key = GlyphKey(face: instance, glyph: glyph, size: 16 * 64, x: 1 * 16)
          // A face that only FreeType refuses gives a typed error.
          guard let bitmap = try? rasterizer.rasterize(key, of: instance) else { break }
          #expect(bitmap.bytes.count == bitmap.rowBytes * Int(bitmap.height))
          if case .field(let field) = try rasterizer.field(of: key, of: instance, spread: 4) {
            #expect(field.bytes.count == field.width * field.height)
          }
        }
      }
    }
    #expect(variable > 2)
    let fonts = try FontCollection(faces: scan.faces)
    #expect(fonts.descriptions.count == scan.faces.count)
    #expect(!fonts.cascade(for: FontRequest(weight: .bold, slant: .italic, size: 9)).isEmpty)
  }
}

/// Outlines from the cache of a face.
@Suite struct LoadedOutlinesTests {
  private static let hintings: [GlyphRendering.Hinting] = [.none, .light, .full]

  /// The witness is a face with an empty cache.
  @Test(arguments: hintings) func coverageIsThatOfANewFace(hinting: GlyphRendering.Hinting) throws {
    var random = SeededGenerator(salt: 45)
    let style = GlyphStyle(GlyphRendering(hinting: hinting))
    for synthesis in [FontSynthesis(), FontSynthesis(emboldens: true, slants: true)] {
      let face = try SampleFonts.sans().instance(synthesis: synthesis)
      let opened = try FreeTypeFace(face, library: FreeTypeLibrary())
      for _ in 0..<TestSettings.transitions(usually: 100) {
        let key = GlyphKey(
          face: face, glyph: .random(in: 36..<60, using: &random),
          size: [700, 960, 1024].randomElement(using: &random) ?? 960,
          x: .random(in: 0..<64, using: &random), style: style)
        let new = try FreeTypeFace(face, library: FreeTypeLibrary())
        #expect(
          opened.mask(of: key, in: nil) == new.mask(of: key, in: nil),
          "glyph \(key.index) at \(key.size), \(key.x), seed \(random.seed)")
      }
    }
  }

  @Test(arguments: [" ", "l"] as [Unicode.Scalar]) func areBounded(letter: Unicode.Scalar) throws {
    let face = try SampleFonts.sans()
    let glyph = try SampleFonts.glyph(letter, of: face)
    let library = try FreeTypeLibrary()
    library.outlines = LoadedOutlines(byteLimit: 8 << 10)
    let opened = try FreeTypeFace(face, library: library)
    for size in 640..<1_640 as Range<UInt32> {
      _ = opened.mask(of: GlyphKey(face: face, glyph: glyph, size: size), in: nil)
    }
    #expect((1...(8 << 10) / LoadedOutlines.overhead).contains(library.outlines.count))
  }
}
