import Foundation

/// The times of a group of samples, relative to another group.
public struct Comparison: Sendable {
  /// The new samples.
  public let group: SampleGroup
  /// The samples to compare with.
  public let base: SampleGroup

  /// The new median divided by the old one; values below 1 are faster.
  public var ratio: Double { group.time.median / base.time.median }

  /// The range of ratios: from the fastest new round by the slowest old one, to the slowest new
  /// round by the fastest old one.
  public var range: ClosedRange<Double> {
    let least = group.time.minimum / base.time.maximum
    return least...max(least, group.time.maximum / base.time.minimum)
  }

  /// The result of a comparison.
  public enum Verdict: String, Sendable {
    /// Every new round was faster than every old one.
    case faster
    /// Every new round was slower than every old one.
    case slower
    /// The times of the rounds overlap, so the result is undecided.
    case noise
    /// One side has a single round, so there is no range for a judgement.
    case unknown = "too few rounds"
  }

  /// The result of the comparison; `faster` and `slower` are above the noise.
  public var verdict: Verdict {
    if group.time.count < 2 || base.time.count < 2 { return .unknown }
    if group.time.overlaps(base.time) { return .noise }
    return ratio < 1 ? .faster : .slower
  }

  /// Compares each new group with every old group of the same mode, corpus and unit.
  ///
  /// - Complexity: O(new groups × old groups).
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

/// A text table, with its leading columns aligned left and its numbers aligned right.
public struct TextTable: CustomStringConvertible {
  private var rows: [[String]]
  private let leading: Int

  /// Creates a table.
  ///
  /// - Parameter leading: The number of columns aligned left.
  public init(header: [String], leading: Int) {
    rows = [header]
    self.leading = leading
  }

  /// Whether the table has only its header.
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

  /// Formats a number with three digits, or all digits before the point.
  public static func number(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    return String(format: "%.\(digits)f", value)
  }
}

extension TextTable {
  /// Returns the drawing rates of modes that report pixels; `nil` if there are none.
  ///
  /// Glyphs and megapixels per second are computed from the median time.
  public static func rates(_ samples: [Sample]) -> TextTable? {
    let header = ["mode", "corpus", "glyphs/s", "Mpixels/s"]
    var table = TextTable(header: header, leading: 2)
    for group in SampleGroup.groups(samples) {
      guard let sample = group.samples.first, let pixels = sample.fact("pixels"),
        group.time.median > 0
      else { continue }
      let seconds = group.time.median * Double(sample.units) / 1e9
      table.append([
        sample.mode, sample.corpus,
        sample.fact("glyphs").map { number(Double($0) / seconds) } ?? "",
        number(Double(pixels) / seconds / 1e6),
      ])
    }
    return table.isEmpty ? nil : table
  }
}

extension TextTable {
  /// Returns the blank rows of modes that show frames, over all rounds; `nil` if there are none.
  ///
  /// A row frame is a row that is visible in one frame.
  public static func blanks(_ samples: [Sample]) -> TextTable? {
    let header = [
      "mode", "corpus", "neighbours", "row frames", "blank", "%", "blank frames", "late frames",
    ]
    var table = TextTable(header: header, leading: 2)
    for group in SampleGroup.groups(samples) {
      func sum(_ name: String) -> Int { group.samples.reduce(0) { $0 + ($1.fact(name) ?? 0) } }
      let rows = sum("row_frames")
      guard rows > 0, let sample = group.samples.first else { continue }
      table.append([
        sample.mode, sample.corpus, "\(sample.fact("neighbours") ?? 0)", "\(rows)",
        "\(sum("blank_rows"))", number(Double(sum("blank_rows")) / Double(rows) * 100),
        "\(sum("blank_frames"))", "\(sum("late_frames"))",
      ])
    }
    return table.isEmpty ? nil : table
  }
}

extension Sample {
  /// Returns the value of a fact by name.
  fileprivate func fact(_ name: String) -> Int? {
    facts.first { $0.name == name }?.value
  }
}

extension TextTable {
  /// Returns the medians of samples, with their range over the rounds and the units per second.
  public static func medians(_ samples: [Sample]) -> TextTable {
    let header = [
      "mode", "corpus", "unit", "clock", "ns/unit", "least", "most", "units/s", "rounds",
      "instr/unit",
    ]
    var table = TextTable(header: header, leading: 4)
    for group in SampleGroup.groups(samples) {
      let counted = Spread(group.samples.compactMap(\.instructionsPerUnit))
      table.append([
        group.key.mode, group.key.corpus, group.key.unit, group.samples.first?.clock ?? "cpu",
        number(group.time.median), number(group.time.minimum), number(group.time.maximum),
        group.time.median > 0 ? number(1e9 / group.time.median) : "", "\(group.time.count)",
        counted.map { number($0.median) } ?? "",
      ])
    }
    return table
  }

  /// Returns a table of old and new medians, with their ratios.
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
