import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
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

  @Test func reportsMissingCharacters() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let layout = typesetter.prepare(Paragraph("aᚠ")).layout(width: 320)
    for scalar in layout.missingCharacters { print(scalar.properties.name ?? "\(scalar.value)") }
    #expect(layout.missingCharacters == ["ᚠ"])
  }
}
