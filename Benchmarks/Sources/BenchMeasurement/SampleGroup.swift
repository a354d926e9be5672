/// The samples of one peer for one mode and corpus.
public struct SampleGroup: Sendable {
  /// The properties shared by the samples of a group.
  public struct Key: Hashable, Sendable {
    /// The measured operation.
    public let mode: String
    /// The name of the input.
    public let corpus: String
    /// The unit of work, for example `char`.
    public let unit: String
    /// The name and version of the measured program.
    public let peer: String
  }

  /// The shared properties of the samples.
  public let key: Key
  /// The samples in the order of measurement.
  public let samples: [Sample]
  /// The time per unit, in nanoseconds.
  public let time: Spread

  /// Groups samples, in the order of the first sample of each group.
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

/// The minimum, median and maximum over several rounds.
public struct Spread: Hashable, Sendable {
  /// The minimum of the rounds.
  public let minimum: Double
  /// The median of the rounds; for an even count, the mean of the middle two.
  public let median: Double
  /// The maximum of the rounds.
  public let maximum: Double
  /// The number of rounds.
  public let count: Int

  /// Computes the spread of values; `nil` for no values.
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

  /// Returns whether the ranges of two spreads overlap, so the difference of the medians may be
  /// noise.
  public func overlaps(_ other: Spread) -> Bool {
    minimum <= other.maximum && other.minimum <= maximum
  }
}

extension Array where Element == Int {
  /// Returns the percentile for a share from 0 to 1 (nearest rank); 0 for an empty array.
  public func percentile(_ share: Double) -> Int {
    let sorted = self.sorted()
    guard let last = sorted.indices.last else { return 0 }
    let rank = (share * Double(sorted.count)).rounded(.up) - 1
    return sorted[Swift.min(Swift.max(Int(rank), 0), last)]
  }
}
