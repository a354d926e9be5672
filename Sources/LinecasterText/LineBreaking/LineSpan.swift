/// A line as the breaker found it: which text it shows, how wide that is, and what its edges need.
///
/// Kept small, since every line of every layout has one.
struct LineSpan: Sendable {
  private let start: Int32
  private let end: Int32
  private var contentLimit: Int32
  private var hiddenLimit: Int32
  private let run: Int32
  /// The width of what takes room, in layout points; the indent of the first line is not in it.
  var width = 0.0
  /// The width of white space at the end that aligning minds, though the line's own does not.
  var trailing = 0.0
  /// What was shaped again and what stands at the end; nil for nearly all lines.
  var edges: LineEdges?

  /// Makes a line; offsets beyond 32 bits, which no text in memory here has, count as the largest.
  init(range: Range<Int>, contentEnd: Int, firstRun: Int) {
    start = Int32(clamping: range.lowerBound)
    end = Int32(clamping: range.upperBound)
    contentLimit = Int32(clamping: contentEnd)
    hiddenLimit = -1
    run = Int32(clamping: firstRun)
  }

  /// The units of the line, white space at its end and line terminator included.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// The run that holds the first unit.
  var firstRun: Int { Int(run) }

  /// The end of the units that take room; what follows hangs.
  var contentEnd: Int {
    get { Int(contentLimit) }
    set { contentLimit = Int32(clamping: newValue) }
  }

  /// The units that take room.
  var content: Range<Int> { Int(start)..<Int(max(start, contentLimit)) }

  /// The units that a mark stands for, after those of the line; nil where all text is shown.
  var hidden: Range<Int>? { hiddenLimit < 0 ? nil : Int(end)..<Int(max(end, hiddenLimit)) }

  /// Lets the line's mark stand for the text up to a unit.
  mutating func hide(upTo unit: Int) { hiddenLimit = Int32(clamping: unit) }
}
