import LinecasterBase

extension PreparedParagraph {
  /// Calls a closure with pointers to the arrays.
  @inline(__always)
  func withView<Result, Failure: Error>(
    _ body: (ParagraphView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let whole else { return try withSharedView(of: 0, fromRun: 0, body) }
    return try withExtendedLifetime(self) { () throws(Failure) in try body(whole) }
  }

  /// Pointers to the arrays if each is in one piece. They hold as long as the paragraph, which
  /// never changes its arrays.
  private var whole: ParagraphView? {
    guard let text = text.pointer, let boundaries = boundaries.pointer,
      let positions = positions.pointer, let runs = runs.pointer
    else { return nil }
    return ParagraphView(text: text, boundaries: boundaries, positions: positions, runs: runs)
  }

  /// Returns the index of the run that contains a unit.
  ///
  /// - Complexity: O(log runs).
  func runIndex(containing unit: Int) -> Int {
    runs.bisect { unit < $0.end }
  }

  /// Returns the sum of advances in a run before a unit, or before the run's end, in font units.
  func position(_ unit: Int, in run: ShapedRun) -> Int {
    unit >= run.end ? run.advance : Int(positions[unit])
  }

  /// Returns the width of part of a run as shaped, in layout points.
  func width(of units: Range<Int>, in run: ShapedRun) -> Double {
    Double(position(units.upperBound, in: run) - position(units.lowerBound, in: run)) * run.scale
  }

  /// Returns the embedding level of the paragraph (UAX 9) that contains a unit.
  ///
  /// - Complexity: O(log paragraphs).
  func baseLevel(at unit: Int) -> UInt8 {
    let index = bidiParagraphs.bisect { unit < $0.end }
    return bidiParagraphs[min(index, bidiParagraphs.count - 1)].level
  }

  /// Returns the index of the style of a unit.
  ///
  /// - Complexity: O(log styles).
  func styleIndex(at unit: Int) -> Int {
    min(styles.bisect { unit < $0.end }, styles.count - 1)
  }

  /// Splits part of a run into the ranges of one script in which it was shaped.
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

  /// Returns the glyphs of part of a run, in visual order.
  ///
  /// - Complexity: O(log glyphs); O(1) if the run has one glyph per unit.
  func glyphs(of units: Range<Int>, in run: ShapedRun) -> Range<Int> {
    if units.lowerBound == run.start, units.upperBound == run.end { return run.glyphs }
    if run.item.isRightToLeft {
      return cut(units.upperBound, in: run)..<cut(units.lowerBound, in: run)
    }
    return cut(units.lowerBound, in: run)..<cut(units.upperBound, in: run)
  }

  /// Whether the glyphs of a unit begin with it, because it is the first of its cluster.
  ///
  /// - Complexity: O(log glyphs).
  func beginsCluster(_ unit: Int) -> Bool {
    let run = runs[runIndex(containing: unit)]
    guard unit < count, unit > run.start, !run.glyphs.isEmpty else { return true }
    let index = cut(unit, in: run) - (run.item.isRightToLeft ? 1 : 0)
    return run.glyphs.contains(index) && Int(glyphs[index].cluster) == unit
  }

  /// Returns the index of the glyph at the boundary before `unit` in a run, in visual order.
  private func cut(_ unit: Int, in run: ShapedRun) -> Int {
    let range = run.glyphs
    let isReversed = run.item.isRightToLeft
    /// Whether a glyph is to the right of the cut.
    func isBehind(_ glyph: ShapedGlyph) -> Bool {
      isReversed ? glyph.cluster < UInt32(unit) : glyph.cluster >= UInt32(unit)
    }
    // Most runs have one glyph per unit: check the neighbours of a guess before searching.
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

/// The arrays of a shaped paragraph for the line breaker: bare pointers, which avoid reference
/// counting for each line.
///
/// Valid only inside `PreparedParagraph.withView`, which keeps the arrays alive and unchanged.
struct ParagraphView {
  let text: UnsafeBufferPointer<UInt16>
  /// One entry per unit and one for the end.
  let boundaries: UnsafeBufferPointer<BoundaryFlags>
  let positions: UnsafeBufferPointer<Int32>
  let runs: UnsafeBufferPointer<ShapedRun>

  /// The number of UTF-16 units.
  var count: Int { text.count }

  /// Returns the index of the run that contains a unit, searched from a run at or before it.
  func runIndex(containing unit: Int, from first: Int) -> Int {
    var index = first
    while index + 1 < runs.count, runs[index].end <= unit { index += 1 }
    return index
  }

  /// Returns the index of the run that contains a unit.
  ///
  /// - Complexity: O(log runs).
  func runIndex(containing unit: Int) -> Int {
    (0..<max(0, runs.count - 1)).bisect { unit < runs[$0].end }
  }

  /// Returns the sum of advances in a run before a unit, or before the run's end, in font units.
  func position(_ unit: Int, in run: ShapedRun) -> Int {
    unit >= run.end ? run.advance : Int(positions[unit])
  }

  /// Returns the width of part of a run as shaped, in layout points.
  func width(from start: Int, to end: Int, in run: ShapedRun) -> Double {
    Double(position(end, in: run) - position(start, in: run)) * run.scale
  }

  /// Whether a break before `unit` changes glyphs.
  func isUnsafe(_ unit: Int) -> Bool {
    unit < count && boundaries[unit].contains(.unsafe)
  }

  /// Whether a line must end before `unit`.
  func isForced(_ unit: Int) -> Bool { boundaries[unit].contains(.hardBreak) }

  /// Whether a unit takes no space at the end of a line.
  func hangs(_ unit: Int) -> Bool { !boundaries[unit].isDisjoint(with: .hanging) }
}
