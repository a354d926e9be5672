import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct TextLayoutRangesTests {
  @Test func areThoseOfTheString() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    var random = SeededGenerator(salt: 74)
    for _ in 0..<40 {
      let text = SampleText.mixed(&random, words: 10)
      let layout = typesetter.prepare(Paragraph(text)).layout(width: 80)
      let ranges = layout.ranges(in: text)
      let utf8 = layout.utf8Ranges(in: text)
      let note: Comment = "\(text), seed \(TestSettings.seed)"
      #expect(ranges.count == layout.lines.count && utf8.count == layout.lines.count)
      for (index, line) in layout.lines.enumerated() {
        let units = Array(text.utf16)[line.utf16Range]
        #expect(Array(text[ranges[index]].utf16) == Array(units), note)
        #expect(
          String(decoding: Array(text.utf8)[utf8[index]], as: UTF8.self).utf16.elementsEqual(units),
          note)
      }
    }
  }

  @Test func endWithAShorterString() throws {
    let layout = try Typesetter(fonts: .bundled()).prepare(Paragraph("one two")).layout(width: 30)
    let other = "on"
    #expect(layout.ranges(in: other).allSatisfy { $0.upperBound <= other.endIndex })
    #expect(layout.utf8Ranges(in: "") == layout.lines.map { _ in 0..<0 })
  }
}
