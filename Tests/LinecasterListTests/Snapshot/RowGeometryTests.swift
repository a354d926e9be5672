import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct RowGeometryTests {
  @Test func agreesWithSumsByHand() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      // Multiples of a quarter add up without rounding, which allows exact comparison.
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

  /// The first fault, compared with sums from the first row on.
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

  /// Many corrections at once have the effect of one after the other.
  @Test func correctsManyHeightsAtOnce() {
    var random = SeededGenerator()
    for _ in 0..<60 {
      let count = Int.random(in: 1...2_000, using: &random)
      var one = RowGeometry(estimate: 20.0 / 3, count: count)
      var other = one
      for _ in 0..<3 {
        let start = Int.random(in: -5...count, using: &random)
        let step = random.oneIn(2) ? 1 : 97
        let rows = stride(from: start, to: min(start + 900, count + 5), by: step)
        let corrections = rows.map { row in
          HeightCorrection(
            row: row, height: Double(Int.random(in: 0...90, using: &random)) / 3,
            isMeasured: !random.oneIn(3))
        }
        one.setHeights(corrections)
        for each in corrections {
          other.setHeight(each.height, ofRow: each.row, isMeasured: each.isMeasured)
        }
      }
      #expect(one.measuredCount == other.measuredCount, "LINECASTER_SEED=\(random.seed)")
      let isSame = (0...count).allSatisfy {
        one.offset(ofRow: $0) == other.offset(ofRow: $0)
          && one.isMeasured($0) == other.isMeasured($0)
      }
      #expect(isSame, "LINECASTER_SEED=\(random.seed)")
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

@Suite struct RowGeometryBuilderTests {
  private struct Row: Equatable {
    var height: Double
    var isMeasured: Bool
  }

  private func rows(_ geometry: RowGeometry) -> [Row] {
    (0..<geometry.count).map {
      Row(height: geometry.height(ofRow: $0), isMeasured: geometry.isMeasured($0))
    }
  }

  @Test func makesWhatTheHeightsAloneGive() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    var source = RowGeometry(estimate: 1.0 / 3, count: 1)
    for round in 0..<120 {
      var builder = RowGeometryBuilder()
      var expected: [Row] = []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        append(to: &builder, &expected, from: source, &random)
      }
      #expect(builder.count == expected.count)
      let geometry = builder.finish()
      let plain = RowGeometry(heights: expected.map(\.height))
      let sums = (0...geometry.count).allSatisfy {
        geometry.offset(ofRow: $0) == plain.offset(ofRow: $0)
      }
      guard rows(geometry) == expected, sums,
        geometry.measuredCount == expected.count(where: \.isMeasured)
      else {
        Issue.record("LINECASTER_SEED=\(seed), round \(round)")
        return
      }
      if geometry.count > 0 { source = geometry }
    }
  }

  private func append(
    to builder: inout RowGeometryBuilder, _ expected: inout [Row], from source: RowGeometry,
    _ random: inout SeededGenerator
  ) {
    let height = Double(Int.random(in: 0...60, using: &random)) / 3
    let count = random.oneIn(3) ? 1024 : Int.random(in: 0...700, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      builder.append(height: height, isMeasured: count.isMultiple(of: 2))
      expected.append(Row(height: height, isMeasured: count.isMultiple(of: 2)))
    case 1:
      builder.append(estimate: height, count: count)
      expected += Array(repeating: Row(height: height, isMeasured: false), count: count)
    default:
      let start = random.oneIn(2) ? 0 : Int.random(in: 0..<source.count, using: &random)
      let part = start..<min(source.count, start + count)
      let keeps = !random.oneIn(3)
      builder.append(part, of: source, keepsMeasurements: keeps)
      expected += rows(source)[part].map {
        Row(height: $0.height, isMeasured: $0.isMeasured && keeps)
      }
    }
  }

  @Test func sharesBlocksThatStayWhole() {
    let source = RowGeometry(heights: (0..<5120).map { Double($0 % 7) })
    var builder = RowGeometryBuilder()
    builder.append(0..<5120, of: source, keepsMeasurements: true)
    builder.append(estimate: 4, count: 512)
    let longer = builder.finish()
    let shared = zip(source.blocks, longer.blocks).count { old, new in
      unsafe old.entries.withUnsafeBufferPointer { old in
        unsafe new.entries.withUnsafeBufferPointer { unsafe old.baseAddress == $0.baseAddress }
      }
    }
    #expect(shared == 10)
  }
}
