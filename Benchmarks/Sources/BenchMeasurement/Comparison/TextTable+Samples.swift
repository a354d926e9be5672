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
