import LinecasterBase

/// Finds soft breaks by one set of rules, using ICU only where needed.
///
/// A table decides places between Latin-1 characters, and letters of one kind never separate. For
/// other places ICU analyzes the stretch from one certain break to another. Its iterators restart
/// at every break, so the stretch gives the same result as the whole text.
struct LineOpportunityFinder {
  let text: UnsafeBufferPointer<UInt16>
  private let flags: UnsafeMutableBufferPointer<UInt8>
  private let unicode: UnicodeAnalyzer
  private let rules: LineRules
  /// Whether the browsers' pair rules apply, instead of UAX 14 alone.
  private let isBrowser: Bool
  private let breaksAfterEverySpace: Bool
  private let hangsIdeographicSpace: Bool
  private let isStrict: Bool
  private let wordRule: WordBreakRule?
  /// The phrase breaker; `nil` if phrases are not kept whole.
  private var phrases: PhraseBreaker?
  /// The end of the text that ICU has analyzed.
  private var askedEnd = 0

  init(
    text: UnsafeBufferPointer<UInt16>, flags: UnsafeMutableBufferPointer<UInt8>,
    unicode: UnicodeAnalyzer, rules: LineRules, style: ParagraphStyle
  ) {
    self.text = text
    self.flags = flags
    self.unicode = unicode
    self.rules = rules
    isBrowser = style.lineBreakRules == .css
    breaksAfterEverySpace = style.whiteSpace == .breakSpaces
    hangsIdeographicSpace = style.whiteSpace == .preWrap
    isStrict = style.lineBreakStrictness == .strict
    wordRule = WordBreakRule(style.wordBreak, text)
    phrases = rules.keepPhrases ? PhraseBreaker(text) : nil
  }

  /// Marks the soft breaks in a range of places; ranges must be given in text order.
  mutating func find(_ places: Range<Int>) {
    guard isBrowser, wordRule == nil, !breaksAfterEverySpace, !rules.keepPhrases else {
      for place in places where isBreak(place) { mark(place) }
      return
    }
    LatinPairs.rows.withUnsafeBufferPointer { rows in
      LetterPairs.kinds.withUnsafeBufferPointer { findPlain(places, rows, $0) }
    }
  }

  /// Marks the soft breaks if Latin-1 pairs have priority, as in most text.
  private mutating func findPlain(
    _ places: Range<Int>, _ rows: UnsafeBufferPointer<UInt64>,
    _ kinds: UnsafeBufferPointer<LetterPairs.Kind>
  ) {
    guard let first = places.first else { return }
    var last = text[first - 1]
    for place in places {
      let next = text[place]
      if last | next <= LatinPairs.last, min(last, next) > 0x20, last != LetterPairs.minus {
        if LatinPairs.breaks(between: last, and: next, rows) { mark(place) }
      } else if IdeographPairs.mayAnswer(last, next) {
        // These have priority over all other rules of browsers.
        let answer = IdeographPairs.answer(last, next)
        if answer == .break || (answer == .unknown && isBreak(place)) { mark(place) }
      } else if LetterPairs.areComplex(last, next, kinds) {
        if offers(place) { mark(place) }
      } else if !LetterPairs.areLetters(text, place, last, next, kinds), isBreak(place) {
        mark(place)
      }
      last = next
    }
  }

  private func mark(_ place: Int) { flags[place] |= BoundaryFlags.softBreak.rawValue }

  /// Clears ICU's offers after all places are marked.
  func clearOffers() {
    for place in 0..<min(askedEnd + 1, flags.count) {
      flags[place] &= ~BoundaryFlags.offered.rawValue
    }
  }

  private mutating func isBreak(_ place: Int) -> Bool {
    let last = text[place - 1]
    let next = text[place]
    if BoundaryFlags(rawValue: flags[place]).contains(.hardBreak) { return true }
    if let answer = spaceAnswer(last, next) { return answer }
    if let answer = phrases?.startsPhrase(at: place) { return answer }
    if phrases?.isBesideKorean(place) ?? false { return offers(place) }
    let answer = isBrowser ? LetterPairs.answer(text, place, last, next) : .unknown
    if answer == .break { return true }
    switch wordRule?.verdict(at: place) {
    case .break:
      return BoundaryFlags(rawValue: flags[place]).contains(.grapheme)
        && !CombiningMark.isTied(at: place, in: text)
    case .keep: return false
    case nil: return answer == .unknown && isBreakOfICU(place, last, next)
    }
  }

  /// Whether ICU would offer a break, decided without it if two characters suffice.
  private mutating func isBreakOfICU(_ place: Int, _ last: UInt16, _ next: UInt16) -> Bool {
    guard isBrowser else { return offers(place) }
    return switch IdeographPairs.answer(last, next) {
    case .break: true
    case .keep: false
    case .unknown: offers(place)
    }
  }

