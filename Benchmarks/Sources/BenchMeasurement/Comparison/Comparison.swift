/// How the time of one group of samples relates to that of an earlier or another one.
public struct Comparison: Sendable {
  /// What was measured now.
  public let group: SampleGroup
  /// What it is compared with.
  public let base: SampleGroup

  /// The median now by the median then: below 1 is faster.
  public var ratio: Double { group.time.median / base.time.median }

  /// The ratios that the rounds allow: the fastest by the slowest, and the slowest by the fastest.
  public var range: ClosedRange<Double> {
    let least = group.time.minimum / base.time.maximum
    return least...max(least, group.time.maximum / base.time.minimum)
  }

  /// What can be said.
  public enum Verdict: String, Sendable {
    /// Every round now was faster than every round then.
    case faster
    /// Every round now was slower than every round then.
    case slower
    /// Rounds overlap: nothing is decided.
    case noise
    /// One round each, or one of them: there is no range to judge by.
    case unknown = "too few rounds"
  }

  /// Whether the difference is above the noise.
  public var verdict: Verdict {
    if group.time.count < 2 || base.time.count < 2 { return .unknown }
    if group.time.overlaps(base.time) { return .noise }
    return ratio < 1 ? .faster : .slower
  }

  /// Each group of new samples with every group of old ones of the same mode, corpus and unit.
  public static func all(_ samples: [Sample], to old: [Sample]) -> [Comparison] {
    let bases = SampleGroup.groups(old).filter { $0.time.minimum > 0 }
    return SampleGroup.groups(samples).flatMap { group in
      bases.filter { base in
        (base.key.mode, base.key.corpus, base.key.unit)
          == (group.key.mode, group.key.corpus, group.key.unit)
      }.map { Comparison(group: group, base: $0) }
    }
  }
}
