import LinecasterBase
import LinecasterFonts
import LinecasterTestSupport

@testable import LinecasterText

/// A hostile input with the promises that must hold for it.
struct TortureCase {
  /// A promise besides not trapping and staying within the budget.
  enum Promise {
    /// Ranges of lines are ordered, have no gaps or overlaps, and cover the text.
    case contiguous
    /// Every number is finite, and sizes are not negative.
    case finite
    /// No line exceeds the width, unless it is a single grapheme.
    case narrow
    /// A second layout is the same.
    case repeatable
  }

  /// The limits of a layout on one core.
  struct Budget {
    var milliseconds = 2000.0
    var mebibytes = 256.0
  }

  let name: String
  let text: String
  var width = 300.0
  var style = TextStyle(size: 16)
  var paragraphStyle = ParagraphStyle(
    baseDirection: .leftToRight, whiteSpace: .normal, overflowWrap: .normal)
  /// The number of UTF-16 code units between changes of the colour; nil for none.
  var colorEvery: Int?
  /// Whether the size changes together with the colour.
  var changesSize = false
  var budget = Budget()
  var promises: Set<Promise> = [.contiguous, .finite]

  /// The styled text.
  var paragraph: Paragraph { paragraph(text) }

  /// Creates a paragraph of another text with the same styles.
  func paragraph(_ text: String) -> Paragraph {
    guard let length = colorEvery else {
      return Paragraph(AttributedText(text, style: style), style: paragraphStyle)
    }
    var attributed = AttributedText()
    let units = Array(text.utf16)
    for (index, start) in stride(from: 0, to: units.count, by: length).enumerated() {
      var style = style
      style.color = index.isMultiple(of: 2) ? .black : .white
      if changesSize { style.size = Double(8 + index % 33) }
      let piece = units[start..<min(start + length, units.count)]
      attributed.append(String(decoding: piece, as: UTF16.self), style: style)
    }
    return Paragraph(attributed, style: paragraphStyle)
  }
}

/// Long, deep, random, ill-formed and unlikely texts, and extreme numbers.
struct TortureCases {
  private(set) var all: [TortureCase] = []
  /// The factor of repeat counts.
  private let scale: Double
  private var random: SeededGenerator

  /// Creates the cases.
  ///
  /// - Parameters:
  ///   - scale: 1 for texts of a megabyte and more, less for a quick run.
  ///   - seed: The seed of random texts.
  init(scale: Double, seed: UInt64) {
    self.scale = scale
    random = SeededGenerator(seed: seed, salt: 77)
    addTrivial()
    addLong()
    addMarks()
    addClusters()
    addDirections()
    addRepertoire()
    addIllFormed()
    addNumbers()
    addStyles()
    addRandom(count: 300)
  }

  private mutating func add(
    _ name: String, _ text: String, milliseconds: Double = 2000, mebibytes: Double = 256,
    _ change: (inout TortureCase) -> Void = { _ in }
  ) {
    var item = TortureCase(name: name, text: text)
    item.budget = TortureCase.Budget(milliseconds: milliseconds, mebibytes: mebibytes)
    change(&item)
    all.append(item)
  }

  /// A text repeated a number of times, fewer in a quick run.
  private func many(_ text: String, _ times: Int) -> String {
    String(repeating: text, count: max(1, Int(saturating: Double(times) * scale)))
  }

  private func text(_ values: some Sequence<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: values.compactMap { UInt32(exactly: $0).flatMap(Unicode.Scalar.init) })
    return String(text)
  }
}

// MARK: - Length

