/// Where the values of several rounds lie.
public struct Spread: Hashable, Sendable {
  /// The least value.
  public let minimum: Double
  /// The middle value, or the mean of the middle two.
  public let median: Double
  /// The greatest value.
  public let maximum: Double
  /// The number of values.
  public let count: Int

  /// Finds the spread of values; nil where there are none.
  public init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let middle = sorted.count / 2
    minimum = first
    maximum = last
    count = sorted.count
    median =
      sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// Whether some round of one was not slower than some round of the other, both ways round: then
  /// the difference of the medians may be noise.
  public func overlaps(_ other: Spread) -> Bool {
    minimum <= other.maximum && other.minimum <= maximum
  }
}
