import Foundation
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import LinecasterTestSupport
import LinecasterText
import LinecasterWitness
import Testing

/// The cards of the gallery as PDF files, compared with their pixels.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(if: try TestTools.hasProgram("pdftotext"), "pdftotext is not installed"))
struct DocumentCardTests {
  private static let gallery = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/Examples/Gallery").standardizedFileURL.path

  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: gallery))?
    .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.sorted() ?? []

  /// Without the folder the other tests would have no cases and pass.
  @Test func theGalleryIsThere() { #expect(Self.names.count >= 12) }

  private func request(
    _ name: String, _ format: PictureFormat, scale: Double
  ) throws -> PictureRequest {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.gallery)/\(name).json"))
    var request = PictureRequest(try SceneSource(json: Array(bytes), named: name))
    request.options.encoding.format = format
    request.options.scale = scale
    return request
  }

  private func painter() throws -> PicturePainter {
    PicturePainter(fonts: try FontCollection.bundled(), folder: Self.gallery)
  }

  /// The words of a text without format characters; letters keep their marks.
  private func words(_ text: String) -> [String] {
    let hidden: Set<UInt32> = [0xAD, 0x200B, 0x200E, 0x200F, 0xFFFC]
    let scalars = text.unicodeScalars.filter {
      !hidden.contains($0.value) && !(0x202A...0x202E ~= $0.value)
        && !(0x2066...0x2069 ~= $0.value)
    }
    return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace)
      .map { $0.precomposedStringWithCompatibilityMapping }
  }

  private func isArabic(_ scalar: Unicode.Scalar) -> Bool { 0x620...0x6FF ~= scalar.value }

  private func isArabic(_ word: String) -> Bool { word.unicodeScalars.contains(where: isArabic) }

  /// Every word of a card is found in the file as often as in the card.
  @Test(arguments: names) func wordsAreFound(name: String) throws {
    let pdftotext = try #require(OtherProgram("pdftotext"))
    let painter = try painter()
    let request = try request(name, .pdf, scale: 1)
    let arranged = try painter.arrange(painter.read(request))
    var shown: [String: Int] = [:]
    var layouts = arranged.arrangement.displayList.commands.flatMap(\.texts)
    layouts = layouts.filter { !$0.lines.isEmpty }
    for layout in layouts {
      let end = layout.lines.last?.utf16Range.upperBound ?? 0
      for word in words(layout.text(from: 0, to: end)) { shown[word, default: 0] += 1 }
    }
    #expect(shown.count > 5)
    let folder = try ScratchFolder()
    let path = try folder.write(painter.picture(of: request).bytes, "a.pdf")
    let said = String(decoding: try pdftotext.output("-raw", path, "-"), as: UTF8.self)
    var found: [String: Int] = [:]
    for word in words(said) { found[word, default: 0] += 1 }
    // Programs that see only positions may join words that are close together, or split letters
    // that are far apart.
    let all = words(said).joined()
    let missing = shown.filter {
      !isArabic($0.key) && found[$0.key, default: 0] == 0 && !all.contains($0.key)
    }
    #expect(missing.isEmpty, "\(missing.keys.sorted()) in \(said)")
    // Poppler 22 reorders Arabic ligatures and marks, so only the set of letters is compared.
    let arabic = shown.filter { isArabic($0.key) }.flatMap {
      Array(repeating: $0.key, count: $0.value)
    }
    #expect(
      arabic.joined().unicodeScalars.filter(isArabic).sorted()
        == said.precomposedStringWithCompatibilityMapping.unicodeScalars.filter(isArabic).sorted(),
      "\(said)")
    let letters = shown.reduce(0) { $0 + $1.key.count * $1.value }
    #expect(abs(all.count - letters) <= letters / 50 + 2, "\(all.count) of \(letters)")
  }

  @Test(arguments: names, [1.0, 2.0]) func pixelsAreAlike(name: String, scale: Double) throws {
    let pdftoppm = try #require(OtherProgram("pdftoppm"))
    let painter = try painter()
    let folder = try ScratchFolder()
    let document = try painter.picture(of: request(name, .pdf, scale: scale))
    let path = try folder.write(document.bytes, "a.pdf")
    _ = try pdftoppm.output("-png", "-singlefile", "-r", "\(72 * scale)", path, folder.path("a"))
    let one = try ImageDecoder().decode(path: folder.path("a.png"))
    let picture = try painter.picture(of: request(name, .png, scale: scale))
    let own = try ImageDecoder().decode(picture.bytes)
    let difference = try #require(PixelDifference(one, own))
    #expect(difference.mean < 4 && difference.share < 0.03, "\(difference)")
    #expect(document.bytes.count < 400_000, "\(document.bytes.count) bytes")
    if let kept = ProcessInfo.processInfo.environment["LINECASTER_KEEP_DOCUMENTS"] {
      try PNGEncoder().write(one, to: "\(kept)/card-\(name)-\(scale)-pdf.png")
      try PNGEncoder().write(own, to: "\(kept)/card-\(name)-\(scale)-own.png")
    }
  }
}

extension DisplayCommand {
  /// The texts that are drawn.
  fileprivate var texts: [TextLayout] {
    switch self {
    case .text(let layout, _): [layout]
    case .group(let group): group.commands.flatMap(\.texts)
    case .fill, .border, .shadow, .textShadow, .textStroke, .image: []
    }
  }
}
