/// A set of ICU's line breaking rules; a worker opens each at most once.
enum LineRules: Int, CaseIterable {
  case root, chinese, japanese, korean
  case strict, normal, loose
  /// What Chinese has where nothing is said, and Japanese and Korean where `normal` is.
  case eastAsianNormal
  case eastAsianLoose

  /// The name by which ICU knows them.
  var locale: String {
    switch self {
    case .root: ""
    case .chinese: "zh"
    case .japanese: "ja"
    case .korean: "ko"
    case .strict: "@lb=strict"
    case .normal: "@lb=normal"
    case .loose: "@lb=loose"
    case .eastAsianNormal: "ja@lb=normal"
    case .eastAsianLoose: "ja@lb=loose"
    }
  }

  /// The rules for text of a language.
  ///
  /// - Parameter language: A BCP 47 tag; only its first subtag counts.
  init(_ rules: LineBreakRules, _ strictness: LineBreakStrictness, language: String?) {
    let language = LineLanguage(language)
    self =
      switch strictness {
      case .automatic, .anywhere:
        rules == .css ? Self.browserDefault(for: language) : Self.icuDefault(for: language)
      case .strict: .strict
      case .normal: language == .other ? .normal : .eastAsianNormal
      case .loose: language == .other ? .loose : .eastAsianLoose
      }
  }

  /// Browsers take `normal` where nothing is said, so small kana may start a line.
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

/// The languages that have line breaking rules of their own in ICU.
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

/// What `word-break` says over the ordinary rules (CSS Text 3 §5.2).
struct WordBreakRule {
  /// What it says of a place where it has something to say.
  enum Verdict {
    case `break`
    case keep
  }

  private let text: UnsafeBufferPointer<UInt16>
  private let breaksAll: Bool

  /// The rule of a paragraph; nil where words are broken as usual.
  init?(_ wordBreak: WordBreak, _ text: UnsafeBufferPointer<UInt16>) {
    guard wordBreak != .normal else { return nil }
    self.text = text
    breaksAll = wordBreak == .breakAll
  }

  /// What it says of a break before a unit.
  func verdict(at place: Int) -> Verdict? {
    guard let next = text.scalarValue(at: place) else { return .keep }
    return breaksAll ? breakAll(place, next) : keepAll(place, next)
  }

  /// Letters and digits part as ideographs do, punctuation stays with them.
  private func breakAll(_ place: Int, _ next: UInt32) -> Verdict? {
    let nextClass = next == 0x2B ? .alphabetic : LineClass(of: next)
    guard nextClass != .combiningMark, let last = base(before: place) else { return nil }
    // A vertical bar is the only character of its class that ideographs would part from.
    if nextClass == .breakAfter && next != 0x7C { return nil }
    let lastClass = last == 0x2B ? .alphabetic : LineClass(of: last)
    return lastClass.breakAllFollowers.contains(nextClass) ? .break : nil
  }

  /// Letters and numbers of all scripts stay together, but for those that dictionaries break.
  private func keepAll(_ place: Int, _ next: UInt32) -> Verdict? {
    // A mark may be a letter too (U+3035), and would look back over all marks before it.
    let isMark = LineClass(of: next) == .combiningMark
    guard !isMark, isKept(next), let last = base(before: place), isKept(last) else { return nil }
    return .keep
  }

  private func isKept(_ value: UInt32) -> Bool {
    UnicodeAnalyzer.isLetterOrNumber(value) && LineClass(of: value) != .complexContext
  }

  /// The character before a place, marks passed over.
  private func base(before place: Int) -> UInt32? {
    var unit = place - 1
    while unit >= 0 {
      if let value = text.scalarValue(at: unit), LineClass(of: value) != .combiningMark {
        return value
      }
      unit -= 1
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt16> {
  /// The value of the character that starts at a unit; nil for the second half of a pair.
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

/// A line breaking class of UAX 14, by ICU's number.
struct LineClass: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8

  /// The classes that `word-break: break-all` lets start a line after this one; the ordinary rules
  /// may let others.
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

/// A few line breaking classes.
struct LineClassSet: ExpressibleByArrayLiteral, Sendable {
  /// One bit a class; ICU has fewer than 64.
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
