import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

/// Requests for faces with extreme numbers; a trap would end the test process.
@Suite struct ExtremeNumbersTests {
  @Test func weightsAndWidthsComeIntoRange() {
    for value in ExtremeNumbers.integers { #expect(1...1000 ~= FontWeight(value).value) }
    for value in ExtremeNumbers.doubles { #expect(50...200 ~= FontWidth(percent: value).percent) }
  }

  @Test func facesAreFoundForAnyNumber() throws {
    var random = SeededGenerator(salt: 178)
    let collection = try FontCollection.bundled()
    let face = try FontFace(path: FontFixtures.variable)
    for _ in 0..<400 {
      let variations = face.axes.map { FontVariation($0.tag, random.extreme()) }
      let place = face.instance(variations: variations)
      #expect(zip(place.variations, face.axes).allSatisfy { $1.range.contains($0.value) })
      let request = FontRequest(
        families: ["Noto Sans"], weight: FontWeight(random.extremeInteger()),
        width: FontWidth(percent: random.extreme()),
        variations: variations, size: random.extreme())
      #expect(collection.face(for: request) != nil)
      _ = FontTag(rawValue: UInt32(truncatingIfNeeded: random.next()))
    }
  }

  @Test func indicesThatAreNotThereAreRefused() throws {
    let data = try FontFace(path: FontFixtures.variable).data
    for index in ExtremeNumbers.integers where index != 0 {
      #expect(throws: FontError.self) { try FontFace(data: data, index: index) }
      #expect(throws: FontError.self) { try FontFace(path: FontFixtures.variable, index: index) }
    }
  }

  @Test func outlinesTakeAnyNumber() throws {
    let face = try FontFace(path: FontFixtures.variable)
    for glyph in [0, 1, .max] as [UInt32] {
      let outline = face.outline(of: glyph)
      for scale in ExtremeNumbers.doubles {
        #expect(outline.isEmpty == outline.svgPath(scale: scale).isEmpty)
      }
    }
    for units in ExtremeNumbers.integers {
      #expect(GlyphOutline(segments: [], unitsPerEm: units).svgPath().isEmpty)
    }
  }

  @Test func coloursTakeAnyNumber() throws {
    for path in [FontFixtures.paints, FontFixtures.layers, FontFixtures.strikes] {
      let face = try FontFace(path: path)
      for glyph in [0, 1, 9, 0xFFFF, .max] as [UInt32] {
        for number in ExtremeNumbers.integers {
          _ = try face.colorGlyph(of: glyph, palette: number)
          _ = face.embeddedImage(of: glyph, pixelsPerEm: number)
        }
      }
      #expect(face.paletteCount >= 0)
    }
  }
}