extension TortureCases {
  private mutating func addTrivial() {
    let texts = [
      "empty": "", "space": " ", "newline": "\n", "crlf": "\r\n", "nul": "a\0b", "bom": "\u{FEFF}",
      "nuls": many("\0", 65536),
    ]
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      add(name, text) { $0.width = name == "nuls" ? 300 : .infinity }
    }
  }

  private static let unspaced: [(String, String, Int)] = [
    ("latin", "a", 1 << 20), ("digits", "7", 1 << 20), ("han", "漢", 349_525),
    ("thai", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน", 9000),
    ("khmer", "មនុស្សទាំងអស់កើតមកមានសេរីភាព", 12000),
    ("burmese", "လူတိုင်းသည်တူညီလွတ်လပ်သော", 14000), ("lao", "ມະນຸດທຸກຄົນເກີດມາມີອິດສະຫຼະ", 13000),
    ("arabic", "ببب", 170_000), ("devanagari", "कि", 170_000), ("hangul", "한", 349_525),
    ("slashes", "/", 1 << 20), ("nbsp", "a\u{A0}", 349_525), ("zwsp", "a\u{200B}", 262_144),
    ("wj", "a\u{2060}", 262_144), ("shy", "a\u{AD}", 349_525), ("ligature", "ffi", 349_525),
    ("hyphen", "a-", 524_288), ("emoji", "😀", 262_144),
  ]

  private mutating func addLong() {
    for (name, piece, times) in Self.unspaced {
      let text = many(piece, times)
      add("1 MB without spaces: \(name)", text, milliseconds: 5000, mebibytes: 700)
      add("1 MB, broken anywhere: \(name)", text, milliseconds: 5000, mebibytes: 700) {
        $0.paragraphStyle.overflowWrap = .anywhere
        $0.promises.insert(.narrow)
      }
    }
    let words = "lorem ipsum dolor sit amet "
    add("1 MB of words", many(words, 38836), milliseconds: 5000, mebibytes: 700) {
      $0.promises.formUnion([.narrow, .repeatable])
    }
    add("1 MB in a line", many(words, 38836), mebibytes: 700) {
      $0.width = .infinity
      $0.paragraphStyle.maximumLines = 1
    }
    add("16 MB of words", many(words, 621_378), milliseconds: 60000, mebibytes: 6000)
    add(
      "the first 3 of a million lines", many("\n", 1 << 20), milliseconds: 5000, mebibytes: 900
    ) {
      $0.paragraphStyle.whiteSpace = .preWrap
      $0.paragraphStyle.maximumLines = 3
    }
    for (name, piece) in [
      ("newlines", "\n"), ("CR", "\r"), ("LS", "\u{2028}"), ("PS", "\u{2029}"), ("spaces", " "),
      ("tabs", "\t"), ("lines", "quick brown fox\n"),
    ] {
      for whiteSpace in [WhiteSpace.normal, .preWrap] {
        // If white space is kept, each of them is a line of its own.
        let times = whiteSpace == .normal ? 1 << 20 : 1 << 18
        let text = many(piece, piece.count > 1 ? times / 16 : times)
        add("many \(name), \(whiteSpace)", text, milliseconds: 5000, mebibytes: 900) {
          $0.paragraphStyle.whiteSpace = whiteSpace
        }
      }
    }
  }
}

// MARK: - Clusters and directions

extension TortureCases {
  private static let marks: [(String, String, String, Int)] = [
    ("acute", "e", "\u{301}", 100_000),
    ("mixed", "a", "\u{300}\u{316}\u{334}\u{35C}\u{489}", 20000),
    ("arabic", "\u{628}", "\u{64E}\u{651}", 50000), ("hebrew", "\u{5D0}", "\u{5B0}\u{5C1}", 50000),
    ("thai", "\u{E01}", "\u{E49}\u{E34}", 50000), ("enclosing", "1", "\u{20E3}", 100_000),
    ("double", "o", "\u{361}", 100_000), ("variation", "\u{2764}", "\u{FE0F}", 100_000),
    ("tags", "\u{1F3F4}", "\u{E0061}", 100_000), ("joiners", "\u{1F468}", "\u{200D}", 100_000),
    ("skin tones", "\u{1F44D}", "\u{1F3FD}", 100_000), ("CGJ", "a", "\u{34F}", 100_000),
    ("tibetan", "ཀ", "ྐ", 100_000), ("coeng", "ក", "្ក", 50000), ("myanmar", "က", "္က", 50000),
    ("tatweel", "ب", "\u{640}", 100_000), ("virama", "क", "्क", 100_000),
    ("none", "", "\u{301}", 1000),
  ]

  private mutating func addMarks() {
    for (name, base, mark, times) in Self.marks {
      add("marks: \(name)", base + many(mark, times) + "z", milliseconds: 5000, mebibytes: 900) {
        $0.paragraphStyle.overflowWrap = .anywhere
      }
    }
  }

