import Foundation
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// The reported memory of prepared paragraphs is exact, and small.
@Suite struct PreparedParagraphMemoryTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
  }

  /// `malloc_usable_size`, which Swift's module of the C library omits.
  private let usableSize = dlsym(nil, "malloc_usable_size").map {
    unsafeBitCast($0, to: (@convention(c) (UnsafeRawPointer) -> Int).self)
  }

  private func usableSize(_ block: UnsafeRawPointer) -> Int { usableSize?(block) ?? 0 }

  /// `dladdr`, which the module omits too; it writes four pointers.
  private let symbol = dlsym(nil, "dladdr").map {
    unsafeBitCast(
      $0, to: (@convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> CInt).self)
  }

  /// Whether memory is in the program's or a library's image.
  private func isStatic(_ memory: UnsafeRawPointer) -> Bool {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 4) { info in
      guard let symbol, let base = info.baseAddress else { return false }
      return symbol(memory, base) != 0
    }
  }

  /// The allocated bytes of an array; 0 for one that the compiler laid out statically.
  private func allocated<Element>(_ array: [Element]) -> Int {
    array.withUnsafeBufferPointer { elements in
      guard array.capacity > 0, let first = elements.baseAddress, !isStatic(first) else { return 0 }
      let head = max(32, MemoryLayout<Element>.alignment)
      return usableSize(UnsafeRawPointer(first) - head)
    }
  }

  private func allocated(_ object: AnyObject) -> Int {
    usableSize(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()))
  }

  private func allocated(by paragraph: PreparedParagraph) -> Int {
    allocated(paragraph as AnyObject) + allocated(paragraph.text.flat)
      + allocated(paragraph.boundaries.flat) + allocated(paragraph.positions.flat)
      + allocated(paragraph.glyphs.flat) + allocated(paragraph.runs.flat)
      + allocated(paragraph.faces) + allocated(paragraph.styles)
      + allocated(paragraph.firstFaces) + allocated(paragraph.bidiParagraphs)
      + allocated(paragraph.missing)
  }

  @Test(arguments: [
    "", "a", "two words", "שלום English שלום", "a  b\u{E000}\n\nc",
    String(repeating: "many words in it ", count: 500),
  ])
  func countsWhatTheAllocatorGave(text: String) {
    let paragraph = typesetter.prepare(Paragraph(text))
    let actual = allocated(by: paragraph)
    #expect(paragraph.byteCount >= actual)
    #expect(paragraph.byteCount <= actual + actual / 8 + 256)
  }

  @Test func countsTheParagraphsBesideItsText() {
    let note = String(repeating: "a note that is much longer than its base ", count: 40)
    var annotated = AttributedText("some ")
    annotated.append(AttributedText("base"), with: Ruby(AttributedText(note)))
    let plain = typesetter.prepare(Paragraph("some base")).byteCount
    let annotation = typesetter.prepare(Paragraph(note)).byteCount
    #expect(typesetter.prepare(Paragraph(annotated)).byteCount >= plain + annotation)
    var style = ParagraphStyle()
    style.initialLetter = InitialLetter(size: 2)
    let letter = typesetter.prepare(Paragraph("S")).byteCount
    let initial = typesetter.prepare(Paragraph("some base", paragraphStyle: style)).byteCount
    #expect(initial >= plain + letter - 100)
  }

  /// 16 bytes a glyph, 8 a unit, and 64 a run: text of alternating fonts or directions has a run
  /// every ten units.
  @Test(arguments: Corpus.names)
  func takesLittleInAnyLanguage(corpus: String) throws {
    let text = try Corpus.paragraphs(corpus).prefix(100).joined(separator: " ")
    let paragraph = typesetter.prepare(Paragraph(text))
    let pieces = 16 * paragraph.glyphs.count + 8 * paragraph.count
    #expect(paragraph.byteCount <= pieces + 64 * paragraph.runs.count + 1_000)
  }
}

@Suite struct TabStopsTests {
  @Test func leadToTheNextStopThatIsFarEnough() {
    var random = SeededGenerator(salt: 71)
    for _ in 0..<2000 {
      let space = Double.random(in: 0.5...9, using: &random)
      let spaces = Double.random(in: 0.6...9, using: &random)
      let x = Double.random(in: -50...500, using: &random)
      let advance = TabStops(spaces: spaces, space: space).advance(at: x)
      // The witness tests stop after stop.
      var stop = -200.0
      while Double(stop) * spaces * space - x < space / 2 - 1e-6 { stop += 1 }
      let expected = stop * spaces * space - x
      #expect(abs(advance - expected) < 1e-6, "\(spaces) \(space) \(x), seed \(TestSettings.seed)")
    }
  }

  @Test(arguments: [0, -3, .nan, .infinity])
  func takeNoRoomWithoutADistance(_ spaces: Double) {
    #expect(TabStops(spaces: spaces, space: 4).advance(at: 17) == 0)
  }
}
