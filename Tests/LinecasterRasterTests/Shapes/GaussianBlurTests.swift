import Foundation
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct GaussianBlurTests {
  private func blurred(_ line: [UInt16], _ blur: GaussianBlur) -> [UInt16] {
    var line = line
    line.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      blur.blur(base, count: buffer.count)
    }
    return Array(line.prefix(line.count - 2 * blur.reach))
  }

  /// The Gaussian itself, summed over all its weights.
  private func convolved(_ line: [UInt16], _ deviation: Double, at place: Int) -> Double {
    let weights = line.indices.map { index in
      exp(-pow(Double(index - place), 2) / (2 * deviation * deviation))
    }
    return zip(line, weights).reduce(0) { $0 + Double($1.0) * $1.1 } / weights.reduce(0, +)
  }

  /// The square of the smallest deviations is 0.
  @Test(arguments: [0, 1e-300, 1e-160, 0.0099, -1, -.infinity, .nan])
  func blursNothing(_ deviation: Double) {
    let blur = GaussianBlur(deviation: deviation)
    #expect(blur.reach == 0)
    #expect(blurred([0, 65_535, 7], blur) == [0, 65_535, 7])
  }

  @Test(arguments: [0.3, 1, 2.5, 4, 4.1, 7, 13.7, 40])
  func isNearAGaussian(_ deviation: Double) {
    let blur = GaussianBlur(deviation: deviation)
    let inset = blur.reach + Int(6 * deviation)
    // An edge, a bar as wide as the blur, and a bar of one pixel.
    var line = [UInt16](repeating: 0, count: 2 * inset + Int(8 * deviation) + 40)
    for index in line.indices where index > line.count / 2 { line[index] = 65_535 }
    let bar = line.count / 2 - Int(3 * deviation) - 8
    for index in bar..<bar + max(1, Int(deviation)) { line[index] = 65_535 }
    let result = blurred(line, blur)
    for place in inset..<line.count - inset {
      let expected = convolved(line, deviation, at: place) / 65_535
      let found = Double(result[place - blur.reach]) / 65_535
      // The kernel ends after three deviations, which omits 0.3 %; three boxes are within 2.5 %.
      // CSS allows 5 %.
      let tolerance = deviation <= GaussianBlur.largestKernel ? 0.004 : 0.025
      #expect(abs(found - expected) <= tolerance, "\(deviation) at \(place)")
    }
  }

  @Test(arguments: [0, -3, Double.nan, 0.5, 3, 20, 5000, .infinity])
  func leavesEvenLinesAsTheyAre(_ deviation: Double) {
    let blur = GaussianBlur(deviation: deviation)
    for level in [0, 1, 65_534, 65_535] as [UInt16] {
      let line = [UInt16](repeating: level, count: 2 * blur.reach + 9)
      #expect(blurred(line, blur) == Array(repeating: level, count: 9))
    }
  }

  @Test func aPartIsThatOfTheWhole() {
    var random = SeededGenerator()
    for deviation in [0.8, 3.3, 9, 17.2] {
      let blur = GaussianBlur(deviation: deviation)
      let line = (0..<300).map { _ in UInt16.random(in: 0...65_535, using: &random) }
      let whole = blurred(line, blur)
      let part = blurred(Array(line[20..<250]), blur)
      #expect(part == Array(whole[20..<20 + part.count]), "seed \(random.seed), \(deviation)")
    }
  }

  @Test(arguments: [4.5, 10, 33.3])
  func boxesHaveTheVarianceAskedFor(_ deviation: Double) {
    let blur = GaussianBlur(deviation: deviation)
    var line = [UInt16](repeating: 0, count: 4 * blur.reach + 1)
    line[2 * blur.reach] = 65_535
    let result = blurred(line, blur)
    let sum = result.reduce(0) { $0 + Double($1) }
    let variance = result.enumerated().reduce(0) {
      $0 + Double($1.element) * pow(Double($1.offset - blur.reach), 2)
    }
    #expect(abs((variance / sum).squareRoot() / deviation - 1) < 0.01)
  }
}
