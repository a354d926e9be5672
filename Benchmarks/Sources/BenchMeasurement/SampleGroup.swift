/// The samples of one peer for one mode and corpus.
public struct SampleGroup: Sendable {
  /// What the samples of a group have in common.
  public struct Key: Hashable, Sendable {
    /// What was timed.
    public let mode: String
    /// What it worked on.
    public let corpus: String
    /// What is counted.
    public let unit: String
    /// What was measured.
    public let peer: String
  }

  /// What the samples have in common.
  public let key: Key
  /// The samples in the order they were taken.
  public let samples: [Sample]
  /// The time a unit, in nanoseconds.
  public let time: Spread

  /// Groups samples; groups stand in the order of their first samples.
  public static func groups(_ samples: [Sample]) -> [SampleGroup] {
    var members: [Key: [Sample]] = [:]
    var order: [Key] = []
    for sample in samples {
      let key = Key(
        mode: sample.mode, corpus: sample.corpus, unit: sample.unit, peer: sample.peer)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(sample)
    }
    return order.compactMap { key in
      let samples = members[key] ?? []
      return Spread(samples.map(\.nanosecondsPerUnit)).map {
        SampleGroup(key: key, samples: samples, time: $0)
      }
    }
  }
}

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

extension Array where Element == Int {
  /// The least value that a share of all values, from 0 to 1, does not exceed; 0 where there are
  /// none.
  public func percentile(_ share: Double) -> Int {
    let sorted = self.sorted()
    guard let last = sorted.indices.last else { return 0 }
    let rank = (share * Double(sorted.count)).rounded(.up) - 1
    return sorted[Swift.min(Swift.max(Int(rank), 0), last)]
  }
}
