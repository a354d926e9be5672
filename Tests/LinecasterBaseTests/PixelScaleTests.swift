import LinecasterBase
import LinecasterTestSupport
import Testing

@Suite struct PixelScaleTests {
  private static let factors = [1, 1.25, 1.5, 2, 3, 0.5, 0.75]
  /// The documented tolerance: 1/1024 of a pixel or of a point, whichever is smaller.
  private func tolerance(_ scale: PixelScale) -> Double { min(1, scale.factor) / 1024 }

  /// Multiples of a thirtieth, random numbers, and both with errors of a sum on them.
  private static let lengths: [Double] = {
    var random = SeededGenerator(salt: 1)
    let even = (-600...600).map { Double($0) / 30 }
    let any = (0..<2_000).map { _ in Double.random(in: -5_000...5_000, using: &random) }
    return (even + any).flatMap { [$0, $0.nextUp, $0.nextDown, $0 + 1e-9, $0 - 1e-9] }
  }()

  @Test(arguments: factors)
  func roundsUpToTheNextEdge(_ factor: Double) {
    let scale = PixelScale(factor)
    let slack = tolerance(scale)
    let wrong = Self.lengths.filter { length in
      let rounded = scale.roundedUp(length)
      let pixels = rounded * factor
      return abs(pixels - pixels.rounded()) > 1e-9 || rounded < length - slack / factor - 1e-12
        || pixels > length * factor + 1 - slack + 1e-9 || scale.roundedUp(rounded) != rounded
        || scale.pixels(length) != max(0, Int(saturating: pixels.rounded()))
    }
    #expect(wrong == [], "seed \(TestSettings.seed)")
  }

  @Test(arguments: factors)
  func linesAreWholePixelsAndNeverNone(_ factor: Double) {
    let scale = PixelScale(factor)
    let wrong = Self.lengths.filter { width in
      let pixels = scale.lineWidth(width) * factor
      guard width > 0 else { return pixels != 0 }
      return abs(pixels - pixels.rounded()) > 1e-9 || pixels < 1 - 1e-9
        || pixels > max(1, width * factor + tolerance(scale) + 1e-9)
        || pixels < width * factor - 1
    }
    #expect(wrong == [], "seed \(TestSettings.seed)")
    #expect([.nan, .infinity, -.infinity].allSatisfy { scale.lineWidth($0) == 0 })
  }

  @Test func staysFiniteAtExtremeScales() {
    for factor in [Double.leastNonzeroMagnitude, 1e-300, 1e300, Double.greatestFiniteMagnitude] {
      for length in [0, 1, 300.5, 1e9] {
        #expect(PixelScale(factor).roundedUp(length).isFinite, "\(length) at \(factor)")
        #expect(PixelScale(factor).rounded(length).isFinite, "\(length) at \(factor)")
      }
    }
  }

  @Test(arguments: factors)
  func roundsToTheNearestEdge(_ factor: Double) {
    let scale = PixelScale(factor)
    let wrong = Self.lengths.filter { length in
      let rounded = scale.rounded(length)
      let pixels = rounded * factor
      return abs(pixels - pixels.rounded()) > 1e-9 || abs(pixels - length * factor) > 0.5 + 1e-9
        || scale.rounded(rounded) != rounded
    }
    #expect(wrong == [], "seed \(TestSettings.seed)")
  }

  /// A length that was measured and rounded up holds its text again: text tolerates 1/1024 point.
  @Test(arguments: factors)
  func losesLessThanTextForgives(_ factor: Double) {
    let scale = PixelScale(factor)
    let wrong = Self.lengths.filter { scale.roundedUp($0) < $0 - 1.0 / 1024 - 1e-12 }
    #expect(wrong == [], "seed \(TestSettings.seed)")
  }

  @Test(arguments: factors)
  func neighboursStillMeet(_ factor: Double) {
    var random = SeededGenerator(salt: 2)
    let scale = PixelScale(factor)
    for _ in 0..<2_000 {
      let cuts = (0..<3).map { _ in Double.random(in: -300...300, using: &random) }.sorted()
      let left = scale.rounded(
        Rect(x: cuts[0], y: cuts[0], width: cuts[1] - cuts[0], height: cuts[1] - cuts[0]))
      let right = scale.rounded(
        Rect(x: cuts[1], y: cuts[1], width: cuts[2] - cuts[1], height: cuts[2] - cuts[1]))
      let failure: Comment = "cuts \(cuts), seed \(TestSettings.seed)"
      #expect(abs(left.maxX - right.minX) < 1e-9, failure)
      #expect(abs(left.maxY - right.minY) < 1e-9, failure)
      #expect(left.width >= 0 && right.height >= 0, failure)
    }
  }

  @Test func takesAnyFactor() {
    for factor: Double in [0, -1, .nan, .infinity, -.infinity] {
      #expect(PixelScale(factor) == .one)
    }
    #expect(PixelScale(2.5).factor == 2.5)
  }

  @Test func countsPixelsOfAnyLength() {
    #expect(PixelScale.one.pixels(.nan) == 0)
    #expect(PixelScale.one.pixels(-3) == 0)
    #expect(PixelScale.one.pixels(.infinity) == Int(Int32.max))
    #expect(PixelScale(2).pixels(10.2) == 21)
    #expect(PixelScale(2).roundedUp(Size(width: 1.1, height: 2)) == Size(width: 1.5, height: 2))
  }
}
