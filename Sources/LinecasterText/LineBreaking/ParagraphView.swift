/// The arrays of a shaped paragraph as the line breaker reads them: bare pointers, so that a line
/// costs no counting of references.
///
/// Valid inside `ShapedParagraph.withView` only, which keeps the arrays alive; nothing writes them.
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
