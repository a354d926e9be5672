/// A line as the breaker found it: which text it shows, how wide that is, and what its edges need.
struct LineSpan: Sendable {
  /// The units of the line, white space at its end and line terminator included.
  var range: Range<Int>
  /// The end of the units that take room; what follows hangs.
  var contentEnd: Int
  /// The width of what takes room, in layout points; the indent of the first line is not in it.
  var width = 0.0
  /// The run that holds the first unit.
  var firstRun: Int
  /// What was shaped again and what stands at the end; nil for nearly all lines.
  var edges: LineEdges?
  /// The units that a mark stands for, after those of the line.
  var hidden: Range<Int>?

  /// The units that take room.
  var content: Range<Int> { range.lowerBound..<max(range.lowerBound, contentEnd) }
}
