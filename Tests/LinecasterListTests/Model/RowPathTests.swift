import LinecasterList
import LinecasterTestSupport
import Testing

@Suite struct RowPathTests {
  /// Seed row C8: places of rows, headers and footers included, are keys of dictionaries.
  @Test func placesAreKeys() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    var rows: [RowPath: Int] = [:]
    var paths: [RowPath] = []
    for section in 0..<20 {
      let items = (0..<Int.random(in: 0...30, using: &random)).map(RowPart.item)
      for part in [RowPart.header] + items + [.footer] {
        rows[RowPath(section: section, part: part)] = paths.count
        paths.append(RowPath(section: section, part: part))
      }
    }
    #expect(rows.count == paths.count, "LINECASTER_SEED=\(seed)")
    #expect(paths.map { rows[$0] } == Array(paths.indices), "LINECASTER_SEED=\(seed)")
    #expect(rows[RowPath(section: 20, part: .header)] == nil)
  }
}
