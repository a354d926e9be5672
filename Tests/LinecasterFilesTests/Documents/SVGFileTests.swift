import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
@testable import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import LinecasterWitness
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// SVG files, as an XML parser and a browser read them.
@Suite(.timeLimit(.minutes(60))) struct SVGFileTests {
  /// The texts of a file, in the order of its elements.
  private final class Reader: NSObject, XMLParserDelegate {
    var text = ""
    var elements: [String: Int] = [:]
    private var isInText = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      isInText = name == "text" || name == "tspan"
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) { isInText = false }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if isInText { text += string }
    }
  }

  private func read(_ document: DrawnDocument) throws -> Reader {
    let reader = Reader()
    let parser = XMLParser(data: Data(try document.bytes(SVGEncoder())))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return reader
  }

  @Test(arguments: [
    "Official affine", "a < b && \"c\" > 'd'", "السلام عليكم", "שלום עולם", "中文排版", "नमस्ते दुनिया",
    "Hello 👋 world",
  ])
  func textIsText(text: String) throws {
    let reader = try read(DrawnDocument([try DocumentText.command(text)]))
    // Words of several fonts are in visual order.
    #expect(reader.text.unicodeScalars.sorted() == text.unicodeScalars.sorted(), "\(reader.text)")
    if !text.contains("👋") { #expect(reader.text == text) }
  }

  @Test(arguments: ["Official", "हिन्दी में", "שלום עולם", "e\u{301}te\u{301}", "ภาษาไทย"])
  func spacedTextIsText(text: String) throws {
    let layout = try DocumentText.layout(text) { $0.letterSpacing = 5 }
    let reader = try read(DrawnDocument([.text(layout, origin: Point(x: 10, y: 10))]))
    #expect(reader.text == text)
  }

  @Test func anEllipsisAndHyphensAreText() throws {
    let cut = try DocumentText.layout(
      "A line that is too long", width: 100, in: ParagraphStyle(maximumLines: 1))
    #expect(try read(DrawnDocument([.text(cut, origin: .zero)])).text.contains("…"))
    let broken = try DocumentText.layout("hyphen\u{AD}ated", width: 75)
    let reader = try read(DrawnDocument([.text(broken, origin: .zero)]))
    #expect(reader.text == "hyphen\u{2010}ated")
  }

  @Test func kashidasAreText() throws {
    let style = ParagraphStyle(
      alignment: .justify, lastLineAlignment: .justify, justification: .kashida)
    let layout = try DocumentText.layout("هذا نص", width: 140, in: style)
    let text = try read(DrawnDocument([.text(layout, origin: .zero)])).text
    #expect(text.contains("\u{640}"))
    #expect(text.filter { $0 != "\u{640}" } == "هذا نص")
  }

  @Test(arguments: PDFPixelTests.samples)
  func samplesAreXML(sample: PDFPixelTests.Sample) throws {
    let reader = try read(DrawnDocument(try sample.commands()))
    #expect(reader.elements["svg"] == 1)
  }

  @Test(
    .enabled(if: try TestTools.has("Chromium", Chromium() != nil), "there is no Chromium"),
    arguments: PDFPixelTests.samples)
  func samplesLookTheSame(sample: PDFPixelTests.Sample) throws {
    let browser = try #require(Chromium())
    var document = DrawnDocument(try sample.commands())
    document.scale = PixelScale(2)
    let picture = String(decoding: try document.bytes(SVGEncoder()), as: UTF8.self)
    let svg = picture.drop { $0 != "\n" }
    let drawn = try browser.draw(
      """
      <!doctype html><meta charset="utf-8"><style>body{margin:0}svg{display:block}</style>\(svg)
      """, width: 300, height: 120, scale: 2)
    let own = try document.picture().bitmap()
    let difference = try #require(PixelDifference(drawn, own))
    #expect(difference.mean < 3 && difference.share < 0.02, "\(difference)")
    let paper = try Bitmap(width: own.width, height: own.height, background: .white)
    #expect(try #require(PixelDifference(paper, own)).mean > 4 * difference.mean)
    if let folder = ProcessInfo.processInfo.environment["LINECASTER_KEEP_DOCUMENTS"] {
      let name = sample.testDescription.replacing(" ", with: "-")
      try PNGEncoder().write(drawn, to: "\(folder)/\(name)-svg.png")
    }
  }
}