  private static let clusters: [(String, String, Int)] = [
    ("jamo L", "\u{1100}", 100_000), ("jamo LVT", "\u{1100}\u{1161}\u{11A8}", 50000),
    ("jamo V", "\u{1161}", 100_000), ("flags", "\u{1F1E9}", 100_001), ("families", "👨‍👩‍👧‍👦", 50000),
    ("joined women", "👩\u{200D}", 50000), ("keycaps", "1️⃣#️⃣*️⃣", 30000),
    ("variation selectors", "\u{FE0F}\u{E0100}\u{FE00}", 10000),
    (
      "stacks",
      "Z" + String(repeating: "\u{300}\u{330}\u{315}\u{321}", count: 12) + "a"
        + String(repeating: "\u{489}\u{362}\u{35B}", count: 9), 2000
    ),
    ("long ligature", "\u{FDFA}", 10000),
    ("decompositions", "\u{1F82}\u{344}\u{FB2C}\u{1D160}", 20000),
    ("lam alef", "لا", 100_000), ("ZWNJ ZWJ", "\u{200C}\u{200D}", 100_000),
  ]

  private mutating func addClusters() {
    for (name, piece, times) in Self.clusters {
      add("clusters: \(name)", many(piece, times), milliseconds: 8000, mebibytes: 1500) {
        $0.paragraphStyle.overflowWrap = .anywhere
      }
    }
  }

  private mutating func addDirections() {
    let controls =
      "aא1 ()\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"
      + "\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}\u{61C}\n"
    let openers = [
      "RLE": "\u{202B}", "LRE": "\u{202A}", "RLO": "\u{202E}", "RLI": "\u{2067}", "FSI": "\u{2068}",
    ]
    for (name, opener) in openers.sorted(by: { $0.key < $1.key }) {
      add("200 \(name)", String(repeating: opener, count: 200) + "abc אבג 123")
      add("many \(name)", many(opener, 100_000) + "abc אבג", milliseconds: 3000, mebibytes: 500)
    }
    let nests = [("\u{202B}א\u{202A}a", "\u{202C}"), ("\u{2067}א\u{2066}a", "\u{2069}")]
    for (opening, closing) in nests {
      let deep = String(repeating: opening, count: 100)
      add(
        "nested in \(closing.debugDescription)", deep + "x" + String(repeating: closing, count: 200)
      )
    }
    for (name, text) in [
      ("unpaired ends", many("\u{202C}\u{2069}", 50000) + "abc"),
      ("isolates and paragraphs", many("\u{2067}א\n", 30000)),
      ("letters", many("aא", 100_000)), ("numbers", many("א1", 100_000)),
      ("brackets", many("(", 50000) + "א" + many(")", 50000)),
      ("crossed brackets", many("(א[a", 20000) + many("])", 20000)),
      ("unmatched brackets", many("(]", 50000) + "א"), ("first strong", many("\u{2068}a", 60000)),
      ("neutrals", "א" + many("!", 200_000) + "a"),
      ("mirrored", "\u{202E}" + text(Array(0x2200..<0x2300) + Array(0x28..<0x3F))),
      (
        "random",
        random(
          40000,
          of:
            controls
        )
      ),
    ] {
      add("directions: \(name)", text, milliseconds: 5000, mebibytes: 1200)
    }
  }

  private mutating func random(_ count: Int, of characters: String) -> String {
    let scalars = characters.unicodeScalars.map { Int($0.value) }
    return text(
      (0..<Int(saturating: Double(count) * scale)).compactMap { _ in
        scalars.randomElement(using: &random)
      })
  }
}

// MARK: - Characters and bytes

