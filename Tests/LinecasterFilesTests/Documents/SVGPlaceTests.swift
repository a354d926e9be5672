import LinecasterBase
import LinecasterDisplay
@testable import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import LinecasterWitness
import Testing

/// The positions of letters in SVG files drawn by a browser, compared with our own pixels.
///
/// Skipped without Chromium.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(if: try TestTools.has("Chromium", Chromium() != nil), "chromium is not installed"))
struct SVGPlaceTests {
  private static let texts = [
    "Latin words office", "தமிழ்நாடு நன்றி", "किताबघर हिन्दी", "ภาษาไทยที่นี่", "漢字かな交じり文", "שלום עולם",
    "سلام يا محمد", "هذا نص عربي طويل يملأ", "한국어 글자", "e\u{301}te\u{301} a\u{323}\u{302}n",
    "မြန်မာဘာသာ", "ភាសាខ្មែរ", "বাংলা ভাষা", "1/2 and 3/4", "Ελληνικά", "ܣܘܪܝܝܐ", "ગુજરાતી ક્ષ",
  ]

  private static func styles(_ random: inout SeededGenerator) -> TextStyle {
    var style = TextStyle(size: [14, 18, 24].randomElement(using: &random) ?? 18)
    style.letterSpacing = [0, 0, 1.5, 6].randomElement(using: &random) ?? 0
    style.wordSpacing = [0, 0, 9].randomElement(using: &random) ?? 0
    if Int.random(in: 0..<4, using: &random) == 0 { style.weight = .bold }
    if Int.random(in: 0..<4, using: &random) == 0 { style.slant = .italic }
    if Int.random(in: 0..<5, using: &random) == 0 { style.features = [FontFeature("liga")] }
    if Int.random(in: 0..<6, using: &random) == 0 { style.caps = .smallCaps }
    return style
  }

  private static func paragraphStyles(_ random: inout SeededGenerator) -> ParagraphStyle {
    let kinds: [TextJustification] = [.automatic, .interWord, .interCharacter, .kashida]
    guard Bool.random(using: &random) else { return ParagraphStyle(maximumLines: 2) }
    return ParagraphStyle(
      alignment: .justify, lastLineAlignment: .justify,
      justification: kinds.randomElement(using: &random) ?? .automatic, maximumLines: 2)
  }

  /// A column of texts in random styles.
  private static func scene(_ random: inout SeededGenerator) throws -> [DisplayCommand] {
    var y = 6.0
    var commands: [DisplayCommand] = []
    while y < 520 {
      let text = texts.randomElement(using: &random) ?? ""
      let paragraph = Paragraph(
        text, style: styles(&random), paragraphStyle: paragraphStyles(&random))
      let layout = Typesetter(fonts: try DocumentText.fonts.get()).prepare(paragraph)
        .layout(width: [130, 260, 380].randomElement(using: &random) ?? 380)
      commands.append(.text(layout, origin: Point(x: 10, y: y)))
      y += layout.size.height + 6
    }
    return commands
  }

  @Test(arguments: 0..<4)
  func aBrowserDrawsEveryLetterAtItsPlace(of number: Int) throws {
    let browser = try #require(Chromium())
    var random = SeededGenerator(salt: 3_700 + UInt64(number))
    var document = DrawnDocument(width: 400, height: 600, try Self.scene(&random))
    document.scale = PixelScale(2)
    let file = String(decoding: try document.bytes(SVGEncoder()), as: UTF8.self)
    let drawn = try browser.draw(
      """
      <!doctype html><meta charset="utf-8"><style>body{margin:0}svg{display:block}</style>\
      \(file.drop { $0 != "\n" })
      """, width: 400, height: 600, scale: 2)
    let own = try document.picture().bitmap()
    let difference = try #require(PixelDifference(drawn, own))
    #expect(difference.mean < 1.5, "\(difference), seed \(TestSettings.seed)")
    #expect(difference.share < 0.01, "\(difference), seed \(TestSettings.seed)")
  }
}
