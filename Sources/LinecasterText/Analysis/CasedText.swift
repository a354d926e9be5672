import LinecasterBase

/// A text with the case transforms of its styles applied (CSS Text 4 §2.1), before white space
/// collapses. Small capitals are synthesized where the font has none (CSS Fonts 4 §6.6).
struct CasedText {
  /// The UTF-16 units after case mapping.
  private(set) var units: [UInt16] = []
  /// The number of mapped units for each unit of the source.
  private(set) var lengths: [UInt8] = []
  /// The styles of the source; synthesized small capitals have a smaller size.
  private(set) var runs: [AttributedText.Run] = []

  /// Maps the case of a text; `nil` if no style changes it.
  ///
  /// Adjacent runs of the same case and language are mapped together, even if other attributes
  /// differ, so words are found across the edges of boxes.
  ///
  /// - Parameters:
  ///   - text: The text with its styles.
  ///   - source: Its UTF-16 units.
  ///   - worker: Finds words and checks fonts for small capitals; `nil` assumes they exist.
  /// - Complexity: O(runs) if the result is `nil`, else O(units).
  init?(
    _ text: AttributedText, _ source: [UInt16], _ worker: TextWorker?,
    _ scope: WorkScope
  ) throws(CancellationError) {
    let rules = text.runs.map { CaseRule($0.style, worker) }
    guard rules.contains(where: \.changes) else { return nil }
    units.reserveCapacity(source.count)
    lengths.reserveCapacity(source.count)
    let words =
      rules.contains { $0.transform == .capitalize }
      ? try Self.wordStarts(
        of: source, by: worker?.analyzer.unicode ?? UnicodeAnalyzer(), scope) : []
    var start = 0
    var first = 0
    while first < rules.count {
      var last = first
      while last + 1 < rules.count, rules[last + 1] == rules[first] { last += 1 }
      let stretch = start..<text.runs[last].end
      var smaller = SmallerRuns(runs: text.runs[first...last], rule: rules[first])
      try Self.forEachPiece(of: stretch, in: source, scope) { piece in
        add(CasedPiece(source, piece, rules[first], words: words), &smaller)
      }
      if stretch.isEmpty { runs += text.runs[first...last] }
      start = stretch.upperBound
      first = last + 1
    }
  }

  private mutating func add(_ piece: CasedPiece, _ smaller: inout SmallerRuns) {
    let start = lengths.count
    units += piece.units
    lengths += piece.lengths
    smaller.add(start..<lengths.count, piece.isSmall, to: &runs)
  }

  /// Calls `body` with pieces of a stretch that end after spaces; no rule looks across a space.
  private static func forEachPiece(
    of stretch: Range<Int>, in source: [UInt16], _ scope: WorkScope,
    _ body: (Range<Int>) -> Void
  ) throws(CancellationError) {
    var start = stretch.lowerBound
    try scope.forEachPiece(of: stretch, steps: stepsPerUnit) { piece in
      var end = piece.upperBound
      if end < stretch.upperBound {
        while end > piece.lowerBound, source[end - 1] != 0x20 { end -= 1 }
        if end == piece.lowerBound { return }
      }
      if start < end { body(start..<end) }
      start = end
    }
  }

  /// The approximate cost of a unit in ICU, in steps.
  private static var stepsPerUnit: Int { 32 }

  /// Whether a word starts at each unit (UAX 29); words may contain no letters.
  private static func wordStarts(
    of source: [UInt16], by unicode: UnicodeAnalyzer, _ scope: WorkScope
  ) throws(CancellationError) -> [UInt8] {
    var starts = [UInt8](repeating: 0, count: source.count + 1)
    try forEachPiece(of: 0..<source.count, in: source, scope) { piece in
      source.withUnsafeBufferPointer { source in
        starts.withUnsafeMutableBufferPointer { starts in
          guard let starts = starts.baseAddress else { return }
          starts[piece.lowerBound] = 1
          unicode.markWords(
            UnsafeBufferPointer(rebasing: source[piece]), into: starts + piece.lowerBound)
        }
      }
    }
    return starts
  }
}

/// The case mapping that a style requires.
private struct CaseRule: Equatable {
  let transform: TextTransform
  let language: ExactText?
  /// The small capitals to synthesize from smaller letters; `normal` for none.
  let madeCaps: CapsVariant

  init(_ style: TextStyle, _ worker: TextWorker?) {
    transform = style.transform
    let caps = style.caps
    madeCaps = caps == .normal || worker?.hasCapitals(for: style) ?? true ? .normal : caps
    language = transform == .none && madeCaps == .normal ? nil : Self.language(of: style)
  }

  /// The language of a style if browsers have special case mappings for it. ICU has more of them,
  /// for example another capital of the Armenian ligature `և`, which browsers do not use.
  private static func language(of style: TextStyle) -> ExactText? {
    guard let tag = style.exactLanguage else { return nil }
    let base = tag.string.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    return special.contains(String(Substring(base)).lowercased()) ? tag : nil
  }

  private static let special: Set<String> = ["az", "el", "lt", "tr"]

  /// Whether the rule changes any text.
  var changes: Bool { transform != .none || madeCaps != .normal }
}

/// A piece of text with its case mapped.
private struct CasedPiece {
  var units: [UInt16]
  /// The number of mapped units for each unit of the source.
  var lengths: [UInt8]
  /// Whether each unit of the source is a smaller letter; empty if none is.
  var isSmall: [Bool] = []