extension TortureCases {
  private mutating func addRepertoire() {
    add(
      "a character of every block", text(stride(from: 0, to: 0x110000, by: 256)), milliseconds: 4000
    )
    for plane in [0, 1, 2, 3, 14, 15, 16] {
      let range = stride(from: plane << 16, to: (plane + 1) << 16, by: scale < 1 ? 97 : 1)
      add("plane \(plane)", text(range), milliseconds: 8000, mebibytes: 900)
    }
    let ends = (0..<17).flatMap { [$0 << 16 | 0xFFFE, $0 << 16 | 0xFFFF] }
    let ignorable = [
      0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x200B, 0x200C, 0x200D,
      0x200E, 0x202A, 0x2060, 0x2061, 0x2064, 0x206A, 0x3164, 0xFE00, 0xFEFF, 0xFFA0, 0xFFF9,
      0xE0001, 0xE0020,
    ]
    for (name, text) in [
      ("noncharacters", text(ends + Array(0xFDD0..<0xFDF0))),
      ("private use", text(0xE000..<0xE800)), ("controls", text(Array(0..<32) + Array(127..<160))),
      ("ignorable", text(ignorable.flatMap { [0x61, $0] })),
      ("fillers", many("\u{3164}\u{115F}\u{1160}\u{FFA0}", 10000)),
      ("replacements", many("\u{FFFD}\u{FFFC}", 10000)), ("cases", many("ßİıŉǰΐΰﬃﬄʼn", 5000)),
      ("scripts", many("aбγאبកกक한漢😀ꙮ𐍈𝒳", 10000)), ("fonts", many("aक", 50000)),
      ("annotations", many("\u{FFF9}a\u{FFFA}b\u{FFFB}", 5000)),
      ("music", many("\u{1D173}\u{1D15E}\u{1D17A}", 5000)),
    ] {
      add("characters: \(name)", text, milliseconds: 8000, mebibytes: 1500)
    }
  }

  private static let illFormed: [[UInt8]] = [
    [0x61, 0x80, 0x62], [0x61, 0xC3], [0xE2, 0x61, 0xE2, 0x82, 0x62], [0xC0, 0xAF, 0xC1, 0xBF],
    [0xE0, 0x80, 0xAF, 0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0xAF, 0xF0, 0x8F, 0xBF, 0xBF],
    [0xC0, 0x80], [0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
    [0xF4, 0x90, 0x80, 0x80, 0xF7, 0xBF, 0xBF, 0xBF], [0xF8, 0x88, 0x80, 0x80, 0x80],
    [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE, 0xFF, 0xFF, 0xFE], [0x61, 0xF0, 0x9F, 0x98],
    [0x61, 0xE6, 0xBC], [0xFF, 0xFE, 0x61, 0, 0x62, 0],
  ]

  /// Adds strings decoded from ill-formed bytes, which have U+FFFD in place of ill-formed parts.
  private mutating func addIllFormed() {
    for (index, bytes) in Self.illFormed.enumerated() {
      add("UTF-8, wrong \(index)", String(decoding: bytes, as: UTF8.self))
    }
    for index in 0..<12 {
      let bytes = (0..<2000 + 500 * index).map { _ in UInt8.random(in: 0...255, using: &random) }
      add("UTF-8, random \(index)", String(decoding: bytes, as: UTF8.self))
    }
    let damaged = Array(String(repeating: "שלום عالم नमस्ते 漢字 😀 ", count: 200).utf8).map { byte in
      random.oneIn(50) ? byte ^ 1 << UInt8.random(in: 0..<8, using: &random) : byte
    }
    add("UTF-8, damaged", String(decoding: damaged, as: UTF8.self))
    let surrogates: [[UInt16]] = [
      [0x61, 0xD83D, 0x62], [0x61, 0xDE00], [0xDE00, 0xD83D], [0xD83D, 0xD83D, 0xDE00],
      Array(repeating: 0xD83D, count: 10000),
    ]
    for (index, units) in surrogates.enumerated() {
      add("UTF-16, wrong \(index)", String(decoding: units, as: UTF16.self))
    }
  }
}

// MARK: - Numbers and styles

extension TortureCases {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, -1, -0.0, 0, 1e-300, 1e-30, 1e-6, 0.5, 1e6, 1e9, 1e30, 1e38,
    .greatestFiniteMagnitude,
  ]
  private static let sentence = "The quick brown fox שלום नमस्ते 漢字 😀 jumps. "

