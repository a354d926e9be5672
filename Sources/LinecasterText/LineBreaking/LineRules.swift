import LinecasterBase

/// A set of ICU's line breaking rules; a worker opens each at most once.
enum LineRules: Int, CaseIterable {
  case root, chinese, japanese, korean
  case strict, normal, loose
  /// The default for Chinese, and `normal` for Japanese and Korean.
  case eastAsianNormal
  case eastAsianLoose
  /// Japanese rules that break only between phrases.
  case strictPhrases, normalPhrases, loosePhrases

  /// The ICU locale with these rules.
  var locale: String {
    switch self {
    case .root: ""
    case .chinese: "zh"
    case .japanese: "ja"
    case .korean: "ko"
    case .strict: "@lb=strict"
    case .normal: "@lb=normal"
    case .loose: "@lb=loose"
    case .strictPhrases: "ja@lb=strict"
    case .eastAsianNormal, .normalPhrases: "ja@lb=normal"
    case .eastAsianLoose, .loosePhrases: "ja@lb=loose"
    }
  }

  /// Whether the rules break between phrases only.
  var keepPhrases: Bool {
    switch self {
    case .strictPhrases, .normalPhrases, .loosePhrases: true
    default: false
    }
  }

  /// Selects the rules for text of a language.
  ///
  /// - Parameter language: A BCP 47 tag; only its first subtag counts.
  init(
    _ rules: LineBreakRules, _ strictness: LineBreakStrictness, _ wordBreak: WordBreak = .normal,
    language: String?
  ) {
    let language = LineLanguage(language)
    if wordBreak == .autoPhrase, language == .japanese || language == .korean {
      self = Self.phrases(rules, strictness)
      return
    }
    self =
      switch strictness {
      case .automatic, .anywhere:
        rules == .css ? Self.browserDefault(for: language) : Self.icuDefault(for: language)
      case .strict: .strict
      case .normal: language == .other ? .normal : .eastAsianNormal
      case .loose: language == .other ? .loose : .eastAsianLoose
      }
  }

  private static func phrases(
    _ rules: LineBreakRules, _ strictness: LineBreakStrictness
  ) -> LineRules {
    switch strictness {
    case .automatic, .anywhere: rules == .css ? .normalPhrases : .strictPhrases
    case .strict: .strictPhrases
    case .normal: .normalPhrases
    case .loose: .loosePhrases
    }
  }

  /// Browsers default to `normal`, so small kana may start a line.
  private static func browserDefault(for language: LineLanguage) -> LineRules {
    language == .chinese ? .eastAsianNormal : .normal
  }

  private static func icuDefault(for language: LineLanguage) -> LineRules {
    switch language {
    case .chinese: .chinese
    case .japanese: .japanese
    case .korean: .korean
    case .other: .root
    }
  }
}

/// The languages with line breaking rules of their own in ICU.
enum LineLanguage {
  case chinese, japanese, korean, other

  /// The language of a BCP 47 tag.
  init(_ tag: String?) {
    guard let tag else {
      self = .other
      return
    }
    var first = tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
      .makeIterator()
    let letters = (first.next(), first.next(), first.next())
    guard let one = letters.0, let two = letters.1, letters.2 == nil else {
      self = .other
      return
    }
    self =
      switch (one | 0x20, two | 0x20) {
      case (UInt8(ascii: "z"), UInt8(ascii: "h")): .chinese
      case (UInt8(ascii: "j"), UInt8(ascii: "a")): .japanese
      case (UInt8(ascii: "k"), UInt8(ascii: "o")): .korean
      default: .other
      }
  }
}

/// A UAX 14 line breaking class with ICU's number.
struct LineClass: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8

  /// The classes that `word-break: break-all` lets start a line after this one; the ordinary rules
  /// may allow more.
  var breakAllFollowers: LineClassSet {
    switch self {
    case .ambiguous, .alphabetic, .breakAfter, .numeric, .complexContext, .symbol, .hebrewLetter:
      Self.letterLike.union([.opening, .prefix, .complexContext])
    case .closing: Self.letterLike.union([.prefix])
    case .closingParenthesis: Self.letterLike.union([.prefix, .complexContext])
    case .exclamation, .postfix: Self.letterLike.union([.prefix, .postfix])
    case .infix: Self.letterLike
    case .hyphen: [.numeric]
    case .prefix: [.postfix]
    default: []
    }
  }

  private static let letterLike: LineClassSet = [
    .ambiguous, .alphabetic, .breakAfter, .hyphen, .numeric, .hebrewLetter,
  ]
}

/// A set of line breaking classes.
struct LineClassSet: ExpressibleByArrayLiteral, Sendable {
  /// One bit per class; ICU has fewer than 64.
  private var bits: UInt64

  init(arrayLiteral classes: LineClass...) {
    bits = classes.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  func contains(_ member: LineClass) -> Bool { bits >> UInt64(member.rawValue) & 1 != 0 }

  func union(_ other: LineClassSet) -> LineClassSet {
    var union = self
    union.bits |= other.bits
    return union
  }
}

extension UnsafeBufferPointer<UInt16> {
  /// The scalar that starts at a unit; `nil` for a trailing surrogate.
  func scalarValue(at unit: Int) -> UInt32? {
    let value = UInt32(self[unit])
    if value & 0xF800 != 0xD800 { return value }
    if value < 0xDC00 {
      guard unit + 1 < count, self[unit + 1] & 0xFC00 == 0xDC00 else { return value }
      return 0x10000 + (value - 0xD800) << 10 + (UInt32(self[unit + 1]) - 0xDC00)
    }
    return unit > 0 && self[unit - 1] & 0xFC00 == 0xD800 ? nil : value
  }
}
