import LinecasterDisplay
import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct BlurredBoxTests {
  /// Leaving out the middle of a box must change nothing.
  @Test func isTheWholeBoxBlurred() {
    var random = SeededGenerator()
    for round in 0..<12 {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let rect = Rect(
        x: number(-20...20), y: number(-20...20), width: number(1...90), height: number(1...90))
      let corners = CornerRadii(
        topLeft: number(0...20), topRight: number(0...9), bottomRight: number(0...30),
        bottomLeft: 0)
      let box = RoundedBox(DisplayShape(rect, corners: corners), scale: .one)
      let blur = GaussianBlur(deviation: round % 2 == 0 ? number(0...4) : number(4...8))
      let bounds = PixelRect(left: -30, top: -20, right: 90, bottom: 70)
      let quick = BlurredBox(box, blur, in: bounds)
      let clip = bounds.widened(by: (blur.reach, blur.reach))
      let coverage = ShapeCoverage(box, clip: clip)
      let slow = BlurredMask(bounds, blur) { row, columns, mask in
        coverage?.write(row: row, columns, to: mask)
      }
      let differences = (bounds.top..<bounds.bottom).flatMap { row in
        (bounds.left..<bounds.right).map { column in
          abs(
            Int(quick.level(column: column, row: row)) - Int(slow.level(column: column, row: row)))
        }
      }
      // The right and lower edges lie elsewhere, where the sum of their places rounds differently.
      #expect((differences.max() ?? 0) <= 1, "seed \(random.seed), \(rect) \(corners)")
    }
  }
}