  private mutating func addNumbers() {
    let places: [(String, (inout TortureCase, Double) -> Void)] = [
      ("size", { $0.style.size = $1 }), ("width", { $0.width = $1 }),
      ("line height", { $0.paragraphStyle.lineHeight = .points($1) }),
      ("line height, multiple", { $0.paragraphStyle.lineHeight = .multiple($1) }),
      ("letter spacing", { $0.style.letterSpacing = $1 }),
      ("word spacing", { $0.style.wordSpacing = $1 }),
      ("indent", { $0.paragraphStyle.firstLineIndent = $1 }),
      ("paragraph spacing", { $0.paragraphStyle.paragraphSpacing = $1 }),
      ("tab size", { $0.paragraphStyle.tabSize = $1 }),
      ("baseline shift", { $0.style.baselineShift = $1 }),
    ]
    for (name, set) in places {
      for number in Self.numbers {
        add("\(name) \(number)", Self.sentence, milliseconds: 1000) {
          set(&$0, number)
          $0.promises = [.finite]
        }
      }
    }
    for number in [-1, 0, 1, .max, .min, 1 << 32] {
      add("maximum of \(number) lines", Self.sentence, milliseconds: 1000) {
        $0.paragraphStyle.maximumLines = number
      }
      add("weight \(number)", Self.sentence, milliseconds: 1000) {
        $0.style.weight = FontWeight(number)
      }
    }
    for size in [1000.0, 10_000, 65_535, 100_000] {
      add("glyphs of \(size)", "Wg漢😀", milliseconds: 3000, mebibytes: 1024) {
        $0.style.size = size
        $0.width = .infinity
      }
    }
  }

  private mutating func addStyles() {
    for width in [0, 0.25, 1, 15.999, 1e9, .infinity] as [Double] {
      for wrap in [OverflowWrap.normal, .anywhere] {
        add("\(wrap) at \(width)", String(repeating: Self.sentence, count: 20), milliseconds: 1000)
        {
          $0.width = width
          $0.paragraphStyle.overflowWrap = wrap
          $0.promises.insert(.repeatable)
        }
      }
    }
    for (length, changesSize) in [(1, false), (6, true)] {
      let text = many("lorem ipsum ", length == 1 ? 4000 : 8000)
      add("another style every \(length)", text, milliseconds: 8000, mebibytes: 1500) {
        $0.colorEvery = length
        $0.changesSize = changesSize
      }
    }
  }

  private static let pools =
    [
      "abcdefghijklmnopqrstuvwxyz", "אבגדהוזחט", "ابتثجحخد", "कखगघङािीुू्", "กขคงจฉชั่้ะา", "កខគឃង្ាិីុ",
      "漢字仮名あいうえおアイウ。、「」", "한국어문장", "😀👍🏽👨‍👩‍👧❤️🇩🇪",
      " \t\n\r\u{A0}\u{200B}\u{2060}\u{AD}\u{3000}\u{2028}", "0123456789.,:/-+%$",
      "()[]{}<>«»“”!?;",
      "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}",
      "\u{300}\u{301}\u{316}\u{327}\u{334}\u{20DD}",
      "\u{FE0E}\u{FE0F}\u{E0100}\u{200D}\u{200C}\u{34F}",
    ].map { $0.unicodeScalars.map { Int($0.value) } } + [
      [0, 7, 0x1B, 0x85, 0xFFFE, 0xFFFF, 0xFDD0]
    ]

  private mutating func addRandom(count: Int) {
    for index in 0..<count {
      let pools = Self.pools.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
      let words = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        let letters = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
          pools.randomElement(using: &random)?.randomElement(using: &random)
        }
        return text(letters) + ([" ", "", " ", "\n"].randomElement(using: &random) ?? "")
      }
      var item = TortureCase(name: "random \(index)", text: words.joined())
      item.budget = TortureCase.Budget(milliseconds: 300, mebibytes: 128)
      item.promises.insert(.repeatable)
      item.width = pick(0, 1, 7.5, 40, 100, 250.25, 1000, .infinity)
      item.style.size = pick(1, 8, 12, 16, 33.3, 96)
      item.style.letterSpacing = pick(0, 0, 0, 1.5, -2)
      item.paragraphStyle = ParagraphStyle(
        alignment: pick(.start, .end, .center, .justify),
        baseDirection: pick(.leftToRight, .rightToLeft, .automatic),
        whiteSpace: pick(.normal, .preWrap, .pre, .nowrap, .preLine, .breakSpaces),
        wordBreak: pick(.normal, .breakAll, .keepAll), overflowWrap: pick(.normal, .anywhere),
        maximumLines: pick(nil, nil, 1, 2, 3))
      all.append(item)
    }
  }

  private mutating func pick<Value>(_ first: Value, _ others: Value...) -> Value {
    others.indices.contains(0)
      ? ([first] + others).randomElement(using: &random) ?? first : first
  }
}
