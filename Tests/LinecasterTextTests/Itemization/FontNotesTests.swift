import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct FontNotesTests {
  private func told(_ text: String, _ styles: TextStyle...) throws -> [String] {
    let typesetter = Typesetter(fonts: try .bundled())
    for style in styles + styles { _ = typesetter.prepare(Paragraph(text, style: style)) }
    return typesetter.fontIssues.map(\.description)
  }

  @Test func whatIsThereIsNotTold() throws {
    #expect(try told("a נ", TextStyle(), TextStyle(weight: .bold)).isEmpty)
    #expect(try told("a 👋", TextStyle(weight: .bold, slant: .italic)).isEmpty)
  }

  @Test func lettersThatAreMadeAreToldOnce() throws {
    #expect(
      try told("aᠮנ", TextStyle(weight: .bold), TextStyle(weight: .bold, slant: .italic)) == [
        "Noto Sans Hebrew has no italic style; upright is used, with synthesized slant",
        "Noto Sans Mongolian has no italic style; upright is used, with synthesized slant",
        "Noto Sans Mongolian has no weight 700; 400 is used, with synthesized bold",
      ])
  }

  /// Invented names use a bounded amount of memory.
  @Test func namesAreBounded() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    for number in 0..<400 {
      _ = typesetter.prepare(Paragraph("a", style: TextStyle(families: ["made up \(number)"])))
    }
    #expect(typesetter.fontIssues.count == 256)
  }
}
