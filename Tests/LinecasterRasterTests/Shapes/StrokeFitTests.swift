import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct StrokeFitTests {
  @Test func startsAndEndsWithAStroke() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let length = Double.random(in: 0.1...300, using: &random)
      let stroke = Double.random(in: 0.1...20, using: &random)
      let fit = StrokeFit(length: length, stroke: stroke, gap: stroke)
      let end = Double(fit.count - 1) * fit.period + fit.stroke
      #expect(abs(end - length) < 1e-9, "seed \(random.seed)")
      // Gaps are as long as strokes, but for what the last one takes or leaves.
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
