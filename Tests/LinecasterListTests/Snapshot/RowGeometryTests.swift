import LinecasterTestSupport
import Testing

@testable import LinecasterList

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

  @Test(arguments: [1, 511, 512, 513, 1024, 2600])
  func agreesWithSumsAcrossBlocks(count: Int) {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    var heights = (0..<count).map { _ in
      random.oneIn(4) ? 0 : Double(Int.random(in: 1...200, using: &random)) / 4
    }
    var geometry = RowGeometry(heights: heights)
    for _ in 0..<100 {
      let row = Int.random(in: 0..<count, using: &random)
      heights[row] = Double(Int.random(in: 0...200, using: &random)) / 4
      geometry.setHeight(heights[row], ofRow: row)
    }
    var top = 0.0
    for (row, height) in heights.enumerated() {
      guard geometry.offset(ofRow: row) == top, geometry.height(ofRow: row) == height,
        height == 0 || geometry.row(at: top) == row,
        height == 0 || geometry.row(at: top + height - 0.125) == row
      else {
        Issue.record("LINECASTER_SEED=\(seed): row \(row) of \(count)")
        return
      }
      top += height
    }
    #expect(geometry.totalHeight == top)
    #expect(geometry.row(at: top) == nil)
  }

  @Test func tellsMeasuredRowsFromEstimates() {
    var random = SeededGenerator()
    var geometry = RowGeometry(estimate: 0, count: 1700)
    var measured = [Bool](repeating: false, count: 1700)
    #expect(geometry.count == 1700)
    for _ in 0..<400 {
      let row = random.oneIn(3) ? 0 : Int.random(in: 0..<1700, using: &random)
      measured[row] = !random.oneIn(4)
      geometry.setHeight(
        random.oneIn(2) ? 0 : 7, ofRow: row, isMeasured: measured[row])
    }
    #expect((0..<1700).allSatisfy { geometry.isMeasured($0) == measured[$0] })
    #expect(geometry.measuredCount == measured.count { $0 })
    for row in stride(from: 0, through: 1700, by: 7) {
      let next = measured[row...].firstIndex(of: false)
      #expect(geometry.firstEstimate(from: row) == next, "seed \(random.seed), row \(row)")
      #expect(geometry.lastEstimate(before: row) == measured[..<row].lastIndex(of: false))
    }
  }

  @Test func findsNoEstimatesWhereAllIsMeasured() {
    let geometry = RowGeometry(heights: Array(repeating: 3, count: 1300))
    #expect(geometry.measuredCount == 1300)
    #expect(geometry.firstEstimate(from: 0) == nil)
    #expect(geometry.lastEstimate(before: 9999) == nil)
    #expect(!geometry.isMeasured(1300) && !geometry.isMeasured(-1))
    #expect(RowGeometry(estimate: 5, count: -3).count == 0)
  }

  @Test func correctingACopyCopiesOneBlock() {
    let shared = RowGeometry(estimate: 20, count: 100_000)
    var copy = shared
    copy.setHeight(50, ofRow: 70_000)
    #expect(shared.totalHeight == 2_000_000)
    #expect(copy.totalHeight == 2_000_030)
    let own = zip(shared.blocks, copy.blocks).count { old, new in
      unsafe old.entries.withUnsafeBufferPointer { old in
        unsafe new.entries.withUnsafeBufferPointer { unsafe old.baseAddress != $0.baseAddress }
      }
    }
    #expect(own == 1)
  }
}
