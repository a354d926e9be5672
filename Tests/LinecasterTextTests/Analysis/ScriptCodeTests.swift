import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct ScriptResolverTests {
  /// The scripts of text, each as the first letter of its name: L, C, G for Latin, Cyrillic, Greek
  /// H for kana, and Z for common.
  private func scripts(_ text: String) -> String {
    let units = Array(text.utf16)
    var scripts = units.map { unit in
      switch unit {
      case 0x41...0x5A, 0x61...0x7A: Self.latin
      case 0x391...0x3C9: Self.greek
      case 0x410...0x44F: Self.cyrillic
      case 0x3041...0x3096: ScriptCode.hiragana.rawValue
      case 0x30A1...0x30FA: ScriptCode.katakana.rawValue
      case 0x300...0x36F: ScriptCode.inherited.rawValue
      default: ScriptCode.common.rawValue
      }
    }
    units.withUnsafeBufferPointer { units in
      scripts.withUnsafeMutableBufferPointer { ScriptResolver.resolve($0, of: units) }
    }
    let names: [UInt8: Character] = [
      Self.latin: "L", Self.greek: "G", Self.cyrillic: "C", ScriptCode.common.rawValue: "Z",
      ScriptCode.hiragana.rawValue: "H",
    ]
    return String(scripts.map { names[$0] ?? "?" })
  }

  private static let latin = code(0x4C61_746E)
  private static let greek = code(0x4772_656B)
  private static let cyrillic = code(0x4379_726C)

  private static func code(_ tag: UInt32) -> UInt8 {
    UInt8(ScriptCode.tags.firstIndex(of: tag) ?? 0)
  }

  @Test func takesWhatStandsBefore() {
    #expect(scripts("ab, яб 1.") == "LLLLCCCCC")
    #expect(scripts("1. я\u{301}") == "CCCCC")
    #expect(scripts("123") == "ZZZ")
    #expect(scripts("") == "")
  }

  @Test func takesKatakanaAsHiragana() {
    #expect(scripts("aカ、か!b") == "LHHHHL")
    #expect(scripts("、カ") == "HH")
  }

  /// Unicode calls the prolonged sound mark common, but it occurs only with kana.
  @Test func signsOfKanaAreKana() {
    let text = Array("5ーン".utf16)
    let source = SourceText(
      units: text, runs: [AttributedText.Run(end: 3, style: TextStyle())],
      map: SourceMap(identity: 3), marks: nil)
    let analysis = TextAnalyzer(unicode: UnicodeAnalyzer()).analyze(source, style: ParagraphStyle())
    #expect(
      Array(analysis.scripts)
        == [ScriptCode.common, .hiragana, .katakana].map(\.rawValue))
  }

  @Test func closesBracketsAsTheyWereOpened() {
    #expect(scripts("a(яб)?b") == "LLCCLLL")
    #expect(scripts("a[я(α)б]c") == "LLCCGCCLL")
    // A bracket that was never opened, and one that closes late.
    #expect(scripts("a)я)") == "LLCC")
    #expect(scripts("a(я[α) б") == "LLCCGLLC")
    #expect(scripts("a「я」") == "LLCL")
    #expect(scripts("a⦃я⦄") == "LLCL")
  }

  @Test func staysLinearInBrackets() {
    let text = "a" + String(repeating: "(я", count: 20_000) + String(repeating: ")", count: 20_000)
    #expect(scripts(text).count == text.utf16.count)
  }

  @Test func pairsEveryBracketOfUnicode() {
    for unit in UInt16.min...0xD7FF {
      guard let closing = PairedBracket.closing(of: unit) else { continue }
      #expect(PairedBracket.isClosing(closing) && PairedBracket.closing(of: closing) == nil)
      #expect(!PairedBracket.isClosing(unit))
    }
    let count = (UInt16.min...UInt16.max).count { PairedBracket.closing(of: $0) != nil }
    #expect(count == (UInt16.min...UInt16.max).count(where: PairedBracket.isClosing))
  }
}
