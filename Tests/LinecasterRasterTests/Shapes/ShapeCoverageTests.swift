import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct ShapeCoverageTests {
  private let clip = PixelRect(left: 0, top: 0, right: 24, bottom: 20)

  private func levels(of shape: DisplayShape, scale: PixelScale) -> [UInt8] {
    var levels = [UInt8](repeating: 0, count: 24 * 20)
    guard let coverage = ShapeCoverage(shape, scale: scale, clip: clip) else { return levels }
    for row in coverage.bounds.top..<coverage.bounds.bottom {
      coverage.forEachStretch(row: row) { columns, level in
        for column in columns { levels[row * 24 + column] += level }
      }
    }
    return levels
  }

  /// The share of 64 × 64 points of a pixel that lie inside, times 255.
  private func sampled(_ shape: DisplayShape, scale: Double, column: Int, row: Int) -> Double {
    var inside = 0
    for step in 0..<4096 {
      let x = (Double(column) + (Double(step % 64) + 0.5) / 64) / scale
      let y = (Double(row) + (Double(step / 64) + 0.5) / 64) / scale
      if contains(shape, x: x, y: y) { inside += 1 }
    }
    return Double(inside) * 255 / 4096
  }

  private func contains(_ shape: DisplayShape, x: Double, y: Double) -> Bool {
    let rect = shape.rect
    guard x >= rect.minX, x < rect.maxX, y >= rect.minY, y < rect.maxY else { return false }
    let radius = shape.cornerRadius
    let dx = max(rect.minX + radius - x, x - (rect.maxX - radius), 0)
    let dy = max(rect.minY + radius - y, y - (rect.maxY - radius), 0)
    return dx * dx + dy * dy <= radius * radius
  }

  @Test func levelsMatchSupersampling() {
    var random = SeededGenerator()
    for round in 0..<12 {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let shape = DisplayShape(
        Rect(x: number(-3...6), y: number(-3...6), width: number(0.2...9), height: number(0.2...9)),
        cornerRadius: round % 3 == 0 ? 0 : number(0...6))
      let scale = round % 2 == 0 ? 1 : number(1...2)
      let levels = levels(of: shape, scale: PixelScale(scale))
      for index in levels.indices {
        let witness = sampled(shape, scale: scale, column: index % 24, row: index / 24)
        // A row of 64 samples is off by up to half a sample: 255 / 64 levels for two edges.
        if abs(Double(levels[index]) - witness) > 4.5 {
          Issue.record(
            "seed \(random.seed), \(shape), pixel \(index): \(levels[index]), \(witness)")
        }
      }
    }
  }

  @Test func straightEdgesCoverTheirShareExactly() {
    let shape = DisplayShape(Rect(x: 1.5, y: 2.25, width: 3, height: 0.5))
    let row = levels(of: shape, scale: .one)[48..<54]
    #expect(Array(row) == [0, 64, 128, 128, 64, 0])
  }

  @Test(arguments: [
    Rect(x: .nan, y: 0, width: 5, height: 5), Rect(x: 0, y: 0, width: .nan, height: 5),
    Rect(x: 0, y: 0, width: -4, height: 5), Rect(x: 1e300, y: 0, width: 5, height: 5),
    Rect(x: 100, y: 0, width: 5, height: 5),
  ])
  func shapesThatAreNowhereCoverNothing(rect: Rect) {
    #expect(levels(of: DisplayShape(rect, cornerRadius: 1), scale: .one).allSatisfy { $0 == 0 })
  }

  @Test func endlessShapesCoverTheClip() {
    let rect = Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300)
    #expect(levels(of: DisplayShape(rect), scale: .one).allSatisfy { $0 == 255 })
  }
}
