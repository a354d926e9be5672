import Foundation
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct MalformedFaceTests {
  /// The face, its named places, the ends of its axes, and what can be synthesized.
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
          // A face that only FreeType refuses is a typed error.
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
