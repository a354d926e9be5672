import LinecasterBase

/// Marks the line opportunities of a paragraph by its style and the languages of its text.
struct LineOpportunityMarker {
  let unicode: UnicodeAnalyzer
  let style: ParagraphStyle
  let runs: [AttributedText.Run]

  /// Marks soft breaks; hard breaks and graphemes must be marked first.
  ///
  /// - Returns: The customary breaks in ascending order if phrases are kept whole; else empty.
  /// - Complexity: O(units), for each of the few sets of rules that the text's languages use.
  func mark(
    _ text: UnsafeBufferPointer<UInt16>, into flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) -> [Int32] {
    guard !text.isEmpty else { return [] }
    flags[text.count] |= BoundaryFlags.softBreak.rawValue
    guard style.whiteSpace.wraps else { return [] }
    guard style.lineBreakStrictness != .anywhere else {
      try markGraphemes(text, flags, scope)
      return []
    }
    let customary = keepsPhrases ? try customaryBreaks(text, flags, scope) : []
    try markByRules(text, flags, scope)
    return customary
  }

  /// Marks soft breaks beside combined text: before it as before its first character, and after it
  /// as after its last one.
  ///
  /// - Complexity: Twice that of marking the text.
  func mark(
    _ combined: [InlineMarks.CombinedText], in text: UnsafeBufferPointer<UInt16>,
    into flags: UnsafeMutableBufferPointer<UInt8>, _ scope: WorkScope
  ) throws(CancellationError) {
    try mark(
      combined.map { (unit: $0.unit, character: $0.first, place: $0.unit) }, in: text, into: flags,
      scope)
    try mark(
      combined.map { (unit: $0.unit, character: $0.last, place: $0.unit + 1) }, in: text,
      into: flags, scope)
  }

  /// Marks the soft breaks at some places, with a character of the text replaced for each.
  private func mark(
    _ places: [(unit: Int, character: UInt16, place: Int)],
    in text: UnsafeBufferPointer<UInt16>, into flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) {
    var units = Array(text)
    for place in places { units[place.unit] = place.character }
    let soft = BoundaryFlags.softBreak.rawValue
    var copy = flags.map { $0 & ~soft }
    try units.withUnsafeBufferPointer { units throws(CancellationError) in
      try copy.withUnsafeMutableBufferPointer { copy throws(CancellationError) in
        _ = try mark(units, into: copy, scope)
      }
    }
    for place in places.map(\.place) { flags[place] = flags[place] & ~soft | copy[place] & soft }
  }

  private var keepsPhrases: Bool {
    guard style.wordBreak == .autoPhrase else { return false }
    return runs.contains { rules(of: $0).keepPhrases }
  }

  /// The line opportunities if phrases are not kept whole; restores the flags.
  private func customaryBreaks(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) -> [Int32] {
    var style = style
    style.wordBreak = .normal
    try LineOpportunityMarker(unicode: unicode, style: style, runs: runs)
      .markByRules(text, flags, scope)
    var places: [Int32] = []
    try scope.forEachPiece(of: 1..<text.count, steps: 1) { piece in
      for place in piece where flags[place] & BoundaryFlags.softBreak.rawValue != 0 {
        places.append(Int32(clamping: place))
        flags[place] &= ~BoundaryFlags.softBreak.rawValue
      }
    }
    return places
  }

  private func markByRules(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) {
    guard runs.count > 1 else {
      return try mark(
        text, flags, rules(of: runs[0]), CollectionOfOne(0..<text.count), scope)
    }
    for (rules, stretches) in stretchesByRules(count: text.count) {
      try mark(text, flags, rules, stretches, scope)
    }
  }

  private func mark(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ rules: LineRules, _ stretches: some Collection<Range<Int>>,
    _ scope: WorkScope
  ) throws(CancellationError) {
    var finder = LineOpportunityFinder(
      text: text, flags: flags, unicode: unicode, rules: rules, style: style)
    for stretch in stretches {
      // The break after a unit depends on the unit's language; the text's end needs no decision.
      let places = stretch.lowerBound + 1..<min(stretch.upperBound + 1, text.count)
      try scope.forEachPiece(of: places, steps: 4) { finder.find($0) }
    }
    finder.clearOffers()
  }

  private func rules(of run: AttributedText.Run) -> LineRules {
    LineRules(
      style.lineBreakRules, style.lineBreakStrictness, style.wordBreak,
      language: run.style.language)
  }

  /// Marks a soft break at every grapheme, except at white space that would hang.
  private func markGraphemes(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) {
    try scope.forEachPiece(of: 1..<text.count, steps: 2) { piece in
      for place in piece {
        let boundary = BoundaryFlags(rawValue: flags[place])
        if boundary.contains(.grapheme), boundary.isDisjoint(with: .hanging),
          !CombiningMark.stands(at: place, in: text)
        {
          flags[place] |= BoundaryFlags.softBreak.rawValue
        }
      }
    }
  }

  /// The ranges of text for each set of rules.
  private func stretchesByRules(count: Int) -> [(LineRules, [Range<Int>])] {
    var stretches: [(LineRules, [Range<Int>])] = []
    var start = 0
    for run in runs where run.end > start {
      let rules = rules(of: run)
      if let index = stretches.firstIndex(where: { $0.0 == rules }) {
        stretches[index].1.append(start..<run.end)
      } else {
        stretches.append((rules, [start..<run.end]))
      }
      start = run.end
    }
    return stretches
  }
}
