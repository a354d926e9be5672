import Foundation
import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct PathCoverageTests {
  private let bounds = PixelRect(left: -3, top: 2, right: 21, bottom: 22)

  private func levels(_ polygons: [[Point]], in bounds: PixelRect) -> [UInt8] {
    var coverage = PathCoverage(bounds: bounds)
    for polygon in polygons { coverage.add(polygon) }
    return (bounds.top..<bounds.bottom).flatMap { row in
      var line = [UInt8](repeating: 7, count: bounds.width)
      line.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        coverage.write(row: row, bounds.left..<bounds.right, to: base)
      }
      return line
    }
  }

  private func triangle(_ random: inout SeededGenerator) -> [Point] {
    (0..<3).map { _ in
      Point(x: .random(in: -12...30, using: &random), y: .random(in: -5...30, using: &random))
    }
  }

  /// The share of 64 × 64 points of a pixel inside of a triangle, times 255.
  private func sampled(_ triangle: [Point], column: Int, row: Int) -> Double {
    let halves = ConvexClip.sides(of: triangle)
    let inside = (0..<4096).count { step in
      let point = Point(
        x: Double(column) + (Double(step % 64) + 0.5) / 64,
        y: Double(row) + (Double(step / 64) + 0.5) / 64)
      let sides = halves.map { half in
        (half.end.x - half.start.x) * (point.y - half.start.y)
          - (half.end.y - half.start.y) * (point.x - half.start.x)
      }
      return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
    }
    return Double(inside) * 255 / 4096
  }

  @Test func levelsMatchSupersampling() {
    var random = SeededGenerator()
    for _ in 0..<(TestSettings.isLong ? 20 : 2) {
      let triangle = triangle(&random)
      let levels = levels([triangle], in: bounds)
      for (index, level) in levels.enumerated() {
        let witness = sampled(
          triangle, column: bounds.left + index % bounds.width,
          row: bounds.top + index / bounds.width)
        // 64 rows of samples are off by half a sample for two edges each, corners by 1/512 pixel.
        #expect(abs(Double(level) - witness) <= 5, "seed \(random.seed), \(triangle), \(index)")
      }
    }
  }

  @Test func aPartIsThatOfTheWhole() {
    var random = SeededGenerator()
    for _ in 0..<40 {
      let polygons = [triangle(&random), triangle(&random)]
      let whole = levels(polygons, in: bounds)
      let part = PixelRect(left: 4, top: 7, right: 15, bottom: 18)
      let expected = (part.top..<part.bottom).flatMap { row in
        (part.left..<part.right).map { column in
          whole[(row - bounds.top) * bounds.width + column - bounds.left]
        }
      }
      #expect(levels(polygons, in: part) == expected, "seed \(random.seed), \(polygons)")
    }
  }

  @Test func polygonsThatTouchHaveNoSeam() {
    let corners = [
      Point(x: 0.3, y: 3.1), Point(x: 18.2, y: 4.7), Point(x: 16.9, y: 20.3),
      Point(x: 1.7, y: 19.6),
    ]
    let middle = Point(x: 9.123, y: 11.77)
    let parts = corners.indices.map { index in
      [corners[index], corners[(index + 1) % 4], middle]
    }
    #expect(levels(parts, in: bounds) == levels([corners], in: bounds))
  }

  @Test func theWayRoundMakesNoDifference() {
    var random = SeededGenerator()
    let triangle = triangle(&random)
    #expect(levels([triangle], in: bounds) == levels([triangle.reversed()], in: bounds))
  }

  @Test(arguments: [Double.nan, .infinity, 1e300])
  func placesThatAreNowhereEndNothing(_ place: Double) {
    let polygon = [Point(x: 0, y: 0), Point(x: place, y: 4), Point(x: 2, y: place)]
    let levels = levels([polygon, [], [Point(x: 1, y: 1)]], in: bounds)
    #expect(levels.contains { $0 > 0 } == place.isFinite)
  }
}

@Suite struct StrokeFitTests {
  @Test func startsAndEndsWithAStroke() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let length = Double.random(in: 0.1...300, using: &random)
      let stroke = Double.random(in: 0.1...20, using: &random)
      let fit = StrokeFit(length: length, stroke: stroke, gap: stroke)
      let end = Double(fit.count - 1) * fit.period + fit.stroke
      #expect(abs(end - length) < 1e-9, "seed \(random.seed)")
      // Gaps are as long as strokes, up to the adjustment for a whole number of strokes.
      if fit.count > 3 { #expect(0.5...1.6 ~= (fit.period - stroke) / stroke) }
    }
  }

  @Test func findsTheStrokesOfAStretch() {
    var random = SeededGenerator()
    let fit = StrokeFit(length: 100, stroke: 3, gap: 4)
    for _ in 0..<200 {
      let start = Double.random(in: -20...120, using: &random)
      let end = start + Double.random(in: 0.01...60, using: &random)
      let touched = (0..<fit.count).filter { index in
        Double(index) * fit.period < end && Double(index) * fit.period + 3 > start
      }
      let found = fit.indices(from: start, to: end)
      #expect(touched.allSatisfy(found.contains), "seed \(random.seed), \(start), \(end)")
      #expect(found.count <= touched.count + 2, "seed \(random.seed), \(start), \(end)")
    }
  }

  @Test(arguments: [0, -1, Double.nan, .infinity, 1e300])
  func oddLengthsAreOneStrokeOrNone(_ length: Double) {
    let fit = StrokeFit(length: length, stroke: 2, gap: 2)
    #expect(fit.count <= 1)
    #expect(fit.indices(from: -10, to: 10).count <= 1)
  }
}
