import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct HyphenatorTests {
  private let typesetter: Typesetter
  private let folder: DictionaryFolder

  init() throws {
    folder = try DictionaryFolder([
      "hyph_xx_YY.dic": "UTF-8\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 2\n1ka\n1ti\n1mo\nu1b\n",
      "hyph_zz.dic": "UTF-8\n\n1a\nRIGHTHYPHENMIN many\n",
    ])
    typesetter = Typesetter(
      fonts: try .bundled(), hyphenation: HyphenationDictionaries(folder: folder.path))
  }

  private func paragraph(
    _ text: String, _ style: ParagraphStyle = ParagraphStyle(),
    _ change: (inout TextStyle) -> Void
  ) -> Paragraph {
    var textStyle = TextStyle(families: ["Noto Sans Mono"], size: 10, language: "xx")
    change(&textStyle)
    return Paragraph(text, style: textStyle, paragraphStyle: style)
  }

  private func lines(_ layout: TextLayout, of text: String) -> [String] {
    let units = Array(text.utf16)
    return layout.lines.map { String(decoding: units[$0.utf16Range], as: UTF16.self) }
  }

  /// One letter of the font, in layout points.
  private static let letter = 6.0

  @Test func softHyphensCountUnlessTheStyleSaysNo() {
    let text = "extra\u{AD}ordinary words"
    let width = 8 * Self.letter
    let manual = typesetter.prepare(paragraph(text) { _ in })
    #expect(lines(manual.layout(width: width), of: text)[0] == "extra\u{AD}")
    let none = typesetter.prepare(
      paragraph(text, ParagraphStyle(overflowWrap: .normal)) { $0.hyphenation = .none })
    let layout = none.layout(width: width)
    #expect(lines(layout, of: text) == ["extra\u{AD}ordinary ", "words"])
    #expect(none.minContentWidth > 13 * Self.letter - 1)
    // With `hyphenation` off, an emergency break after a soft hyphen shows no hyphen.
    let broken = typesetter.prepare(paragraph(text) { $0.hyphenation = .none })
    #expect(broken.layout(width: 5 * Self.letter).lines[0].span.edges?.token == nil)
  }

  @Test(arguments: [(nil, 6), ("=", 6), ("~~", 7), ("", 5), ("…", 6)] as [(String?, Int)])
  func showsTheHyphenOfItsStyle(hyphen: String?, letters: Int) {
    let text = "extra\u{AD}ordinary"
    let prepared = typesetter.prepare(paragraph(text) { $0.hyphenCharacter = hyphen })
    let layout = prepared.layout(width: 10 * Self.letter)
    #expect(lines(layout, of: text)[0] == "extra\u{AD}")
    #expect(abs(layout.lines[0].frame.width - Double(letters) * Self.letter) < 0.01)
    let glyphs = layout.lines[0].span.edges?.token?.glyphs.count ?? 0
    #expect(glyphs == letters - 5)
  }

  @Test func aLongHyphenIsCut() {
    let text = "extra\u{AD}ordinary"
    let long = String(repeating: "=", count: 10_000)
    let prepared = typesetter.prepare(paragraph(text) { $0.hyphenCharacter = long })
    #expect(prepared.hyphen(at: 5)?.glyphs.count == 64)
  }

  @Test func breaksWordsByTheDictionary() {
    let text = "lokatimo lokatimo"
    let prepared = typesetter.prepare(paragraph(text) { $0.hyphenation = .automatic })
    #expect(prepared.hyphenPlaces == [2, 4, 6, 11, 13, 15])
    #expect(prepared.hyphenationFailures.isEmpty)
    let layout = prepared.layout(width: 7 * Self.letter)
    #expect(lines(layout, of: text) == ["lokati", "mo lo", "katimo"])
    #expect(layout.lines.map { $0.span.edges?.token != nil } == [true, true, false])
    #expect(abs(prepared.minContentWidth - 3 * Self.letter) < 0.01)
    let plain = typesetter.prepare(paragraph(text) { _ in })
    #expect(plain.hyphenPlaces.isEmpty)
  }

  @Test func softHyphensInAWordGoBeforeTheDictionary() {
    let prepared = typesetter.prepare(
      paragraph("loka\u{AD}timo lokatimo") { $0.hyphenation = .automatic })
    #expect(prepared.hyphenPlaces == [12, 14, 16])
  }

  @Test func wordsReachOverStylesAndBoxes() {
    var style = TextStyle(families: ["Noto Sans Mono"], size: 10, language: "xx")
    style.hyphenation = .automatic
    var text = AttributedText("lok", style: style)
    var bold = style
    bold.weight = .bold
    text.append(AttributedText("atimo", style: bold), in: InlineBox(style: bold))
    #expect(typesetter.prepare(Paragraph(text)).hyphenPlaces == [2, 4, 6])
    var other = style
    other.hyphenation = .manual
    text.append("kati", style: other)
    #expect(typesetter.prepare(Paragraph(text)).hyphenPlaces == [2, 4, 6])
  }

  @Test func limitsAreKept() {
    var style = ParagraphStyle()
    style.hyphenationLimits = HyphenationLimits(lettersOfWord: 9)
    let text = "lokatimo lokatimotimo"
    func places() -> [Int] {
      typesetter.prepare(paragraph(text, style) { $0.hyphenation = .automatic }).hyphenPlaces
    }
    #expect(places() == [11, 13, 15, 17, 19])
    style.hyphenationLimits = HyphenationLimits(lettersBefore: 3, lettersAfter: 4)
    #expect(places() == [4, 13, 15, 17])
  }

  @Test func noMoreHyphensInARow() {
    let text = "lokatimokatimokatimokatimokatimo"
    func hyphens(_ most: Int?) -> [Bool] {
      var style = ParagraphStyle()
      style.hyphenationLimits.linesInARow = most
      let prepared = typesetter.prepare(paragraph(text, style) { $0.hyphenation = .automatic })
      let lines = prepared.layout(width: 7 * Self.letter).lines
      return lines.map { $0.span.edges?.token != nil }
    }
    #expect(hyphens(nil) == [true, true, true, true, true, false])
    for most in 0...3 {
      let rows = hyphens(most).split(separator: false)
      #expect(rows.allSatisfy { $0.count <= most }, "\(most)")
      #expect(rows.contains { $0.count == most } || most == 0, "\(most)")
    }
  }

  @Test func saysWhatIsMissing() {
    var text = AttributedText()
    for language in ["qq", "zz", "qq", "xx"] {
      var style = TextStyle(language: language)
      style.hyphenation = .automatic
      text.append("lokatimo ", style: style)
    }
    let prepared = typesetter.prepare(Paragraph(text))
    let failures = prepared.hyphenationFailures
    #expect(failures.map(\.code) == [.missing, .malformed])
    #expect(failures[0].description == "\(folder.path): has no dictionary: language 'qq'")
    #expect(failures[1].reason == "line 4: expected a number from 0 to 99")
    #expect(prepared.hyphenPlaces == [29, 31, 33])
  }

  /// Lines equal those of text with soft hyphens at the dictionary's breaks.
  @Test func agreesWithSoftHyphens() throws {
    var random = SeededGenerator(salt: 1_705)
    let dictionary = try HyphenationDictionaries(folder: folder.path).dictionary(for: "xx-YY")
    for _ in 0..<60 {
      let words = (0..<8).map { _ in Self.word(&random) }
      let text = words.joined(separator: " ")
      let soft = words.map { word in
        var units = Array(word.utf16)
        for place in dictionary.breaks(in: word).reversed() { units.insert(0xAD, at: place) }
        return String(decoding: units, as: UTF16.self)
      }.joined(separator: " ")
      let width = Double.random(in: 15...120, using: &random)
      let style = ParagraphStyle(overflowWrap: .normal)
      let automatic = typesetter.prepare(paragraph(text, style) { $0.hyphenation = .automatic })
      let manual = typesetter.prepare(paragraph(soft, style) { _ in })
      let note: Comment = "\(text) at \(width), seed \(TestSettings.seed)"
      let found = lines(automatic.layout(width: width), of: text)
      let expected = lines(manual.layout(width: width), of: soft)
      #expect(found == expected.map { $0.filter { $0 != "\u{AD}" } }, note)
      #expect(abs(automatic.minContentWidth - manual.minContentWidth) < 1e-6, note)
    }
  }

  private static func word(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...6, using: &random)).map { _ in
      ["lo", "ka", "ti", "mo", "ub", "sta"].randomElement(using: &random) ?? ""
    }.joined()
  }

  @Test func textThatDoesNotWrapIsLeft() {
    let style = ParagraphStyle(whiteSpace: .nowrap)
    let prepared = typesetter.prepare(
      paragraph("lokatimo", style) { $0.hyphenation = .automatic })
    #expect(prepared.hyphenPlaces.isEmpty)
  }
}

