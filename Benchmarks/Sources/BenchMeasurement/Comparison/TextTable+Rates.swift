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
