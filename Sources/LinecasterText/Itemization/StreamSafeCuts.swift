/// Cuts graphemes of endless combining marks, since shapers take quadratic time for them.
///
/// The Stream-Safe Text Format (UAX 15 §13) allows 30 non-starters in a row, more than any real
/// text has; HarfBuzz before 7.0 needs seconds for some thousands (CVE-2023-25193), and also for as
/// many skin tones after an emoji, which it takes for one cluster.
enum StreamSafeCuts {
  /// The most marks in a row.
  private static let limit = 30
  /// The modifiers of emoji (UTS 51 §2.4).
  private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

  /// Where to cut inside a grapheme, in text order; nearly always nowhere.
  static func positions(in cluster: FontCluster) -> [Int] {
    guard cluster.range.count > limit else { return [] }
    var cuts: [Int] = []
    var marks = 0
    var unit = cluster.range.lowerBound
    while unit < cluster.range.upperBound {
      let scalar = cluster.scalar(at: unit)
      let combines = cluster.isMark(at: unit) || skinTones.contains(scalar)
      marks = combines ? marks + 1 : 0
      if marks > limit {
        cuts.append(unit)
        marks = 1
      }
      unit += scalar > 0xFFFF ? 2 : 1
    }
    return cuts
  }
}
