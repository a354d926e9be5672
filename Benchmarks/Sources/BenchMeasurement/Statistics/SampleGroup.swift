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