  /// The decision for white space and line terminators; `nil` if there are none.
  private func spaceAnswer(_ last: UInt16, _ next: UInt16) -> Bool? {
    if last > 0x20, next > 0x20, !breaksAfterEverySpace {
      return next < 0x85 || !LineTerminator.isOne(next) ? nil : false
    }
    if LineTerminator.isOne(next) { return false }
    if breaksAfterEverySpace {
      if Self.isSpace(last) || last == Self.ideographicSpace { return true }
      if Self.isSpace(next) || next == Self.ideographicSpace { return false }
      return nil
    }
    guard isBrowser else { return nil }
    if Self.isSpace(next) { return false }
    guard Self.isSpace(last) else { return nil }
    if isStrict, Self.repetitionMarks.contains(next) { return false }
    return !(hangsIdeographicSpace && next == Self.ideographicSpace)
  }

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 }

  /// The marks of Thai, Lao and Khmer that repeat a word, with a space between them or without one.
  private static let repetitionMarks: Set<UInt16> = [0x0E46, 0x0EC6, 0x17D7]

  private static let ideographicSpace = WhiteSpace.ideographicSpace

  /// Whether ICU offers a break before a unit.
  private mutating func offers(_ place: Int) -> Bool {
    if place > askedEnd { ask(about: place) }
    return BoundaryFlags(rawValue: flags[place]).contains(.offered)
  }

  /// Lets ICU mark the stretch around a place.
  private mutating func ask(about place: Int) {
    var start = place
    var end = text.count
    if isBrowser {
      while start > askedEnd, !isCertain(start) { start -= 1 }
      end = place + 1
      while end < text.count, !isCertain(end) { end += 1 }
    } else {
      start = 0
    }
    for place in start...end { flags[place] &= ~BoundaryFlags.offered.rawValue }
    offer(start..<end)
    askedEnd = end
  }

  /// Lets ICU mark a stretch separately, including its end. If phrases are kept, Korean letters
  /// break as alphabetic ones.
  private func offer(_ range: Range<Int>) {
    guard let boundaries = flags.baseAddress.map({ $0 + range.lowerBound }) else { return }
    if phrases != nil {
      // Behind an alphabetic letter, only a narrow bracket opens without a break.
      var units =
        EastAsianQuotes.bracketed(text, in: range, opening: 0x28) ?? Array(text[range])
      PhraseBreaker.replaceKorean(in: &units)
      units.withUnsafeBufferPointer { unicode.offerLineBreaks($0, by: rules, into: boundaries) }
    } else if isBrowser, let bracketed = EastAsianQuotes.bracketed(text, in: range) {
      bracketed.withUnsafeBufferPointer {
        unicode.offerLineBreaks($0, by: rules, into: boundaries)
      }
    } else {
      unicode.offerLineBreaks(
        UnsafeBufferPointer(rebasing: text[range]), by: rules, into: boundaries)
    }
  }

  /// Whether all rules break here: after a terminator, between ideographs, or after a space between
  /// letters of the same kind.
  private func isCertain(_ place: Int) -> Bool {
    if BoundaryFlags(rawValue: flags[place]).contains(.hardBreak) { return true }
    guard place >= 1, text[place - 1] == 0x20 else { return partsIdeographs(place) }
    guard place >= 2 else { return false }
    if LetterPairs.isComplex(text[place]) { return LetterPairs.isComplex(text[place - 2]) }
    return LetterPairs.isLetter(text[place]) && LetterPairs.endsLetter(text, place - 2)
  }
}

extension LineOpportunityFinder {
  private func partsIdeographs(_ place: Int) -> Bool {
    place >= 1 && IdeographPairs.answer(text[place - 1], text[place]) == .break
      && !(phrases?.isBesideKorean(place) ?? false)
  }
}

/// Decides line opportunities next to ideographs, kana and Hangul syllables by two characters, as
/// UAX 14 allows.
///
/// Valid for all sets of rules except those that keep phrases. Small kana, centred punctuation and
/// exclamation marks differ between strict and loose rules and are not decided here.
enum IdeographPairs {
  /// Whether a line may end between two units; neither is white space.
  static func answer(_ last: UInt16, _ next: UInt16) -> LetterPairs.Answer {
    let lastKind = kind(last)
    let nextKind = kind(next)
    guard lastKind.rawValue <= Kind.closing.rawValue || nextKind.rawValue <= Kind.closing.rawValue
    else { return .unknown }
    return switch (lastKind, nextKind) {
    // LB31: ideographs break on both sides.
    case (.ideograph, .ideograph), (.ideograph, .alphanumeric), (.alphanumeric, .ideograph): .break
    // LB30: fullwidth brackets do not join with letters.
    case (.ideograph, .opening), (.closing, .ideograph), (.closing, .opening): .break
    // LB13, LB14.
    case (.opening, .ideograph), (.opening, .alphanumeric), (.opening, .opening): .keep
    case (.ideograph, .closing), (.alphanumeric, .closing), (.closing, .closing): .keep
    case (.ideograph, .infix), (.closing, .infix): .keep
    default: .unknown
    }
  }

  /// The behaviour of a character next to ideographs.
  private enum Kind: UInt8 {
    case ideograph
    /// A fullwidth opening bracket.
    case opening
    /// A fullwidth closing bracket, full stop or comma.
    case closing
    /// An ASCII letter or digit.
    case alphanumeric
    /// An ASCII full stop, comma or similar character.
    case infix
    case other
  }

