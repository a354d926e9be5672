import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Breaks inside words, which never leave a mark on a dotted circle.
@Suite struct CombiningMarkTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// The number of glyphs of U+25CC in a layout.
  private func circles(_ text: String, _ style: ParagraphStyle, width: Double) -> Int {
    let layout = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: width)
    return layout.glyphRuns.reduce(0) { sum, run in
      guard run.face.covers("\u{25CC}"), let circle = run.shapedAlone("\u{25CC}").glyphs.first
      else { return sum }
      return sum + run.placedGlyphs.count { $0.identifier == circle }
    }
  }

  private static let styles: [(name: String, style: ParagraphStyle)] = [
    ("normal", ParagraphStyle()),
    ("anywhere", ParagraphStyle(overflowWrap: .anywhere)),
    ("line-break: anywhere", ParagraphStyle(lineBreakStrictness: .anywhere)),
    ("break-all", ParagraphStyle(wordBreak: .breakAll)),
    ("tail", truncated(.tail)), ("head", truncated(.head)), ("middle", truncated(.middle)),
  ]

  private static func truncated(_ kind: TextTruncation) -> ParagraphStyle {
    var style = ParagraphStyle(maximumLines: 1)
    style.truncation = kind
    return style
  }

  private func check(_ text: String) {
    #expect(circles(text, ParagraphStyle(), width: .infinity) == 0, "\(text)")
    for width in stride(from: 1.0, through: 90, by: 7) {
      for (name, style) in Self.styles {
        #expect(circles(text, style, width: width) == 0, "\(text), \(name), \(width)")
      }
    }
  }

  @Test(arguments: [
    "ဘာသာစကား", "ရုံးသုံးဘာသာ", "ကျေးဇူးတင်ပါတယ်", "မြန်မာနိုင်ငံ", "ខ្មែរក្រុងភ្នំពេញ",
    "स्थितिन्दी", "ภาษาไทยที่นี่", "ພາສາລາວ", "བོད་སྐད", "தமிழ்நாடுகொ", "ꦧꦱꦗꦮꦏ꧀ꦏ",
    "ឝ៑ឺពួឯា្លឳឮ",
  ])
  func wordsAreCutBetweenSyllables(text: String) { check(text) }

  /// Random syllables of each script: letters with marks of its font.
  @Test(arguments: Script.allCases)
  func noLayoutOfAnyWidthDrawsADottedCircle(script: Script) {
    var random = SeededGenerator(salt: 4_040 + UInt64(script.rawValue))
    for _ in 0..<6 {
      var text = ""
      for _ in 0..<4 { text += syllable(of: script, &random) }
      check(text)
    }
  }

  /// The blocks of the bundled scripts with marks.
  enum Script: UInt32, CaseIterable {
    case hebrew = 0x590
    case arabic = 0x600
    case syriac = 0x700
    case thaana = 0x780
    case nko = 0x7C0
    case devanagari = 0x900
    case bengali = 0x980
    case gurmukhi = 0xA00
    case gujarati = 0xA80
    case oriya = 0xB00
    case tamil = 0xB80
    case telugu = 0xC00
    case kannada = 0xC80
    case malayalam = 0xD00
    case sinhala = 0xD80
    case thai = 0xE00
    case lao = 0xE80
    case tibetan = 0xF00
    case myanmar = 0x1000
    case ethiopic = 0x1200
    case khmer = 0x1780
    case mongolian = 0x1800
    case javanese = 0xA980
    case meetei = 0xAAE0
    case meeteiMayek = 0xABC0
    case chakma = 0x11100
    case adlam = 0x1E900

    private var blockCount: UInt32 {
      switch self {
      case .ethiopic: 0x180
      case .mongolian: 0xB0
      default: self == .nko || rawValue >= 0xA980 ? 0x50 : 0x80
      }
    }

    var scalars: [Unicode.Scalar] {
      (rawValue..<rawValue + blockCount)
        .compactMap(Unicode.Scalar.init)
        .filter { $0.properties.generalCategory != .unassigned }
    }
  }

  /// Letters of alphabets with up to three accents from the block of combining marks.
  @Test(arguments: ["abcdefgijlnortuyzßøł", "αβγδεζηθικλμνξορστυω", "абвгдежзийклмнорстухі"])
  func accentsStayWithTheirLetters(letters: String) {
    var random = SeededGenerator(salt: 4_050)
    for _ in 0..<8 {
      var text = String.UnicodeScalarView()
      for _ in 0..<10 {
        text.append(letters.unicodeScalars.randomElement(using: &random) ?? "a")
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          text.append(Unicode.Scalar(UInt32.random(in: 0x300...0x345, using: &random)) ?? "\u{301}")
        }
      }
      check(String(text))
    }
  }

  /// One or two letters with up to two marks, which draw no dotted circle.
  private func syllable(of script: Script, _ random: inout SeededGenerator) -> String {
    let letters = script.scalars.filter { $0.properties.generalCategory == .otherLetter }
    let marks = script.scalars.filter {
      [.nonspacingMark, .spacingMark].contains($0.properties.generalCategory)
    }
    for _ in 0..<100 {
      var text = String.UnicodeScalarView()
      text.append(letters.randomElement(using: &random) ?? "a")
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let others = Bool.random(using: &random) ? letters : marks
        let isLinked = text.last.map { $0.properties.canonicalCombiningClass == .virama } ?? false
        if let next = (isLinked ? letters : marks + others).randomElement(using: &random) {
          text.append(next)
        }
      }
      let word = String(text)
      // Next to other syllables, a final letter may start or end another one.
      if circles(word + word, ParagraphStyle(), width: .infinity) == 0 { return word }
    }
    return String(letters.first.map(Character.init) ?? "a")
  }
}
