import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct OutlinePiecesTests {
  /// The distance from a place to the nearest segment.
  private func distance(_ place: SIMD2<Double>, _ outline: borrowing OutlinePieces) -> Double {
    (0..<outline.count).map { index in
      let start = SIMD2<Double>(outline.base[index].start)
      let along = SIMD2<Double>(outline.base[index].end) - start
      let share = ((place - start) * along).sum() / (along * along).sum()
      let away = place - start - along * min(max(share, 0), 1)
      return (away * away).sum().squareRoot()
    }.min() ?? .infinity
  }

  /// Segments of quadratic and cubic curves, compared with their formulas.
  @Test func piecesKeepToTheirCurve() {
    var random = SeededGenerator()
    for _ in 0..<TestSettings.transitions(usually: 100) {
      let points = (0..<4).map { _ in
        SIMD2<Double>(.random(in: 0..<60, using: &random), .random(in: 0..<60, using: &random))
      }
      let ends = points.map { SIMD2<Float>($0) }
      var square = OutlinePieces()
      var cubic = OutlinePieces()
      square.move(to: ends[0])
      square.curve(ends[1], to: ends[2])
      cubic.move(to: ends[0])
      cubic.curve(ends[1], ends[2], to: ends[3])
      let squareEnd = square.base[square.count - 1].end
      let cubicEnd = cubic.base[cubic.count - 1].end
      #expect(squareEnd == ends[2] && cubicEnd == ends[3])
      for step in 0...50 {
        let share = Double(step) / 50
        let one = mixed(points[0], points[1], share)
        let two = mixed(points[1], points[2], share)
        let three = mixed(points[2], points[3], share)
        let onSquare = mixed(one, two, share)
        let onCubic = mixed(onSquare, mixed(two, three, share), share)
        let errors = (distance(onSquare, square), distance(onCubic, cubic))
        #expect(errors.0 < 0.0051 && errors.1 < 0.0051, "seed \(random.seed)")
      }
    }
  }

  private func mixed(
    _ one: SIMD2<Double>, _ other: SIMD2<Double>, _ share: Double
  ) -> SIMD2<Double> {
    one + (other - one) * share
  }

  @Test func contoursAreClosedAndApart() {
    var shapes = OutlineShapes()
    shapes.rectangle(1, 1, 3, 3)
    shapes.polygon([Point(x: 2, y: 2)])
    shapes.ellipse(Point(x: 9, y: 9), (3, 2))
    let outline = OutlinePieces(shapes.outline)
    var contours: [Range<Int>] = []
    outline.forEachContour { contours.append($0) }
    #expect(contours.first == 0..<4 && contours.count == 2)
    for contour in contours {
      let (first, last) = (outline.base[contour.lowerBound], outline.base[contour.upperBound - 1])
      #expect(first.start == last.end)
    }
    let pixels = outline.pixels
    #expect(pixels == PixelRect(left: 1, top: -11, right: 12, bottom: -1))
    let nothing = OutlinePieces().pixels
    #expect(nothing.isEmpty)
  }
}
