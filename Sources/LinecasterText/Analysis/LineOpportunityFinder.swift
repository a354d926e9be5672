/// Finds soft breaks by one set of rules, asking ICU only about text that needs it.
///
/// Between two characters of Latin-1 a table answers, and letters of one kind never part; ICU is
/// given the stretch around any other place, from one certain break to another. Its iterators
/// start again at every break, so it finds the same in the stretch as in the whole text.
struct LineOpportunityFinder {
  let text: UnsafeBufferPointer<UInt16>
  private let flags: UnsafeMutableBufferPointer<UInt8>
  private let unicode: UnicodeAnalyzer
  private let rules: LineRules
  /// Whether the pairs of browsers are in force, or UAX 14 alone.
  private let isBrowser: Bool
  private let breaksAfterEverySpace: Bool
  private let hangsIdeographicSpace: Bool
  private let wordRule: WordBreakRule?
  /// The end of the text that ICU has been asked about.
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
    wordRule = WordBreakRule(style.wordBreak, text)
  }

  /// Marks the soft breaks of some places; ranges must be given in text order.
  mutating func find(_ places: Range<Int>) {
    guard isBrowser, wordRule == nil, !breaksAfterEverySpace else {
      for place in places where isBreak(place) { mark(place) }
      return
    }
    LatinPairs.rows.withUnsafeBufferPointer { rows in
      LetterPairs.kinds.withUnsafeBufferPointer { findPlain(places, rows, $0) }
    }
  }

  /// The same where pairs of Latin-1 have the last word, as they have in most text.
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
        // No other rule of browsers has a say where these have.
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

  /// Takes back what ICU offered, once all places are marked.
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
    let answer = isBrowser ? LetterPairs.answer(text, place, last, next) : .unknown
    if answer == .break { return true }
    switch wordRule?.verdict(at: place) {
    case .break: return BoundaryFlags(rawValue: flags[place]).contains(.grapheme)
    case .keep: return false
    case nil: return answer == .unknown && isBreakOfICU(place, last, next)
    }
  }

  /// Whether ICU would offer a break, found out without it where two characters tell.
  private mutating func isBreakOfICU(_ place: Int, _ last: UInt16, _ next: UInt16) -> Bool {
    guard isBrowser else { return offers(place) }
    return switch IdeographPairs.answer(last, next) {
    case .break: true
    case .keep: false
    case .unknown: offers(place)
    }
  }

  /// What white space and line terminators say; nil where there are none.
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
    return !(hangsIdeographicSpace && next == Self.ideographicSpace)
  }

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 }

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
    unicode.offerLineBreaks(
      text, in: start..<end, by: rules, opensQuotes: isBrowser, into: flags)
    askedEnd = end
  }

  /// Whether any rules break here: between a space after a letter and another letter of its kind,
  /// or where ideographs part.
  private func isCertain(_ place: Int) -> Bool {
    guard place >= 1, text[place - 1] == 0x20 else {
      return place >= 1 && IdeographPairs.answer(text[place - 1], text[place]) == .break
    }
    guard place >= 2 else { return false }
    if LetterPairs.isComplex(text[place]) { return LetterPairs.isComplex(text[place - 2]) }
    return LetterPairs.isLetter(text[place]) && LetterPairs.endsLetter(text, place - 2)
  }
}
