/// A line of the container that is being laid out.
struct FlexLine {
  /// The places of its items in the scratch array.
  var items: Range<Int>
  /// The sum of the items' hypothetical outer main sizes and the gaps between them.
  var hypotheticalSum: Double
  var crossSize = 0.0
  var crossPosition = 0.0
  /// From the cross-start edge of the line to the shared baseline.
  var ascent = 0.0
  /// From the shared baseline to the far edge of the lowest item on it; indefinite without any.
  var descent = Double.indefinite
}
