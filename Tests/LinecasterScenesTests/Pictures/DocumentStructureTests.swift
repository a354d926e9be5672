import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import LinecasterTestSupport
import LinecasterWitness
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The titles, languages, outlines, links and tags of PDF files, as poppler and MuPDF read them.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(
    if: try TestTools.hasProgram("pdfinfo") && TestTools.hasProgram("mutool"),
    "pdfinfo or mutool is not installed"))
struct DocumentStructureTests {
  private let folder: ScratchFolder
  private let pdfinfo: OtherProgram
  private let mutool: OtherProgram

  init() throws {
    folder = try ScratchFolder()
    pdfinfo = try #require(OtherProgram("pdfinfo"))
    mutool = try #require(OtherProgram("mutool"))
  }

  /// Writes a scene of nodes in a column as a PDF file, and returns its path.
  private func document(_ nodes: [String], members: String = "") throws -> String {
    let red = try Bitmap(width: 2, height: 2, background: .black)
    try PNGEncoder().write(red, to: folder.path("a.png"))
    let json = """
      {\(members)"width": 400, "body": {"Column": {"content": [\(nodes.joined(separator: ","))]}}}
      """
    var request = PictureRequest(try SceneSource(json: Array(json.utf8), named: "a.json"))
    request.options.encoding.format = .pdf
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: folder.path(""))
    return try folder.write(painter.picture(of: request).bytes, "a.pdf")
  }

  private func said(by program: OtherProgram, _ arguments: String...) throws -> String {
    String(decoding: try program.output(arguments), as: UTF8.self)
  }

  /// A text string of PDF in UTF-16, as MuPDF prints it.
  private func hexadecimal(_ text: String) -> String {
    let digits = text.utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "<FEFF\(digits.joined())>"
  }

  private static let nodes = [
    #"{"Text": "Große Überschrift", "role": {"heading": 1}}"#, #"{"Text": "Ein Absatz."}"#,
    ##"{"Box": {"color": "#123456", "size": {"width": 9, "height": 9}}}"##,
    """
    {"Image": {"image": "a.png"}, "frame": {"width": 40, "height": 30}, "padding": 4,
    "role": "image", "label": "Ein Quadrat"}
    """,
    #"{"Image": {"image": "a.png"}, "frame": {"width": 9, "height": 9}}"#,
    // Opacity makes a form of its own, whose content is marked there.
    #"{"Text": "Unterpunkt", "role": {"heading": 2}, "opacity": 0.5}"#,
    #"{"Text": {"string": "In English", "style": {"language": "en"}}, "opacity": 0.5}"#,
    #"{"Text": {"string": "verwischt"}, "filter": {"blur": 2}}"#,
    #"{"Text": "Noch ein Punkt", "role": {"heading": 2}}"#,
    #"{"Text": "Zweites Kapitel", "role": {"heading": 1}}"#,
  ]

  @Test func partsAreTaggedInReadingOrder() throws {
    let path = try document(Self.nodes, members: #""style": {"language": "de"}, "#)
    let parts = try said(by: pdfinfo, "-struct-text", path).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(
      parts == [
        "Document", "H1 (block)", #""Große Überschrift""#, "P (block)", #""Ein Absatz.""#,
        "Figure", #""""#, "H2 (block)", #""Unterpunkt""#, "P (block)", #""In English""#,
        "P (block)", #""verwischt""#, "H2 (block)", #""Noch ein Punkt""#, "H1 (block)",
        #""Zweites Kapitel""#,
      ])
    let objects = try said(by: mutool, "show", path, "grep")
    for entry in ["/Alt\(hexadecimal("Ein Quadrat"))", "/Lang\(hexadecimal("en"))"] {
      #expect(objects.components(separatedBy: entry).count == 2, "\(entry)")
    }
  }

  @Test func headingsAreTheOutline() throws {
    let path = try document(Self.nodes)
    let titles = try said(by: mutool, "show", path, "outline").split(separator: "\n").map {
      $0.prefix { $0 != "#" }.filter { $0 != "|" && $0 != "+" && $0 != "-" }
    }
    #expect(
      titles == [
        "\t\"Große Überschrift\"\t", "\t\t\"Unterpunkt\"\t", "\t\t\"Noch ein Punkt\"\t",
        "\t\"Zweites Kapitel\"\t",
      ])
  }

  /// Links lead to web pages, mail and telephones; programs may run other schemes.
  @Test func linksAreAnnotations() throws {
    let targets = [
      "https://example.com/ä b", "mailto:a@example.com", "tel:+49123", "javascript:alert(1)",
      "file:///etc/passwd", "page.html", "#top",
    ]
    let boxes = targets.map { #"{"InlineBox": "a link", "link": "\#($0)"}"# }
    let path = try document([#"{"Text": {"string": [\#(boxes.joined(separator: #", " ", "#))]}}"#])
    let addresses = try said(by: pdfinfo, "-url", path).split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: " ").last }
    #expect(
      addresses == ["https://example.com/%C3%A4%20b", "mailto:a@example.com", "tel:+49123"])
    #expect(try said(by: pdfinfo, "-struct", path).components(separatedBy: "Link").count == 4)
  }

  /// A link is in its paragraph or heading, between the words around it, with its annotations.
  @Test func linksAreInTheirParagraphs() throws {
    let link = #"{"InlineBox": "a link", "link": "https://example.com/"}"#
    let script = #"{"InlineBox": "a script", "link": "javascript:alert(1)"}"#
    let path = try document([
      #"{"Text": {"string": ["See ", \#(link), ", not ", \#(script), "."]}}"#,
      #"{"Text": {"string": ["Over ", \#(link), " and over"]}, "role": {"heading": 2}}"#,
      // Lines have an annotation each.
      #"{"Text": {"string": [\#(link)]}, "frame": {"width": 24}}"#,
    ])
    let parts = try said(by: pdfinfo, "-struct-text", path).split(separator: "\n").map { line in
      let part = line.trimmingCharacters(in: .whitespaces)
      return part.hasPrefix("Object ") ? "Object" : part
    }
    #expect(
      parts.prefix(18) == [
        "Document", "P (block)", #""See ""#, "Link (inline)", #""a link""#, "Object",
        #"", not ""#, #""a script""#, #"".""#, "H2 (block)", #""Over ""#, "Link (inline)",
        #""a link""#, "Object", #"" and over""#, "P (block)", "Link (inline)", #""alink""#,
      ])
    #expect(parts.dropFirst(18).allSatisfy { $0 == "Object" } && parts.count > 19)
  }

  @Test func filesHaveTitlesAndLanguages() throws {
    let title = #"Ärger <1> & "mehr""#
    let path = try document(
      Self.nodes, members: #""title": "Ärger <1> & \"mehr\"", "style": {"language": "de-AT"}, "#)
    let lines = try said(by: pdfinfo, path).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("Title:") && $0.hasSuffix(title) })
    #expect(lines.contains { $0.hasPrefix("Tagged:") && $0.hasSuffix("yes") })
    let metadata = try said(by: pdfinfo, "-meta", path)
    #expect(XMLParser(data: Data(metadata.utf8)).parse(), "\(metadata)")
    #expect(
      metadata.contains(
        ">Ärger &lt;1&gt; &amp; &quot;mehr&quot;</rdf:li></rdf:Alt></dc:title>"))
    #expect(metadata.contains("<dc:language><rdf:Bag><rdf:li>de-AT</rdf:li>"))
    let catalog = try said(by: mutool, "show", path, "trailer/Root")
    for entry in [
      "/DisplayDocTitle true", "/Lang \(hexadecimal("de-AT"))", "/S /GTS_PDFA1", "/Marked true",
    ] {
      #expect(catalog.contains(entry), "\(catalog)")
    }
    let plain = try said(by: mutool, "show", document([#"{"Text": "a"}"#]), "trailer/Root")
    #expect(plain.contains("/GTS_PDFA1"))
    for entry in ["/Metadata", "/Lang", "/Outlines"] { #expect(!plain.contains(entry)) }
  }
}
