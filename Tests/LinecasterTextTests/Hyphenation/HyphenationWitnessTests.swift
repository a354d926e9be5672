import Foundation
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Dictionaries of Debian's packages, compared with libhyphen word for word.
@Suite struct HyphenationWitnessTests {
  private static let languages = [
    "de_DE", "en_US", "en_GB", "fr", "es_ES", "it_IT", "pl_PL", "ru_RU", "sv_SE", "hu_HU",
  ]
  private static let folder = "/usr/share/hyphen"
  private static func hasHyphen() throws -> Bool {
    try TestTools.has(
      "libhyphen or one of its dictionaries",
      LibHyphen.library != nil
        && languages.allSatisfy { FileManager.default.fileExists(atPath: path($0)) })
  }

  private static func path(_ language: String) -> String { "\(folder)/hyph_\(language).dic" }

  @Test(
    .enabled(if: try hasHyphen(), "libhyphen-dev and ten packages hyphen-*"), arguments: languages)
  func agreesWithLibhyphen(language: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.path(language)))
    let ours = try HyphenationDictionary(path: Self.path(language))
    let theirs = try #require(LibHyphen(path: Self.path(language)))
    var random = SeededGenerator(salt: 1_704)
    let words = PatternWords(bytes)
    let count = TestSettings.isLong ? 200_000 : 4_000
    var differences: [String] = []
    var breaks = 0
    for _ in 0..<count {
      let word = words.word(&random)
      guard let expected = theirs.breaks(in: word) else { continue }
      breaks += expected.count
      if ours.breaks(in: word) != expected {
        differences.append("\(word): \(ours.breaks(in: word)), libhyphen \(expected)")
      }
    }
    let shown = differences.prefix(5).joined(separator: "; ")
    #expect(differences.isEmpty, "\(differences.count): \(shown), seed \(TestSettings.seed)")
    #expect(breaks > count / 2, "\(breaks) breaks")
  }

  /// Well-known words, which would show an error that both have in common.
  @Test(
    .enabled(if: try hasHyphen(), "libhyphen-dev and ten packages hyphen-*"),
    arguments: [
      ("de-AT", "Silbentrennung", "Sil-ben-tren-nung"), ("en-US", "hyphenation", "hy-phen-ation"),
      ("en", "associate", "as-so-ciate"), ("fr-FR", "typographie", "ty-po-gra-phie"),
      ("es", "paralelepípedo", "pa-ra-le-le-pí-pe-do"), ("it", "sillabazione", "sil-la-ba-zio-ne"),
      ("ru", "образование", "обра-зо-ва-ние"), ("sv", "avstavning", "av-stav-ning"),
    ])
  func breaksKnownWords(language: String, word: String, expected: String) throws {
    let dictionary = try HyphenationDictionaries.system.dictionary(for: language)
    var units = Array(word.utf16)
    for place in dictionary.breaks(in: word).reversed() { units.insert(0x2D, at: place) }
    #expect(String(decoding: units, as: UTF16.self) == expected)
  }
}

/// Words from the letters of a dictionary's own patterns, some with hyphens and apostrophes.
private struct PatternWords {
  private var pieces: [String] = []

  init(_ file: Data) {
    let lines = file.split(separator: UInt8(ascii: "\n"))
    let name = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let characters = UnicodeAnalyzer.characters(
      ofSet: name.trimmingCharacters(in: .whitespacesAndNewlines))
    let isUTF8 = name.hasPrefix("UTF-8")
    for line in lines.dropFirst() {
      guard let first = line.first, first != UInt8(ascii: "%"), first != UInt8(ascii: "#"),
        !(0x41...0x5A ~= first)
      else { continue }
      let pattern = line.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
      let units =
        isUTF8
        ? Array(String(decoding: pattern, as: UTF8.self).utf16)
        : pattern.map { characters?[Int($0)] ?? 0xFFFD }
      pieces.append(
        String(decoding: units.filter { $0 != 0x2E && !(0x30...0x39 ~= $0) }, as: UTF16.self))
    }
  }

  func word(_ random: inout SeededGenerator) -> String {
    var word = ""
    for _ in 0...Int.random(in: 0...3, using: &random) {
      word += pieces.randomElement(using: &random) ?? ""
      if random.oneIn(30) { word += ["-", "'"].randomElement(using: &random) ?? "" }
    }
    return word
  }
}

/// The library libhyphen, if it is installed.
private final class LibHyphen {
  private typealias Load = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias Free = @convention(c) (OpaquePointer) -> Void
  private typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Numbers = UnsafeMutablePointer<Int32>
  private typealias Hyphenate =
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<CChar>,
      UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Strings?>, UnsafeMutablePointer<Numbers?>,
      UnsafeMutablePointer<Numbers?>
    ) -> Int32

  // A handle of the loader, which is never closed; any thread may look names up with it.
  nonisolated(unsafe) static let library = dlopen("libhyphen.so.0", RTLD_NOW)

  private let dictionary: OpaquePointer
  private let hyphenate: Hyphenate
  private let free: Free
  /// The bytes of characters in the dictionary's encoding; nil for UTF-8.
  private var bytes: [UInt16: UInt8]?

  init?(path: String) {
    guard let load = Self.function("hnj_hyphen_load", Load.self),
      let free = Self.function("hnj_hyphen_free", Free.self),
      let hyphenate = Self.function("hnj_hyphen_hyphenate2", Hyphenate.self),
      let dictionary = load(path)
    else { return nil }
    self.dictionary = dictionary
    self.hyphenate = hyphenate
    self.free = free
    let first = (try? Data(contentsOf: URL(fileURLWithPath: path)).prefix { $0 > 0x20 }) ?? Data()
    let set = UnicodeAnalyzer.characters(ofSet: String(decoding: first, as: UTF8.self))
    if first != Data("UTF-8".utf8), let set {
      bytes = Dictionary(set.enumerated().map { ($1, UInt8($0)) }) { one, _ in one }
    }
  }

  deinit { free(dictionary) }

  private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
    dlsym(library, name).map { unsafeBitCast($0, to: type) }
  }

  /// The breaks that keep the spelling; nil for words that the encoding cannot express.
  func breaks(in word: String) -> [Int]? {
    let encoded: [UInt8]
    if let bytes {
      let found = word.utf16.compactMap { bytes[$0] }
      guard found.count == word.utf16.count else { return nil }
      encoded = found
    } else {
      encoded = Array(word.utf8)
    }
    guard !encoded.isEmpty else { return [] }
    var hyphens = [CChar](repeating: 0, count: encoded.count + 5)
    var changes: Strings?
    var places: Numbers?
    var cuts: Numbers?
    _ = hyphenate(
      dictionary, encoded.map { CChar(bitPattern: $0) } + [0], Int32(encoded.count), &hyphens, nil,
      &changes, &places, &cuts)
    defer {
      for index in 0..<encoded.count { Foundation.free(changes?[index]) }
      Foundation.free(changes)
      Foundation.free(places)
      Foundation.free(cuts)
    }
    let lengths = word.unicodeScalars.map { UTF16.width($0) }
    var unit = 0
    var breaks: [Int] = []
    for (index, length) in lengths.enumerated() {
      unit += length
      if hyphens[index] & 1 != 0, changes?[index] == nil { breaks.append(unit) }
    }
    return breaks.filter { $0 < unit }
  }
}
