import Foundation

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

/// Rows of text in columns, the first ones to the left and numbers to the right.
public struct TextTable: CustomStringConvertible {
  private var rows: [[String]]
  private let leading: Int

  /// Makes a table.
  ///
  /// - Parameter leading: The number of columns that stand to the left.
  public init(header: [String], leading: Int) {
    rows = [header]
    self.leading = leading
  }

  /// Whether there is nothing below the header.
  public var isEmpty: Bool { rows.count == 1 }

  /// Adds a row.
  public mutating func append(_ row: [String]) { rows.append(row) }

  /// The lines of the table.
  public var description: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, text in
        let gap = String(repeating: " ", count: widths[column] - text.count)
        return column < leading ? text + gap : gap + text
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// A number with three digits, or all before the point.
  public static func number(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    return String(format: "%.\(digits)f", value)
  }
}

extension TextTable {
  /// What was drawn in a second, for modes that say how many pixels they draw; nil without those.
  ///
  /// Items, glyphs and megapixels a second follow from the median time.
  public static func rates(_ samples: [Sample]) -> TextTable? {
    let header = ["mode", "corpus", "items/s", "glyphs/s", "Mpixels/s"]
    var table = TextTable(header: header, leading: 2)
    for group in SampleGroup.groups(samples) {
      guard let sample = group.samples.first, let pixels = sample.fact("pixels"),
        group.time.median > 0
      else { continue }
      let seconds = group.time.median * Double(sample.units) / 1e9
      table.append([
        sample.mode, sample.corpus, number(Double(sample.units) / seconds),
        sample.fact("glyphs").map { number(Double($0) / seconds) } ?? "",
        number(Double(pixels) / seconds / 1e6),
      ])
    }
    return table.isEmpty ? nil : table
  }
}

extension Sample {
  /// A number that says something about the work done.
  fileprivate func fact(_ name: String) -> Int? {
    facts.first { $0.name == name }?.value
  }
}

extension TextTable {
  /// The medians of samples with the range over the rounds.
  public static func medians(_ samples: [Sample]) -> TextTable {
    let header = [
      "mode", "corpus", "unit", "clock", "ns/unit", "least", "most", "rounds", "instr/unit",
    ]
    var table = TextTable(header: header, leading: 4)
    for group in SampleGroup.groups(samples) {
      let counted = Spread(group.samples.compactMap(\.instructionsPerUnit))
      table.append([
        group.key.mode, group.key.corpus, group.key.unit, group.samples.first?.clock ?? "cpu",
        number(group.time.median), number(group.time.minimum), number(group.time.maximum),
        "\(group.time.count)", counted.map { number($0.median) } ?? "",
      ])
    }
    return table
  }

  /// Medians then and now, and their ratios.
  public static func ratios(_ comparisons: [Comparison]) -> TextTable {
    let header = ["mode", "corpus", "to", "then", "now", "ratio", "range", "verdict"]
    var table = TextTable(header: header, leading: 3)
    for comparison in comparisons {
      let range = comparison.range
      table.append([
        comparison.group.key.mode, comparison.group.key.corpus, comparison.base.key.peer,
        number(comparison.base.time.median), number(comparison.group.time.median),
        number(comparison.ratio), "\(number(range.lowerBound))–\(number(range.upperBound))",
        comparison.verdict.rawValue,
      ])
    }
    return table
  }
}