  /// Maps a range of the source by a rule; `words` holds the word starts if the rule needs them.
  init(_ source: [UInt16], _ range: Range<Int>, _ rule: CaseRule, words: [UInt8]) {
    units = Array(source[range])
    lengths = Array(repeating: 1, count: range.count)
    let language = rule.language?.string ?? ""
    switch rule.transform {
    case .none: break
    case .uppercase: map(to: .upper, language)
    case .lowercase: map(to: .lower, language)
    case .capitalize: capitalize(words[range], language)
    }
    guard rule.madeCaps != .normal else { return }
    isSmall = Array(repeating: rule.madeCaps == .allSmallCaps, count: range.count)
    if rule.madeCaps == .smallCaps { noteSmallLetters(language) }
    map(to: .upper, language)
  }

  /// Maps the case of all letters.
  private mutating func map(to letterCase: UnicodeAnalyzer.LetterCase, _ language: String) {
    guard let mapped = UnicodeAnalyzer.map(units, to: letterCase, language: language) else {
      return
    }
    var unit = 0
    for index in lengths.indices {
      let next = unit + Int(lengths[index])
      lengths[index] = mapped.lengths[unit..<next].reduce(0) { UInt8(clamping: Int($0) + Int($1)) }
      unit = next
    }
    units = mapped.units
  }

  /// Capitalizes the first letters of words with title case mappings; as in browsers, one letter
  /// never becomes two.
  private mutating func capitalize(_ words: ArraySlice<UInt8>, _ language: String) {
    let dots = UnicodeAnalyzer.keepsDots(language)
    for (index, start) in words.enumerated() where start != 0 {
      guard let value = units.withUnsafeBufferPointer({ $0.scalarValue(at: index) }) else {
        continue
      }
      let title = dots && value == 0x69 ? 0x130 : UnicodeAnalyzer.titleCase(of: value)
      if value > 0xFFFF, title > 0xFFFF, index + 1 < units.count {
        units[index] = UInt16(0xD7C0 + title >> 10)
        units[index + 1] = UInt16(0xDC00 | title & 0x3FF)
      } else if value <= 0xFFFF, title <= 0xFFFF {
        units[index] = UInt16(title)
      }
    }
  }

  /// Marks the units of letters that have capitals; combining marks go with their letters.
  private mutating func noteSmallLetters(_ language: String) {
    guard let mapped = UnicodeAnalyzer.map(units, to: .upper, language: language) else { return }
    let changes = Self.changes(from: units, to: mapped)
    var unit = 0
    for (index, length) in lengths.enumerated() {
      let next = unit + Int(length)
      isSmall[index] =
        length == 0 ? index > 0 && isSmall[index - 1] : changes[unit..<next].contains(true)
      unit = next
    }
  }

  /// Whether each unit belongs to a character that changed, or to a mark after one.
  private static func changes(
    from units: [UInt16], to mapped: UnicodeAnalyzer.MappedText
  ) -> [Bool] {
    var changes = [Bool](repeating: false, count: units.count)
    units.withUnsafeBufferPointer { units in
      var target = 0
      for unit in units.indices {
        let length = Int(mapped.lengths[unit])
        changes[unit] = length != 1 || mapped.units[target] != units[unit]
        target += length
        guard unit > 0 else { continue }
        if let value = units.scalarValue(at: unit) {
          if UnicodeAnalyzer.isMark(value) { changes[unit] = changes[unit - 1] }
        } else {
          // Only the second half of a surrogate pair may differ.
          changes[unit - 1] = changes[unit - 1] || changes[unit]
          changes[unit] = changes[unit - 1]
        }
      }
    }
    return changes
  }
}

/// The styles of a stretch with one rule; smaller letters get a smaller size.
private struct SmallerRuns {
  private let runs: ArraySlice<AttributedText.Run>
  private var index: Int
  private let isMade: Bool
  /// The style of the run at `index` for small capitals.
  private var smaller: TextStyle

  init(runs: ArraySlice<AttributedText.Run>, rule: CaseRule) {
    self.runs = runs
    index = runs.startIndex
    isMade = rule.madeCaps != .normal
    smaller = runs[runs.startIndex].style.ofSmallerCapitals
  }

  /// Appends the runs of a range of the source; ranges must be added in order.
  mutating func add(_ range: Range<Int>, _ isSmall: [Bool], to target: inout [AttributedText.Run]) {
    var unit = range.lowerBound
    while unit < range.upperBound {
      while runs[index].end <= unit {
        index += 1
        if isMade { smaller = runs[index].style.ofSmallerCapitals }
      }
      var end = min(range.upperBound, runs[index].end)
      var style = runs[index].style
      if isMade {
        let isFirstSmall = isSmall[unit - range.lowerBound]
        let next = (unit..<end).first { isSmall[$0 - range.lowerBound] != isFirstSmall }
        end = next ?? end
        if isFirstSmall { style = smaller }
      }
      target.add(style, upTo: end)
      unit = end
    }
  }
}

extension AttributedText {
  /// Whether any style may change the letters of the text.
  var asksForCase: Bool {
    for run in runs where run.style.transform != .none || run.style.caps != .normal { return true }
    return false
  }
}

extension TextStyle {
  /// The style of synthesized small capitals, scaled as in browsers.
  fileprivate var ofSmallerCapitals: TextStyle {
    var style = self
    style.size *= 0.7
    style.caps = .normal
    return style
  }
}

extension TextWorker {
  /// Whether the style's first font has the small capitals that the style requires.
  fileprivate func hasCapitals(for style: TextStyle) -> Bool {
    let face = fallback(for: style).cascade.primary
    return style.caps.features.allSatisfy { face.hasSubstitution($0.tag) }
  }
}
