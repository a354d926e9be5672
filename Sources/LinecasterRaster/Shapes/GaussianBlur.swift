import Foundation
import LinecasterBase

/// Blurs lines of 16-bit coverage by a Gaussian.
///
/// Narrow blurs use convolution, wide ones three box blurs of the same variance, which together are
/// within 2.5 % of a Gaussian (CSS allows 5 %). All sums use whole numbers.
struct GaussianBlur: Hashable, Sendable {
  private enum Method: Hashable, Sendable {
    /// The symmetric weights from the centre on, in 65,536ths.
    case kernel([UInt32])
    case boxes(BoxPass)
  }

  /// The reach of the blur in pixels.
  let reach: Int
  private let method: Method

  /// The maximum standard deviation in pixels; larger ones are clamped.
  static let largest = 500.0
  /// The maximum standard deviation for convolution with a Gaussian kernel.
  static let largestKernel = 4.0

  /// The minimum standard deviation: smaller blurs change no pixel, and tiny ones have a square of
  /// 0.
  private static let smallest = 0.01

  /// Creates a blur of a standard deviation in pixels; values not above 0 blur nothing.
  init(deviation: Double) {
    let deviation = deviation > 0 ? min(deviation, Self.largest) : 0
    if deviation > Self.largestKernel {
      let pass = BoxPass(variance: deviation * deviation)
      method = .boxes(pass)
      reach = 3 * pass.margin
    } else {
      let weights = Self.kernel(deviation)
      method = .kernel(weights)
      reach = weights.count - 1
    }
  }

  /// Blurs a line of `count` pixels in place; the first `count − 2 · reach` are the result.
  func blur(_ line: UnsafeMutablePointer<UInt16>, count: Int) {
    switch method {
    case .boxes(let pass):
      for round in 0..<3 { pass.blur(line, count: count - round * 2 * pass.margin) }
    case .kernel(let weights):
      weights.withUnsafeBufferPointer { Self.convolve(line, count, $0) }
    }
  }

  private static func convolve(
    _ line: UnsafeMutablePointer<UInt16>, _ count: Int, _ weights: UnsafeBufferPointer<UInt32>
  ) {
    let reach = weights.count - 1
    for start in 0..<max(0, count - 2 * reach) {
      let middle = start + reach
      var sum = UInt32(line[middle]) &* weights[0] &+ 1 << 15
      for distance in 1..<max(1, weights.count) {
        let both = UInt32(line[middle &- distance]) &+ UInt32(line[middle &+ distance])
        sum = sum &+ both &* weights[distance]
      }
      // Pixels written here are not read again.
      line[start] = UInt16(truncatingIfNeeded: sum >> 16)
    }
  }

  /// Returns the weights from the centre on, three deviations far; those of both sides sum to
  /// 65,536.
  private static func kernel(_ deviation: Double) -> [UInt32] {
    guard deviation > smallest else { return [65_536] }
    let count = Int(saturating: (3 * deviation).rounded(.up))
    let plain = (0...count).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = plain[0] + 2 * plain.dropFirst().reduce(0, +)
    var weights = plain.map { UInt32(saturating: ($0 / sum * 65_536).rounded()) }
    weights[0] = 65_536 - 2 * weights.dropFirst().reduce(0, +)
    return weights
  }
}

/// One box blur along a line, of any width: whole pixels and a share of one more at both ends.
///
/// Three box blurs in a row approximate a Gaussian (Gwosdek et al., "Theoretical foundations of
/// Gaussian convolution by extended box filtering", 2011). All sums use whole numbers, so a pixel
/// has the same value for any blurred part of the line.
struct BoxPass: Hashable, Sendable {
  /// The number of fully weighted pixels on each side of the centre.
  let reach: Int
  /// The weight of the pixels beyond them, in 256ths.
  private let share: Int
  /// 2^40 ÷ the sum of all weights.
  private let inverse: Int

  /// Creates the pass that, applied three times, has a variance in pixels squared.
  init(variance: Double) {
    let third = variance / 3
    let whole = (((12 * third + 1).squareRoot() - 1) / 2).rounded(.down)
    let next = (whole + 1) * (whole + 1)
    let ends = (2 * whole + 1) * (whole * (whole + 1) - 3 * third) / (6 * (third - next))
    reach = Int(saturating: whole)
    share = min(max(Int(saturating: (ends * 256).rounded()), 0), 256)
    let sum = (2 * reach + 1) * 256 + 2 * share
    inverse = ((1 << 40) + sum / 2) / sum
  }

  /// The number of pixels that each end of a line loses.
  var margin: Int { reach + 1 }

  /// Blurs a line of `count` pixels in place; the first `count − 2 · margin` are the result.
  func blur(_ line: UnsafeMutablePointer<UInt16>, count: Int) {
    var sum = 0
    for index in 1..<max(1, min(count, 2 * reach + 1)) { sum += Int(line[index]) }
    for index in 0..<max(0, count - 2 * margin) {
      sum += Int(line[index + 2 * reach + 1])
      let ends = Int(line[index]) + Int(line[index + 2 * reach + 2])
      // Pixels written here are not read again.
      line[index] = UInt16(
        truncatingIfNeeded: ((sum << 8 + ends * share) * inverse + 1 << 39) >> 40)
      sum -= Int(line[index + 1])
    }
  }
}
