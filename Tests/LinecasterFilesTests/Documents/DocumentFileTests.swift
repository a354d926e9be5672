import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
@testable import LinecasterFiles
@testable import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

/// The structure of documents, and their errors.
@Suite struct DocumentFileTests {
  private static let encoders: [any ImageEncoder] = [PDFEncoder(), SVGEncoder()]

  @Test func numbersHaveNoExponents() {
    var text = DocumentBytes()
    text.put([0, -0.5, 1e-9, 12.34567, .nan, -.infinity, 100, -12.0001])
    #expect(
      String(decoding: text.bytes, as: UTF8.self)
        == "0 -0.5 0 12.3457 0 -1000000000 100 -12.0001")
  }

  /// The offsets of objects and of the table itself are correct.
  @Test func objectsAreWhereTheTableSays() throws {
    let document = DrawnDocument([try DocumentText.command("Hello مرحبا 👋")])
    let bytes = try document.bytes(PDFEncoder())
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    #expect(text.hasPrefix("%PDF-1.7\n") && text.hasSuffix("%%EOF\n"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(Int(lines[lines.count - 3]))
    func line(at place: Int) -> String {
      String(decoding: bytes[place...].prefix { $0 != 10 }, as: UTF8.self)
    }
    #expect(line(at: start) == "xref")
    let first = try #require(lines.lastIndex(of: "xref"))
    let count = try #require(lines[first + 1].split(separator: " ").last.flatMap { Int($0) })
    #expect(count > 10)
    for number in 1..<count {
      let place = try #require(Int(lines[first + 2 + number].prefix(10)))
      #expect(line(at: place) == "\(number) 0 obj")
    }
  }

  @Test(arguments: 0..<2) func equalDrawingsGiveEqualBytes(encoder: Int) throws {
    let document = DrawnDocument([
      try DocumentText.command("Hello مرحبا 👋"),
      .shadow(
        DisplayShape(Rect(x: 50, y: 50, width: 40, height: 40)), Shadow(.black, blur: 5)),
    ])
    let bytes = try document.bytes(Self.encoders[encoder])
    #expect(try document.bytes(Self.encoders[encoder]) == bytes)
  }

  /// Documents contain only the used glyphs: short texts of a font of half a megabyte, and of a
  /// collection of twenty, are small.
  @Test func fontsAreSmall() throws {
    for (text, limit) in [("Hello", 4000), ("中文排版", 8000)] {
      let document = DrawnDocument([try DocumentText.command(text)])
      #expect(try document.bytes(PDFEncoder()).count < limit)
      // A reader of SVG shapes the text again, and needs the tables for it.
      #expect(try document.bytes(SVGEncoder()).count < 4 * limit)
    }
  }

  /// Four times the text takes at most about four times the bytes.
  @Test(arguments: 0..<2) func growthIsLinear(encoder: Int) throws {
    func document(_ count: Int) throws -> DrawnDocument {
      let layout = try DocumentText.layout(
        String(repeating: "The quick brown fox jumps. ", count: count))
      return DrawnDocument(height: layout.size.height + 20, [.text(layout, origin: .zero)])
    }
    func measure(_ count: Int) throws -> (bytes: Int, time: Double) {
      let document = try document(count)
      var bytes: [UInt8]?
      let time = ThreadClock.milliseconds { bytes = try? document.bytes(Self.encoders[encoder]) }
      return (try #require(bytes).count, time)
    }
    _ = try measure(10)
    let (few, many) = (try measure(200), try measure(800))
    #expect(many.bytes < 5 * few.bytes && many.time < 12 * few.time, "\(few) \(many)")
  }

  @Test(arguments: 0..<2) func pixelsAreWithinTheBudget(encoder: Int) throws {
    let box = DisplayShape(Rect(x: 0, y: 0, width: 300, height: 120))
    var document = DrawnDocument([.fill(box, .conic(ConicGradient(stops: .even(.black, .white))))])
    document.rasterizer = DisplayRasterizer(budget: RenderBudget(pixelCount: 40_000))
    #expect {
      try document.bytes(Self.encoders[encoder])
    } throws: { ($0 as? RenderBudget.Excess)?.limit == .pixels }
    // Letters and shapes take no pixels of the budget.
    document = DrawnDocument([.fill(box, .color(.black)), try DocumentText.command("Hello")])
    document.rasterizer = DisplayRasterizer(budget: RenderBudget(pixelCount: 40_000))
    #expect(try document.bytes(Self.encoders[encoder]).count > 1000)
  }

  @Test(arguments: 0..<2) func drawingIsCancelled(encoder: Int) throws {
    let picture = try DrawnDocument([try DocumentText.command("Hello")]).picture()
    for limit in 0..<3 {
      var asked = 0
      #expect(throws: CancellationError.self) {
        try WorkScope.run(isCancelled: {
          asked += 1
          return asked > limit
        }) { scope in
          try Self.encoders[encoder].encode(picture, name: "a", in: scope, to: { _ in })
        }
      }
    }
  }

  @Test(arguments: 0..<2) func imagesAreWrittenAsPixels(encoder: Int) throws {
    let bytes = try Self.encoders[encoder].encode(
      try Bitmap(width: 30, height: 20, background: .black))
    #expect(bytes.count > 200)
    #expect(throws: ImageError.self) {
      try Self.encoders[encoder].encode(try Bitmap(width: 0, height: 20))
    }
  }

  /// Groups of the maximum depth are drawn on any thread, and deeper ones are an error.
  @Test(arguments: 0..<2) func groupsMayBeDeep(encoder: Int) throws {
    func nested(_ count: Int) -> DisplayCommand {
      let box = DisplayShape(Rect(x: 0, y: 0, width: 30, height: 30))
      return (0..<count).reduce(.fill(box, .color(.black))) { inner, _ in
        .group(DisplayGroup([inner], clip: box))
      }
    }
    let deep = DrawnDocument([nested(DisplayGroup.maximumDepth)])
    let start = encoder == 0 ? "%PDF-1.7" : "<?xml "
    #expect(try deep.bytes(Self.encoders[encoder]).starts(with: start.utf8))
    let deeper = DrawnDocument([nested(DisplayGroup.maximumDepth + 1)])
    #expect(throws: RasterError.self) { try deeper.bytes(Self.encoders[encoder]) }
  }

  /// A broken CFF table gives nil or some charset, and never traps.
  @Test func brokenTablesAreRead() throws {
    let fonts = try FontFace.all(path: FontFixtures.chineseJapaneseKorean)
    let glyphs = Set("中文排版".unicodeScalars.compactMap { fonts[0].harfBuzz.glyph(for: $0) })
    let subset = try #require(FontSubset(fonts[0], glyphs: glyphs, for: .glyphs))
    #expect(subset.isCFF && subset.bytes.count < 20_000 && subset.numbers.count == glyphs.count)
    let charset = try #require(CFFCharset(subset.bytes)?.characters)
    // The character identifiers of this collection are the glyph numbers of the whole font.
    for (glyph, number) in subset.numbers {
      #expect(charset[Int(number)] == UInt16(truncatingIfNeeded: glyph))
    }
    var generator = SeededGenerator()
    for _ in 0..<500 {
      var bytes = subset.bytes
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        bytes[Int.random(in: 0..<min(400, bytes.count), using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
      let read = CFFCharset(bytes)?.characters
      #expect(read.map { $0.count <= 1 << 16 } ?? true, "seed \(generator.seed)")
    }
  }
}
