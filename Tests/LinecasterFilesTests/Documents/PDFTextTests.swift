import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import LinecasterWitness
import Testing

@testable import LinecasterFiles

/// The text of PDF files, as poppler extracts it.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(if: try TestTools.hasProgram("pdftotext"), "pdftotext is not installed"))
struct PDFTextTests {
  /// A line of each kind of text: ligatures, combining marks, right-to-left text, text without
  /// spaces, reordered letters, and emoji.
  private static let lines = [
    "Official affine ffi: fiancé", "Ångström naïve e\u{301}t\u{301}x", "Привет, мир",
    "السلام عليكم", "لا إله", "كلا ولا إلى الأمام", "שלום עולם", "中文排版引擎", "日本語テキスト",
    "नमस्ते दुनिया", "স্ত্রী ক্ষমা", "สวัสดีชาวโลก", "Hello 👋 world 🎉",
  ]
  /// A line of three directions, most of it from left to right.
  private static let mixed = "The words שלום and سلام are here"

  private func document(_ texts: [String]) throws -> DrawnDocument {
    DrawnDocument(
      height: Double(texts.count) * 40,
      try texts.enumerated().map { index, text in
        try DocumentText.command(text, y: Double(index) * 40 + 5)
      })
  }

  /// The words without spaces and directional marks that a program adds.
  private func words(_ text: String) -> [String] {
    let scalars = text.unicodeScalars.filter { !(0x200E...0x202E ~= $0.value) }
    return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace)
      .map { $0.precomposedStringWithCanonicalMapping }
  }

  @Test(arguments: lines) func linesAreFound(line: String) throws {
    let pdftotext = try #require(OtherProgram("pdftotext"))
    let said = try document([line]).said(by: pdftotext, "-layout", "-")
    #expect(words(said) == words(line), "\(said)")
  }

  /// Poppler 22 drops the spaces between directions.
  @Test func mixedDirectionsAreFound() throws {
    let pdftotext = try #require(OtherProgram("pdftotext"))
    let said = words(try document([Self.mixed]).said(by: pdftotext, "-layout", "-"))
    #expect(said.joined() == words(Self.mixed).joined(), "\(said)")
  }

  /// MuPDF before 1.23 returns letters in visual order, later ones in reading order.
  @Test(
    .enabled(if: try TestTools.hasProgram("mutool"), "mutool is not installed"), arguments: lines)
  func linesAreFoundByAnotherReader(line: String) throws {
    let mutool = try #require(OtherProgram("mutool"))
    let said = words(try document([line]).text(by: mutool))
    let visual = line.split(separator: " ").reversed().map { word in
      String(String.UnicodeScalarView(word.unicodeScalars.reversed()))
    }
    let isRightToLeft = line.unicodeScalars.contains { 0x590...0x6FF ~= $0.value }
    #expect(said == words(line) || isRightToLeft && said == visual, "\(said)")
  }

  /// A word that is divided at a soft hyphen ends its line with one.
  @Test(.enabled(if: try TestTools.hasProgram("mutool"), "mutool is not installed"))
  func dividedWordsAreFound() throws {
    let layout = try DocumentText.layout("extra\u{AD}ordinary", width: 75)
    #expect(layout.lines.count == 2)
    let document = DrawnDocument([.text(layout, origin: Point(x: 10, y: 10))])
    let pdftotext = try #require(OtherProgram("pdftotext"))
    #expect(
      words(try document.said(by: pdftotext, "-layout", "-")) == ["extra\u{AD}", "ordinary"])
    let mutool = try #require(OtherProgram("mutool"))
    #expect(words(try document.text(by: mutool)) == ["extra\u{AD}", "ordinary"])
  }

  /// Spaced or justified letters are still extracted as words.
  @Test(arguments: [1.0, 2, 3, 6])
  func spacedWordsAreFoundWhole(spacing: Double) throws {
    let pdftotext = try #require(OtherProgram("pdftotext"))
    for line in ["invoice total नमस्ते", "שלום עולם", "السلام عليكم", "كلا ولا"] {
      let layout = try DocumentText.layout(line, size: 14) { $0.letterSpacing = spacing }
      let document = DrawnDocument([.text(layout, origin: Point(x: 10, y: 10))])
      let said = words(try document.said(by: pdftotext, "-layout", "-"))
      // Poppler 22 takes right-to-left words that are more than an em apart for columns.
      let areApart = spacing > 3
      #expect((areApart ? said.sorted() : said) == (areApart ? words(line).sorted() : words(line)))
    }
  }

  @Test func justifiedWordsAreFoundWhole() throws {
    let pdftotext = try #require(OtherProgram("pdftotext"))
    let style = ParagraphStyle(
      alignment: .justify, lastLineAlignment: .justify, justification: .interCharacter)
    let layout = try DocumentText.layout("spread words", width: 280, in: style)
    let document = DrawnDocument([.text(layout, origin: Point(x: 10, y: 10))])
    #expect(words(try document.said(by: pdftotext, "-layout", "-")) == ["spread", "words"])
  }

  @Test func anEllipsisIsText() throws {
    let pdftotext = try #require(OtherProgram("pdftotext"))
    let layout = try DocumentText.layout(
      "A line that is too long", width: 100, in: ParagraphStyle(maximumLines: 1))
    let document = DrawnDocument([.text(layout, origin: Point(x: 10, y: 10))])
    #expect(try document.said(by: pdftotext, "-layout", "-").contains("…"))
  }

  @Test func lettersThatChangeAreThoseOfTheDrawing() throws {
    let pdftotext = try #require(OtherProgram("pdftotext"))
    let layout = try DocumentText.layout("small caps") { $0.transform = .uppercase }
    let document = DrawnDocument([.text(layout, origin: Point(x: 10, y: 10))])
    #expect(words(try document.said(by: pdftotext, "-layout", "-")) == ["SMALL", "CAPS"])
  }

  /// Text in rasterized content is extracted too, and only once.
  @Test func unseenLettersAreFoundOnce() throws {
    let pdftotext = try #require(OtherProgram("pdftotext"))
    let text = try DocumentText.command("Hidden treasure 👋")
    let box = DisplayShape(Rect(x: 0, y: 0, width: 300, height: 120))
    let gradient = LinearGradient(stops: .even(.black, .white))
    for effects in [
      DisplayEffects(filters: [.blur(2)]),
      DisplayEffects(paint: DisplayFill(box, .linear(gradient))),
      DisplayEffects(transform: .rotation(5)), DisplayEffects(blend: .multiply),
      DisplayEffects(mask: [.fill(box, .linear(gradient))]),
    ] {
      let document = DrawnDocument([.group(DisplayGroup([text], effects: effects))])
      let said = try document.said(by: pdftotext, "-layout", "-")
      // Programs split rotated text where its lines rise.
      #expect(words(said).joined() == "Hiddentreasure👋", "\(effects): \(said)")
    }
  }

  /// Every font is embedded as a subset, with a mapping to Unicode.
  @Test func fontsAreEmbeddedInPart() throws {
    let pdffonts = try #require(OtherProgram("pdffonts"))
    let said = try document(Self.lines).said(by: pdffonts)
    let rows = said.split(separator: "\n").dropFirst(2)
    #expect(rows.count >= 7)
    for row in rows {
      let words = row.split(separator: " ")
      let flags = words.suffix(5).prefix(3).joined(separator: " ")
      // Glyphs drawn by the file itself belong to no font file.
      let isDrawn = row.contains("Type 3")
      #expect(flags == (isDrawn ? "yes no yes" : "yes yes yes"), "\(row)")
      #expect(isDrawn || row.contains("CID "), "\(row)")
    }
  }

  /// Variable fonts are embedded at their place on the axes, as drawn.
  @Test func facesAreThoseOfTheText() throws {
    let pdftoppm = try #require(OtherProgram("pdftoppm"))
    let face = try FontFace(path: FontFixtures.variable)
    let fonts = try FontCollection(faces: [face])
    for (name, weight) in face.axes.map({ ($0.tag, [$0.minimum, $0.maximum]) }) {
      for place in weight {
        var style = TextStyle(size: 40)
        style.variations = [FontVariation(name, place)]
        let layout = Typesetter(fonts: fonts).prepare(Paragraph("lll", style: style))
          .layout(width: 280)
        var document = DrawnDocument([.text(layout, origin: Point(x: 10, y: 10))])
        document.scale = PixelScale(2)
        let difference = try #require(
          PixelDifference(document.drawn(by: pdftoppm), document.picture().bitmap()))
        #expect(difference.mean < 1 && difference.share < 0.01, "\(name) \(place): \(difference)")
      }
    }
  }
}
