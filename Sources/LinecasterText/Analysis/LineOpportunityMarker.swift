/// Marks where the lines of a paragraph may end, by its style and the languages of its text.
struct LineOpportunityMarker {
  let unicode: UnicodeAnalyzer
  let style: ParagraphStyle
  let runs: [AttributedText.Run]

  /// Marks soft breaks; hard ones and graphemes must be marked already.
  ///
  /// - Complexity: O(units), for each of the few sets of rules that the text's languages ask for.
  func mark<Failure>(
    _ text: UnsafeBufferPointer<UInt16>, into flags: UnsafeMutableBufferPointer<UInt8>,
    _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) {
    guard !text.isEmpty else { return }
    flags[text.count] |= BoundaryFlags.softBreak.rawValue
    guard style.whiteSpace.wraps else { return }
    if style.lineBreakStrictness == .anywhere {
      try markGraphemes(text, flags, checkpoint)
    } else {
      try markByRules(text, flags, checkpoint)
    }
  }

  private func markByRules<Failure>(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) {
    guard runs.count > 1 else {
      return try mark(
        text, flags, rules(of: runs[0]), CollectionOfOne(0..<text.count), checkpoint)
    }
    for (rules, stretches) in stretchesByRules(count: text.count) {
      try mark(text, flags, rules, stretches, checkpoint)
    }
  }

  private func mark<Failure>(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ rules: LineRules, _ stretches: some Collection<Range<Int>>,
    _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) {
    var finder = LineOpportunityFinder(
      text: text, flags: flags, unicode: unicode, rules: rules, style: style)
    for stretch in stretches {
      // The break after a unit is up to its language; at the text's end there is no question.
      let places = stretch.lowerBound + 1..<min(stretch.upperBound + 1, text.count)
      try checkpoint.forEachPiece(of: places, steps: 4) { finder.find($0) }
    }
    finder.clearOffers()
  }

  private func rules(of run: AttributedText.Run) -> LineRules {
    LineRules(style.lineBreakRules, style.lineBreakStrictness, language: run.style.language)
  }

  /// Every grapheme may start a line, but for white space that would hang before it.
  private func markGraphemes<Failure>(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) {
    try checkpoint.forEachPiece(of: 1..<text.count, steps: 2) { piece in
      for place in piece {
        let boundary = BoundaryFlags(rawValue: flags[place])
        if boundary.contains(.grapheme), boundary.isDisjoint(with: .hanging) {
          flags[place] |= BoundaryFlags.softBreak.rawValue
        }
      }
    }
  }

  /// The stretches of text that each set of rules is in force in.
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
