/// A line of the container that is being laid out.
struct FlexLine: BitwiseCopyable {
  /// The places of its items in the scratch array.
  var items: Range<Int> { Int(firstItem)..<Int(endItem) }
  private let firstItem: Int32
  private let endItem: Int32
  /// The sum of the items' hypothetical outer main sizes and the gaps between them.
  var hypotheticalSum: Double
  var crossSize = 0.0
  var crossPosition = 0.0
  /// From the cross-start edge of the line to the shared baseline.
  var ascent = 0.0
  /// From the shared baseline to the far edge of the lowest item on it; indefinite without any.
  var descent = Double.indefinite

  init(items: Range<Int>, hypotheticalSum: Double) {
    firstItem = Int32(truncatingIfNeeded: items.lowerBound)
    endItem = Int32(truncatingIfNeeded: items.upperBound)
    self.hypotheticalSum = hypotheticalSum
  }
}
