import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct FontPreferenceTests {
  @Test func scalesThatAreNoSizesAreThoseOfTheDesign() {
    for scale in [0, -1, .nan, .infinity] {
      #expect(FontPreference(scale: scale) == FontPreference())
      var preference = FontPreference(scale: 2)
      preference.scale = scale
      #expect(preference.scale == 1)
    }
  }

  @Test func multipliesSizesAndDistances() {
    let style = TextStyle(
      size: 10, letterSpacing: 1, wordSpacing: 2, baselineShift: -3,
      decorations: [TextDecoration(.underline, thickness: 4), TextDecoration(.overline)])
    let adapted = style.adapted(to: FontPreference(scale: 1.5))
    #expect(
      adapted
        == TextStyle(
          size: 15, letterSpacing: 1.5, wordSpacing: 3, baselineShift: -4.5,
          decorations: [TextDecoration(.underline, thickness: 6), TextDecoration(.overline)]))
    let lines = ParagraphStyle(lineHeight: .points(20), paragraphSpacing: 4, firstLineIndent: 6)
    let paragraph = Paragraph("a", style: style, paragraphStyle: lines)
      .adapted(to: FontPreference(scale: 1.5))
    #expect(
      paragraph.style
        == ParagraphStyle(lineHeight: .points(30), paragraphSpacing: 6, firstLineIndent: 9))
    #expect(paragraph.text.style(atUTF16: 0) == adapted)
  }

  @Test func familiesOfTheDesignGoFirst() {
    let preference = FontPreference(families: ["Serif"])
    #expect(TextStyle().adapted(to: preference).families == ["Serif"])
    let designed = TextStyle(families: ["Mono"])
    #expect(designed.adapted(to: preference) == designed)
  }

  /// Text of twice the size in twice the width has the same breaks and twice the height.
  @Test func aLargerSizeIsALargerImage() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let paragraph = Paragraph(
      "Letters that are larger need wider lines, and more of them.",
      paragraphStyle: ParagraphStyle(lineHeight: .multiple(1.5), firstLineIndent: 20))
    let small = typesetter.prepare(paragraph).layout(width: 120)
    let large = typesetter.prepare(paragraph.adapted(to: FontPreference(scale: 2)))
      .layout(width: 240)
    #expect(small.lines.count > 2)
    #expect(large.lines.count == small.lines.count)
    #expect(abs(large.size.height - 2 * small.size.height) < 1e-9)
    #expect(abs(large.size.width - 2 * small.size.width) < 1e-3)
  }
}
