import LinecasterBase

extension PreparedParagraph {
  /// Lends the arrays as pointers for the time of a call.
  func withView<Result, Failure: Error>(
    _ body: (ParagraphView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try text.withUnsafeBufferPointer { text throws(Failure) in
      try boundaries.withUnsafeBufferPointer { boundaries throws(Failure) in
        try positions.withUnsafeBufferPointer { positions throws(Failure) in
          try runs.withUnsafeBufferPointer { runs throws(Failure) in
            try body(
              ParagraphView(
                text: text, boundaries: boundaries, positions: positions, runs: runs))
          }
        }
      }
    }
  }

  /// The index of the run that holds a unit.
  ///
  /// - Complexity: O(log runs).
  func runIndex(containing unit: Int) -> Int {
    runs.bisect { unit < $0.end }
  }

  /// The sum of the advances in a run before a unit, or before the run's end, in font units.
  func position(_ unit: Int, in run: ShapedRun) -> Int {
    unit >= run.end ? run.advance : Int(positions[unit])
  }

  /// The width of part of a run as it was shaped, in layout points.
  func width(of units: Range<Int>, in run: ShapedRun) -> Double {
    Double(position(units.upperBound, in: run) - position(units.lowerBound, in: run)) * run.scale
  }

  /// The embedding level of the paragraph (UAX 9) that a unit is in.
  ///
  /// - Complexity: O(log paragraphs).
  func baseLevel(at unit: Int) -> UInt8 {
    let index = bidiParagraphs.bisect { unit < $0.end }
    return bidiParagraphs[min(index, bidiParagraphs.count - 1)].level
  }

  /// The index of the style of a unit.
  ///
  /// - Complexity: O(log styles).
  func styleIndex(at unit: Int) -> Int {
    min(styles.bisect { unit < $0.end }, styles.count - 1)
  }

  /// Part of a run as the stretches of one script that it was shaped in.
  ///
  /// - Complexity: O(units).
  func scriptStretches(
    of units: Range<Int>, in run: ShapedRun
  ) -> [(units: Range<Int>, script: ScriptCode)] {
    guard run.item.script.isEastAsian else { return [(units, run.item.script)] }
    var stretches: [(units: Range<Int>, script: ScriptCode)] = []
    for unit in units {
      let script = boundaries[unit].eastAsianScript
      if let last = stretches.last, last.script == script {
        stretches[stretches.count - 1].units = last.units.lowerBound..<unit + 1
      } else {
        stretches.append((unit..<unit + 1, script))
      }
    }
    return stretches
  }

  /// Where the glyphs of part of a run are, in visual order.
  ///
  /// - Complexity: O(log glyphs); at once where the run has a glyph for each unit.
  func glyphs(of units: Range<Int>, in run: ShapedRun) -> Range<Int> {
    if units.lowerBound == run.start, units.upperBound == run.end { return run.glyphs }
    if run.item.isRightToLeft {
      return cut(units.upperBound, in: run)..<cut(units.lowerBound, in: run)
    }
    return cut(units.lowerBound, in: run)..<cut(units.upperBound, in: run)
  }

  /// Where the glyphs before a unit and from it on meet in a run, in visual order.
  private func cut(_ unit: Int, in run: ShapedRun) -> Int {
    let range = run.glyphs
    let isReversed = run.item.isRightToLeft
    /// Whether a glyph stands to the right of the cut.
    func isBehind(_ glyph: ShapedGlyph) -> Bool {
      isReversed ? glyph.cluster < UInt32(unit) : glyph.cluster >= UInt32(unit)
    }
    // Most runs have a glyph a unit: one look at each side instead of a search.
    let guess = range.lowerBound + (isReversed ? run.end - unit : unit - run.start)
    if guess >= range.lowerBound, guess <= range.upperBound,
      guess == range.upperBound || isBehind(glyphs[guess]),
      guess == range.lowerBound || !isBehind(glyphs[guess - 1])
    {
      return guess
    }
    return glyphs.bisect(in: range, where: isBehind)
  }
}

extension Array {
  /// The first index, by bisection, for which a condition holds that stays true once it is; the
  /// end of the array where it never does.
  func bisect(where condition: (Element) -> Bool) -> Int {
    bisect(in: indices, where: condition)
  }

  /// The same for part of the array.
  func bisect(in range: Range<Int>, where condition: (Element) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The arrays of a shaped paragraph as the line breaker reads them: bare pointers, so that a line
/// costs no counting of references.
///
/// Valid inside `PreparedParagraph.withView` only, which keeps the arrays alive; nothing writes
/// them.
struct ParagraphView {
  let text: UnsafeBufferPointer<UInt16>
  /// One entry a unit and one for the end.
  let boundaries: UnsafeBufferPointer<BoundaryFlags>
  let positions: UnsafeBufferPointer<Int32>
  let runs: UnsafeBufferPointer<ShapedRun>

  /// The number of UTF-16 units.
  var count: Int { text.count }

  /// The index of the run that holds a unit, sought from a run at or before it.
  func runIndex(containing unit: Int, from first: Int) -> Int {
    var index = first
    while index + 1 < runs.count, runs[index].end <= unit { index += 1 }
    return index
  }

  /// The index of the run that holds a unit.
  ///
  /// - Complexity: O(log runs).
  func runIndex(containing unit: Int) -> Int {
    var low = 0
    var high = runs.count - 1
    while low < high {
      let middle = (low + high) / 2
      if unit < runs[middle].end { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The sum of the advances in a run before a unit, or before the run's end, in font units.
  func position(_ unit: Int, in run: ShapedRun) -> Int {
    unit >= run.end ? run.advance : Int(positions[unit])
  }

  /// The width of part of a run as it was shaped, in layout points.
  func width(from start: Int, to end: Int, in run: ShapedRun) -> Double {
    Double(position(end, in: run) - position(start, in: run)) * run.scale
  }

  /// Whether a break before `unit` changes glyphs.
  func isUnsafe(_ unit: Int) -> Bool {
    unit < count && boundaries[unit].contains(.unsafe)
  }

  /// Whether a line must end before `unit`.
  func isForced(_ unit: Int) -> Bool { boundaries[unit].contains(.hardBreak) }

  /// Whether a unit takes no room at the end of a line.
  func hangs(_ unit: Int) -> Bool { !boundaries[unit].isDisjoint(with: .hanging) }
}
