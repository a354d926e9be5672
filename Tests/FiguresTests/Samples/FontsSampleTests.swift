import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

/// The samples of the chapter on fonts.
@Suite struct FontsSampleTests {
  @Test func opensBundledFonts() throws {
    let fonts = try FontCollection.bundled()
    let typesetter = Typesetter(fonts: fonts)
    #expect(typesetter.fonts == fonts)
  }

  @Test func opensFolders() throws {
    let folder = Catalogue.root.appendingPathComponent("Fonts").path
    let scan = FontScan(folders: [folder])
    for error in scan.errors { print(error) }
    let fonts = try FontCollection(faces: scan.faces)
    #expect(fonts.familyNames.contains("Noto Sans"))
  }

  @Test func putsFontsInFront() throws {
    let folder = Catalogue.root.appendingPathComponent("Fonts/NotoSansMono").path
    let file = FontFixtures.variable
    let fonts = try FontCollection.bundled().prepending(paths: [file, folder])
    #expect(fonts.familyNames.prefix(3) == ["Linecaster Variable", "Noto Sans Mono", "Noto Sans"])
  }

  @Test func tellsWhatFontsLack() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let style = TextStyle(families: ["Noto Snas", "Noto Sans Syriac"], weight: .bold)
    _ = typesetter.prepare(Paragraph("a", style: style))
    for issue in typesetter.fontIssues { print(issue) }
    let page = try #require(try Catalogue.pages().first { $0.name == "Fonts.md" })
    let told = typesetter.fontIssues.map { "\($0)\n" }.joined()
    #expect(page.text.contains("```\n\(told)```"), "\(told)")
  }

  @Test func opensMemory() throws {
    let path = Catalogue.root.appendingPathComponent("Fonts/NotoSansThai/NotoSansThai-Regular.ttf")
    let bytes = try [UInt8](Data(contentsOf: path))
    let data = FontData(bytes, name: "Noto Sans Thai")
    let fonts = try FontCollection(faces: FontFace.all(data: data))
    #expect(fonts.familyNames == ["Noto Sans Thai"])
  }

  @Test func matchesStyles() throws {
    let fonts = try FontCollection.bundled()
    let request = FontRequest(families: ["Noto Sans Thai"], weight: .bold, slant: .italic)
    if let face = fonts.face(for: request) {
      print(face.styleName, face.synthesis.slants)
    }
    #expect(fonts.face(for: request)?.synthesis == FontSynthesis(slants: true))
  }

  @Test func setsAxes() throws {
    let face = try FontFace(path: FontFixtures.variable)
    for axis in face.axes { print(axis.tag.name, axis.range, axis.defaultValue) }
    let heavy = face.instance(variations: [FontVariation(.weightAxis, 850)])
    let style = TextStyle(weight: FontWeight(350), variations: [FontVariation("wdth", 125)])
    #expect(heavy != face && heavy.weight == FontWeight(850))
    // The weight of the style chooses one place, its variations another one, and both widen.
    let typesetter = Typesetter(fonts: try FontCollection(faces: [face]))
    func width(_ style: TextStyle) -> Double {
      typesetter.prepare(Paragraph("lll", style: style)).layout().size.width
    }
    let (plain, light, wide) = (
      width(TextStyle()), width(TextStyle(weight: FontWeight(350))), width(style)
    )
    #expect(light < plain && wide > light)
    #expect(width(TextStyle(weight: FontWeight(850))) > plain)
  }

  @Test func explainsFonts() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let explanation = typesetter.explainFonts(of: "né 直❤️ᚠ")
    print(explanation)
    let page = try #require(try Catalogue.pages().first { $0.name == "Fonts.md" })
    #expect(page.text.contains("```\n\(explanation)\n```"), "\(explanation)")
  }

  /// Pixels of a renderer of one's own.
  private struct Page {
    var bitmap: Bitmap

    mutating func blend(_ coverage: GlyphCoverage, in color: Color) {
      let rect = coverage.rect
      for y in max(0, rect.top)..<max(0, rect.bottom) {
        for x in max(0, rect.left)..<max(0, rect.right) {
          let share = coverage.bytes[(y - rect.top) * coverage.rowBytes + x - rect.left]
          if let dot = try? Bitmap(
            width: 1, height: 1, background: color.opacity(Double(share) / 255))
          {
            bitmap.draw(dot, atX: x, y: y)
          }
        }
      }
    }
  }

  @Test func blendsCoverage() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let style = TextStyle(size: 20, color: Color(rgb: 0x1A5FB4))
    let layout = typesetter.prepare(Paragraph("blue", style: style)).layout()
    var page = Page(bitmap: try Bitmap(width: 120, height: 60, background: .white))
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }

    let (source, scale) = (GlyphSource(), 2.0)
    for run in layout.glyphRuns {
      for glyph in run.placedGlyphs {
        let origin = run.axes.page(glyph.origin)
        let coverage = try source.coverage(
          of: glyph.identifier, in: run.face, size: run.size * scale,
          at: Point(x: origin.x * scale, y: origin.y * scale), turn: run.turn)
        if let coverage { page.blend(coverage, in: run.color) }
      }
    }
    try PNGEncoder().write(page.bitmap, to: path)

    let read = try ImageDecoder().decode(path: path)
    #expect(read == page.bitmap)
    let blue = stride(from: 0, to: read.pixels.count, by: 4).count {
      Array(read.pixels[$0..<$0 + 3]) == [0x1A, 0x5F, 0xB4]
    }
    #expect(blue > 100)
  }

  @Test func reportsMissingCharacters() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let layout = typesetter.prepare(Paragraph("aᚠ")).layout(width: 320)
    for scalar in layout.missingCharacters { print(scalar.properties.name ?? "\(scalar.value)") }
    #expect(layout.missingCharacters == ["ᚠ"])
  }
}
