import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct CasedTextTests {
  private static func cased(
    _ text: String, _ transform: TextTransform, _ language: String? = nil
  ) -> SourceText {
    SourceText(AttributedText(text, style: style(transform, language)), whiteSpace: .normal)
  }

  private static func style(_ transform: TextTransform, _ language: String? = nil) -> TextStyle {
    var style = TextStyle(language: language)
    style.transform = transform
    return style
  }

  private static func string(_ source: SourceText) -> String {
    String(decoding: source.units, as: UTF16.self)
  }

  /// The language rules of SpecialCasing.txt, the Unicode Standard 5.18 and CSS Text 4.
  @Test(arguments: [
    ("istanbul IŞIK", TextTransform.uppercase, "tr", "İSTANBUL IŞIK"),
    ("İstanbul IŞIK", .lowercase, "az-Latn", "istanbul ışık"),
    ("istanbul iki", .capitalize, "tr-TR", "İstanbul İki"),
    ("istanbul", .uppercase, "", "ISTANBUL"),
    ("Í ÌŠ J̇", .lowercase, "lt", "i\u{307}\u{301} i\u{307}\u{300}\u{161} j\u{307}\u{307}"),
    ("i\u{307}\u{301}", .uppercase, "lt", "I\u{301}"),
    ("Άνθρωπος ή ΰ", .uppercase, "el", "ΑΝΘΡΩΠΟΣ Ή \u{3AB}"), ("όχι", .uppercase, "", "ΌΧΙ"),
    ("ΟΔΟΣ ΟΔΟΣ.", .lowercase, "", "οδος οδος."), ("ή όχι", .capitalize, "el", "Ή Όχι"),
    ("Straße ﬁn", .uppercase, "de", "STRASSE FIN"), ("և եւ", .uppercase, "hy", "ԵՒ ԵՒ"),
    ("և հայ", .capitalize, "hy", "և Հայ"),
    ("ijs x-ray o'neil 42nd", .capitalize, "nl", "Ijs X-Ray O'neil 42nd"),
    ("«éwé» (quoted) “word” USA", .capitalize, "fr", "«Éwé» (Quoted) “Word” USA"),
    ("ǆungla 𐐨𐑀", .capitalize, "hr", "ǅungla 𐐀𐑀"), ("ab", .none, "", "ab"),
  ])
  func followsLanguages(text: String, transform: TextTransform, language: String, expected: String)
  {
    let found = Self.string(Self.cased(text, transform, language.isEmpty ? nil : language))
    // Versions of ICU differ in whether the accent of a Greek letter is a separate character.
    #expect(found == expected)
  }

  @Test func nothingIsMadeForTextThatAsksForNothing() {
    var text = AttributedText("some")
    text.append(" words", style: TextStyle(weight: .bold))
    #expect(CasedText(text, Array(text.string.utf16)) == nil)
    var made = TextStyle()
    made.transform = .uppercase
    text.append("!", style: made)
    #expect(CasedText(text, Array(text.string.utf16)) != nil)
  }

  /// The witness is Swift's own case mappings, which ignore languages and final sigmas, over
  /// letters of many scripts; the origin of each character is checked too.
  @Test func agreesWithSwift() {
    var random = SeededGenerator(salt: 1_701)
    for _ in 0..<2_000 {
      let scalars = Self.letters(&random, count: Int.random(in: 0...40, using: &random))
      let source = String(String.UnicodeScalarView(scalars))
      for transform in [TextTransform.uppercase, .lowercase] {
        let expected = scalars.map {
          transform == .uppercase
            ? $0.properties.uppercaseMapping : $0.properties.lowercaseMapping
        }
        var text = AttributedText(source, style: Self.style(transform))
        if random.oneIn(2), !source.isEmpty { Self.cut(&text, &random) }
        let units = Array(source.utf16)
        let found = CasedText(text, units)
        let note: Comment = "\(source.debugDescription), seed \(TestSettings.seed)"
        #expect(found?.units == expected.flatMap { Array($0.utf16) }, note)
        #expect(found?.lengths.map(Int.init) == Self.lengths(scalars, expected), note)
        #expect(found?.runs.last?.end == units.count, note)
      }
    }
  }

  /// Gives the end of a text another weight, which case mapping ignores.
  private static func cut(_ text: inout AttributedText, _ random: inout SeededGenerator) {
    let start = text.string.unicodeScalars.indices.randomElement(using: &random)
    text.updateStyle(in: (start ?? text.string.startIndex)..<text.string.endIndex) {
      $0.weight = .bold
    }
  }

  private static func letters(
    _ random: inout SeededGenerator, count: Int
  ) -> [Unicode.Scalar] {
    let blocks: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x24F, 0x250...0x2AF, 0x370...0x3FF, 0x400...0x52F, 0x531...0x587,
      0x13A0...0x13FD, 0x1E00...0x1FFF, 0xFB00...0xFB17, 0x10400...0x1044F, 0x4E00...0x4E20,
    ]
    var letters: [Unicode.Scalar] = []
    while letters.count < count {
      let block = blocks.randomElement(using: &random) ?? 0x20...0x7E
      let value = UInt32.random(in: block, using: &random)
      // Swift has no rule for a final sigma, and may know newer letters than ICU.
      guard value != 0x3A3, let scalar = Unicode.Scalar(value), scalar.properties.age != nil else {
        continue
      }
      let mapped = scalar.properties.uppercaseMapping + scalar.properties.lowercaseMapping
      if mapped.unicodeScalars.allSatisfy({ $0.properties.age?.major ?? 99 <= 15 }) {
        letters.append(scalar)
      }
    }
    return letters
  }

  /// Maps units one to one; further units belong to the last unit of the character.
  private static func lengths(_ scalars: [Unicode.Scalar], _ mapped: [String]) -> [Int] {
    zip(scalars, mapped).flatMap { scalar, mapping in
      let before = UTF16.width(scalar)
      let after = mapping.utf16.count
      return (0..<before).map { unit in
        unit == before - 1 ? max(0, after - unit) : unit < after ? 1 : 0
      }
    }
  }

  @Test(
    .enabled(
      if: try TestTools.has("unicode-data", UnicodeFile.folder != nil),
      "the package unicode-data is not installed"))
  func agreesWithSpecialCasing() throws {
    var count = 0
    for line in try UnicodeFile("SpecialCasing.txt").lines {
      let fields = line.fields.joined(separator: " ").split(
        separator: ";", omittingEmptySubsequences: false)
      let texts = fields.prefix(4).map { field in
        String(
          String.UnicodeScalarView(
            field.split(separator: " ").compactMap {
              UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
            }))
      }
      let conditions = fields.count > 4 ? fields[4].split(separator: " ") : []
      guard texts.count == 4, conditions.count < 2 else { continue }
      // Conditions with two letters are languages; those of contexts have tests of their own.
      let language = conditions.first.map(String.init)
      if let language, language.count != 2 { continue }
      let upper = Self.string(Self.cased(texts[0], .uppercase, language))
      let lower = Self.string(Self.cased(texts[0], .lowercase, language))
      #expect(upper.unicodeScalars.elementsEqual(texts[3].unicodeScalars), "line \(line.number)")
      #expect(lower.unicodeScalars.elementsEqual(texts[1].unicodeScalars), "line \(line.number)")
      count += 1
    }
    #expect(count > 100)
  }

  @Test func wordsReachOverStylesAndBoxes() {
    let bold = Self.style(.capitalize)
    var text = AttributedText("w", style: TextStyle())
    text.append("or", style: bold)
    text.append(AttributedText("d or word", style: bold), in: InlineBox(style: bold))
    #expect(Self.string(SourceText(text, whiteSpace: .normal)) == "word Or Word")
    var sigma = AttributedText("ΟΔΟ", style: Self.style(.lowercase))
    sigma.append(
      AttributedText("ΣΑ", style: Self.style(.lowercase)), in: InlineBox(style: TextStyle()))
    #expect(Self.string(SourceText(sigma, whiteSpace: .normal)) == "οδοσα")
  }

  @Test func offsetsAreThoseOfTheSource() {
    let source = Self.cased("  aß  ßﬃb ", .uppercase, "de")
    #expect(Self.string(source).trimmed == "ASS SSFFIB")
    #expect(source.joins == [2, 5, 7, 8])
    let map = source.map
    #expect((0...5).map { map.source(of: $0) } == [0, 3, 4, 4, 6, 7])
    #expect(map.offset(ofSource: 3) == 1 && map.offset(ofSource: 4) == 3)
    #expect(map.sourceUnits(of: 1..<3) == 3..<4 && map.sourceUnits(of: 6..<9) == 7..<8)
    #expect(map.sourceCount == 10)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

@Suite struct CasedLayoutTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func paragraph(
    _ text: String, _ change: (inout TextStyle) -> Void
  ) -> Paragraph {
    var style = TextStyle(size: 20, language: "de")
    change(&style)
    return Paragraph(text, style: style)
  }

  @Test func aLetterThatBecomesTwoIsOneGrapheme() {
    let upper = typesetter.prepare(paragraph("Straße") { $0.transform = .uppercase })
    let plain = typesetter.prepare(paragraph("STRASSE") { _ in })
    let places = upper.layout().graphemes
    #expect(upper.layout().size == plain.layout().size)
    #expect(places.map(\.utf16Range) == (0..<6).map { $0..<$0 + 1 })
    let doubled = plain.layout().graphemes
    #expect(abs(places[4].width - doubled[4].width - doubled[5].width) < 1e-9)
    // No line breaks inside it, at any width.
    #expect(
      upper.layout(width: 0).lines.map(\.utf16Range) == (0..<6).map { $0..<$0 + 1 })
  }

  /// Random text in capitals has the lines of its capitals, and they cover the source.
  @Test func linesAreThoseOfTheCapitals() {
    var random = SeededGenerator(salt: 1_702)
    for _ in 0..<60 {
      let text = SampleText.mixed(&random, words: 10)
      let width = Double.random(in: 40...260, using: &random)
      let note: Comment = "\(text.debugDescription) at \(width), seed \(TestSettings.seed)"
      let cased = typesetter.prepare(paragraph(text) { $0.transform = .lowercase })
      let units = String(decoding: cased.text, as: UTF16.self)
      let lines = cased.layout(width: width).lines
      let plain = typesetter.prepare(paragraph(units) { _ in }).layout(width: width).lines
      #expect(lines.map(\.frame) == plain.map(\.frame), note)
      #expect(
        lines.map(\.utf16Range.lowerBound).dropFirst()
          == lines.map(\.utf16Range.upperBound)
          .dropLast(), note)
      #expect(lines.last?.utf16Range.upperBound == text.utf16.count, note)
    }
  }

  @Test func smallCapitalsAreThoseOfTheFontWhereItHasSome() throws {
    let family = ["Noto Sans"]
    let small = typesetter.prepare(
      paragraph("Anna") {
        $0.families = family
        $0.caps = .smallCaps
      })
    let plain = typesetter.prepare(paragraph("Anna") { $0.families = family })
    #expect(small.text == plain.text && small.styles.count == 1)
    #expect(small.glyphs.map(\.identifier) != plain.glyphs.map(\.identifier))
    #expect(small.glyphs[0].identifier == plain.glyphs[0].identifier)
    let all = typesetter.prepare(
      paragraph("Anna") {
        $0.families = family
        $0.caps = .allSmallCaps
      })
    #expect(all.glyphs[0].identifier != plain.glyphs[0].identifier)
  }

  @Test func smallCapitalsAreMadeOfCapitalsWhereTheFontHasNone() {
    func prepare(_ text: String, _ caps: CapsVariant) -> PreparedParagraph {
      typesetter.prepare(
        paragraph(text) {
          $0.families = ["Noto Sans Syriac"]
          $0.caps = caps
        })
    }
    let small = prepare("Anna e\u{301} ß1", .smallCaps)
    #expect(String(decoding: small.text, as: UTF16.self) == "ANNA E\u{301} SS1")
    let ranges = small.styles.map { [$0.end, Int($0.style.size.rounded())] }
    #expect(ranges == [[1, 20], [4, 14], [5, 20], [7, 14], [8, 20], [10, 14], [11, 20]])
    let all = prepare("Anna 1", .allSmallCaps)
    #expect(String(decoding: all.text, as: UTF16.self) == "ANNA 1")
    #expect(all.styles.count == 1 && abs(all.styles[0].style.size - 14) < 1e-9)
    let upper = typesetter.prepare(
      paragraph("Anna") {
        $0.families = ["Noto Sans Syriac"]
        $0.caps = .smallCaps
        $0.transform = .uppercase
      })
    #expect(upper.styles.map(\.style.size) == [20])
  }
}
