import LinecasterTestSupport
import Testing

@testable import LinecasterList

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