@Suite struct HyphenationDictionariesTests {
  @Test func theBestFileIsTaken() throws {
    let files = ["hyph_en_US.dic", "hyph_en_GB.dic", "hyph_de.dic", "hyph_pl_PL.dic", "other.dic"]
    let folder = try DictionaryFolder(
      Dictionary(
        uniqueKeysWithValues: files.enumerated().map {
          ($1, "UTF-8\n" + (0..<$0).map { "x1\(["a", "b", "c", "d"][$0])\n" }.joined() + "q1q\n")
        }))
    let dictionaries = HyphenationDictionaries(folder: folder.path)
    func patterns(_ language: String) throws -> Int {
      try dictionaries.dictionary(for: language).breaks(in: "zxaxbxcxdz").count
    }
    for (language, count) in [
      ("en-US", 0), ("en-us", 0), ("en-Latn-US", 0), ("en-GB", 1), ("en", 1), ("en-AU", 1),
      ("de-AT", 2), ("de", 2), ("pl", 3), ("PL_pl", 3),
    ] {
      #expect(try patterns(language) == count, "\(language)")
    }
    for language in ["fr", "", "../../etc", "e", String(repeating: "en", count: 100)] {
      #expect(throws: HyphenationError.self) { try patterns(language) }
    }
  }

  @Test func threadsShareOneReading() async throws {
    let folder = try DictionaryFolder(["hyph_xx.dic": "UTF-8\nx1a\n"])
    let dictionaries = HyphenationDictionaries(folder: folder.path)
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask { (try? dictionaries.dictionary(for: "xx"))?.breaks(in: "xxaa").count ?? 0 }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 1, count: 16))
    // A dictionary stays in memory after its file is deleted.
    try FileManager.default.removeItem(atPath: "\(folder.path)/hyph_xx.dic")
    #expect(try dictionaries.dictionary(for: "xx").breaks(in: "xxaa") == [2])
  }
}

/// A folder of dictionaries, removed with its last user.
private final class DictionaryFolder: Sendable {
  let path: String

  init(_ files: [String: String]) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
