import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct EmojiFallbackTests {
  private let fonts: FontCollection

  init() throws {
    fonts = try .bundled()
  }

  /// A typesetter with a text face that has every character emoji are made of, named or not.
  private func typesetter(_ families: [String]) throws -> Typesetter {
    Typesetter(
      fonts: try FontCollection(
        faces: families.compactMap {
          fonts.face(family: $0, weight: .regular, slant: .upright)
        }))
  }

  /// The families and the number of glyphs, each paragraph a line.
  private func runs(_ texts: [String], _ typesetter: Typesetter) -> [[String]] {
    texts.map { text in
      typesetter.prepare(Paragraph(text)).layout().glyphRuns
        .map { "\($0.face.family) \($0.glyphs.count)" }
    }
  }

  @Test(.enabled(if: UnicodeFile.folder != nil, "the package unicode-data is not installed"))
  func everyTestSequenceIsOneGlyph() throws {
    let sequences = try UnicodeFile("emoji/emoji-test.txt").lines.map(\.textAndBreaks.text)
    #expect(sequences.count == 4733)
    let found = runs(sequences, try typesetter(["Noto Color Emoji"]))
    let wrong = zip(sequences, found).filter { $1 != ["Noto Color Emoji 1"] }
    print("emoji-test.txt: \(sequences.count - wrong.count) of 4,733 are one glyph")
    #expect(wrong.map(\.0) == [])
  }

  @Test(.enabled(if: UnicodeFile.folder != nil, "the package unicode-data is not installed"))
  func selectorsChooseTheFace() throws {
    let text = try typesetter(["Noto Sans", "Noto Sans Mono", "Noto Color Emoji"])
    let color = try typesetter(["Noto Color Emoji", "Noto Sans", "Noto Sans Mono"])
    let textFaces = ["Noto Sans", "Noto Sans Mono"].compactMap {
      fonts.face(family: $0, weight: .regular, slant: .upright)
    }
    var count = 0
    for line in try UnicodeFile("emoji/emoji-variation-sequences.txt").lines {
      let sequence = line.textAndBreaks.text
      let scalar = try #require(sequence.unicodeScalars.first)
      let hasTextFace = textFaces.contains { $0.covers(scalar) }
      let wantsEmoji = line.fields.contains("emoji")
      for typesetter in [text, color] {
        let faces = typesetter.prepare(Paragraph(sequence)).layout().glyphRuns.map(\.face)
        #expect(faces.count == 1, "\(line.number)")
        #expect(faces[0].hasColorBitmaps == (wantsEmoji || !hasTextFace), "\(line.number)")
      }
      count += 1
    }
    #expect(count == 708)
  }

  /// As in browsers the list of families outweighs what Unicode draws in colour by default.
  @Test func namedFamiliesDrawEmojiThatNoSelectorFollows() throws {
    let watch = "\u{231A}"
    let mono = TextStyle(families: ["Noto Sans Mono", "Noto Color Emoji"])
    let emoji = TextStyle(families: ["Noto Color Emoji", "Noto Sans Mono"])
    let family = { (text: String, style: TextStyle) in
      Typesetter(fonts: self.fonts).prepare(Paragraph(text, style: style)).layout()
        .glyphRuns.map(\.face.family)
    }
    let arrow = "\u{25B6}"
    #expect(family(watch, emoji) == ["Noto Color Emoji"])
    #expect(family(arrow, mono) == ["Noto Sans Mono"])
    #expect(family(arrow + "\u{FE0F}", mono) == ["Noto Color Emoji"])
    #expect(family(arrow + "\u{FE0E}", emoji) == ["Noto Sans Mono"])
  }
}
