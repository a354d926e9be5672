import LinecasterList
import LinecasterTestSupport
import Testing

@Suite struct RowGeometryTests {
  @Test func agreesWithSumsByHand() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      // Quarters add up without error, so that equal means equal.
      var heights = (0..<Int.random(in: 0...70, using: &random)).map { _ in
        random.oneIn(4) ? 0 : Double(Int.random(in: 0...200, using: &random)) / 4
      }
      var geometry = RowGeometry(heights: heights)
      for _ in 0..<8 {
        if let row = heights.indices.randomElement(using: &random) {
          heights[row] = random.oneIn(4) ? 0 : Double(Int.random(in: 0...200, using: &random)) / 4
          geometry.setHeight(heights[row], ofRow: row)
        }
        if let fault = fault(geometry, heights, &random) {
          Issue.record("LINECASTER_SEED=\(seed), round \(round): \(fault) in \(heights)")
          return
        }
      }
    }
  }

  /// What is wrong, compared with sums from the first row on.
  private func fault(
    _ geometry: RowGeometry, _ heights: [Double], _ random: inout SeededGenerator
  ) -> String? {
    let tops = heights.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
    let total = tops[heights.count]
    guard geometry.totalHeight == total else { return "total \(geometry.totalHeight)" }
    for (row, top) in tops.enumerated() where geometry.offset(ofRow: row) != top {
      return "offset of row \(row)"
    }
    for offset in tops + [-1, -0.25, 0.125, total / 3, total - 0.125, total + 1] {
      let expected =
        offset < 0 ? nil : heights.indices.first { tops[$0] <= offset && offset < tops[$0 + 1] }
      if geometry.row(at: offset) != expected { return "row at \(offset)" }
    }
    for _ in 0..<8 {
      let low = Double.random(in: -20...(total + 20), using: &random)
      let high = low + Double.random(in: 0...(total + 20), using: &random)
      let tall = heights.indices.filter {
        heights[$0] > 0 && tops[$0] < high && tops[$0 + 1] > low
      }
      let rows = geometry.rows(in: low..<high)
      let expected = tall.first.map { $0..<tall[tall.count - 1] + 1 } ?? 0..<0
      if rows != expected { return "rows in \(low)..<\(high): \(rows), not \(expected)" }
    }
    return nil
  }

  @Test func correctionsLeaveNoErrorsBehind() {
    var random = SeededGenerator(seed: 5)
    var heights = (0..<200).map { _ in Double.random(in: 0..<100, using: &random) / 3 }
    var geometry = RowGeometry(heights: heights)
    for _ in 0..<2000 {
      let row = Int.random(in: 0..<200, using: &random)
      heights[row] = Double.random(in: 0..<100, using: &random) / 3
      geometry.setHeight(heights[row], ofRow: row)
    }
    let fresh = RowGeometry(heights: heights)
    for row in 0...200 {
      #expect(geometry.offset(ofRow: row) == fresh.offset(ofRow: row))
      if row < 200 { #expect(geometry.row(at: geometry.offset(ofRow: row)) == row) }
    }
  }

  @Test func hasNoRowsWhereThereAreNone() {
    let empty = RowGeometry(heights: [])
    #expect(empty.totalHeight == 0)
    #expect(empty.row(at: 0) == nil)
    #expect(empty.rows(in: 0..<10).isEmpty)
    let flat = RowGeometry(heights: [0, 0])
    #expect(flat.row(at: 0) == nil)
    #expect(flat.rows(in: 0..<10).isEmpty)
  }

  @Test func countsWhatIsNoHeightAsNone() {
    var geometry = RowGeometry(heights: [.nan, -3, .infinity, 5])
    #expect(geometry.totalHeight == 5)
    #expect(geometry.row(at: 0) == 3)
    #expect(geometry.row(at: .nan) == nil)
    geometry.setHeight(.nan, ofRow: 3)
    geometry.setHeight(9, ofRow: 4)
    geometry.setHeight(9, ofRow: -1)
    #expect(geometry.totalHeight == 0)
    #expect(geometry.height(ofRow: 9) == 0)
    #expect(geometry.rows(in: -.infinity ..< .infinity).isEmpty)
  }
}