  private static func kind(_ unit: UInt16) -> Kind {
    switch unit {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: .alphanumeric
    case 0x2C, 0x2E, 0x3A, 0x3B: .infix  // , . : ;
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: .ideograph
    case 0x3001...0x30FF: kana[Int(unit & 0xFF)]
    case 0xFF01...0xFF60: wideForms[Int(unit & 0xFF)]
    default: .other
    }
  }

  /// The kinds from U+3000 and from U+FF00.
  private static let kana = kinds(from: 0x3000)
  private static let wideForms = kinds(from: 0xFF00)

  private static func kinds(from first: UInt32) -> [Kind] {
    (first..<first + 256).map { kind(LineClass(of: $0)) }
  }

  /// Whether one of two units may be an ideograph or similar, and neither is ASCII white space.
  @inline(__always)
  static func mayAnswer(_ last: UInt16, _ next: UInt16) -> Bool {
    max(last, next) > 0x2FFF && min(last, next) > 0x20
  }

  private static func kind(_ lineClass: LineClass) -> Kind {
    switch lineClass {
    case .ideograph: .ideograph
    case .opening: .opening
    case .closing: .closing
    default: .other
    }
  }
}

/// Quotation marks between East Asian characters, which open and close like brackets.
///
/// The rules of Unicode 15 keep a mark with both neighbours, because it may be either. Unicode 16
/// (LB19a), which browsers follow, checks whether the neighbours are East Asian.
enum EastAsianQuotes {
  /// Part of a text with brackets instead of such marks; `nil` if it has none.
  ///
  /// - Parameter opening: The opening bracket.
  static func bracketed(
    _ text: UnsafeBufferPointer<UInt16>, in range: Range<Int>, opening: UInt16 = 0x300C
  ) -> [UInt16]? {
    var bracketed: [UInt16]?
    for unit in range {
      guard let bracket = bracket(for: text[unit], opening: opening),
        isAmongEastAsian(text, unit)
      else { continue }
      if bracketed == nil { bracketed = Array(text[range]) }
      bracketed?[unit - range.lowerBound] = bracket
    }
    return bracketed
  }

  private static func bracket(for unit: UInt16, opening: UInt16) -> UInt16? {
    switch unit {
    case 0xAB, 0x2018, 0x201B, 0x201C, 0x201F, 0x2039: opening
    case 0xBB, 0x2019, 0x201D, 0x203A: 0x300D
    default: nil
    }
  }

  private static func isAmongEastAsian(_ text: UnsafeBufferPointer<UInt16>, _ unit: Int) -> Bool {
    guard unit > 0, unit + 1 < text.count else { return false }
    let before = text.scalarValue(at: unit - 1) ?? text.scalarValue(at: max(0, unit - 2))
    guard let before, let after = text.scalarValue(at: unit + 1) else { return false }
    return UnicodeAnalyzer.isEastAsian(before) && UnicodeAnalyzer.isEastAsian(after)
  }
}

/// The rules of `word-break` that override the ordinary ones (CSS Text 3 §5.2).
struct WordBreakRule {
  /// The decision for a place.
  enum Verdict {
    case `break`
    case keep
  }

  private let text: UnsafeBufferPointer<UInt16>
  private let breaksAll: Bool

  /// Creates the rule of a paragraph; `nil` if `word-break` changes nothing.
  init?(_ wordBreak: WordBreak, _ text: UnsafeBufferPointer<UInt16>) {
    guard wordBreak != .normal, wordBreak != .autoPhrase else { return nil }
    self.text = text
    breaksAll = wordBreak == .breakAll
  }

  /// The decision for a break before a unit; `nil` if the ordinary rules apply.
  func verdict(at place: Int) -> Verdict? {
    guard let next = text.scalarValue(at: place) else { return .keep }
    return breaksAll ? breakAll(place, next) : keepAll(place, next)
  }

  /// Letters and digits break like ideographs; punctuation stays with them.
  private func breakAll(_ place: Int, _ next: UInt32) -> Verdict? {
    let nextClass = next == 0x2B ? .alphabetic : LineClass(of: next)
    guard nextClass != .combiningMark, let last = base(before: place) else { return nil }
    // A vertical bar is the only character of this class with a break between it and ideographs.
    if nextClass == .breakAfter && next != 0x7C { return nil }
    let lastClass = last == 0x2B ? .alphabetic : LineClass(of: last)
    return lastClass.breakAllFollowers.contains(nextClass) ? .break : nil
  }

  /// Letters and numbers of all scripts stay together, except for scripts that need dictionaries.
  private func keepAll(_ place: Int, _ next: UInt32) -> Verdict? {
    // A mark may also be a letter (U+3035); it would scan back over all marks before it.
    let isMark = LineClass(of: next) == .combiningMark
    guard !isMark, isKept(next), let last = base(before: place), isKept(last) else { return nil }
    return .keep
  }

  private func isKept(_ value: UInt32) -> Bool {
    UnicodeAnalyzer.isLetterOrNumber(value) && LineClass(of: value) != .complexContext
  }

  /// The base character before a place, skipping marks.
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
