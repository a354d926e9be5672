import Foundation
import LinecasterBase

/// Blurs lines of 16-bit coverage by a Gaussian.
///
/// Narrow ones are convolved with it, wide ones with three boxes of its variance, whose sum is
/// within 2.5 % of it (CSS allows 5 %). All sums are of whole numbers.
struct GaussianBlur: Hashable, Sendable {
  private enum Method: Hashable, Sendable {
    /// What the pixels from the middle on count, in 65,536ths; both sides are alike.
    case kernel([UInt32])
    case boxes(BoxPass)
  }

  /// How many pixels the blur reaches.
  let reach: Int
  private let method: Method

  /// The largest standard deviation in pixels; larger ones are as this one.
  static let largest = 500.0
  /// The largest one that is convolved with the Gaussian itself.
  static let largestKernel = 4.0

  /// Blurs by less leave every pixel as it is, and far smaller ones have a square of 0.
  private static let smallest = 0.01

  /// Makes a blur of a standard deviation in pixels; what is not above 0 blurs nothing.
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
      // What is written here is not read again.
      line[start] = UInt16(truncatingIfNeeded: sum >> 16)
    }
  }

  /// The weights from the middle on, three deviations far; all of both sides sum up to 65,536.
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
/// Three of them in a row come close to a Gaussian (Gwosdek et al., "Theoretical foundations of
/// Gaussian convolution by extended box filtering", 2011). All sums are of whole numbers, so that a
/// pixel has the same value whatever part of the line is blurred.
struct BoxPass: Hashable, Sendable {
  /// Pixels on each side of the middle that count whole.
  let reach: Int
  /// What the pixels beyond them count, in 256ths.
  private let share: Int
  /// 2^40 ÷ the sum of what all count.
  private let inverse: Int

  /// The pass of which three have a variance in pixels squared.
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

  /// How many pixels each end of a line is shorter afterwards.
  var margin: Int { reach + 1 }

  /// Blurs a line of `count` pixels in place; the first `count − 2 · margin` are the result.
  func blur(_ line: UnsafeMutablePointer<UInt16>, count: Int) {
    var sum = 0
    for index in 1..<max(1, min(count, 2 * reach + 1)) { sum += Int(line[index]) }
    for index in 0..<max(0, count - 2 * margin) {
      sum += Int(line[index + 2 * reach + 1])
      let ends = Int(line[index]) + Int(line[index + 2 * reach + 2])
      // What is written here is not read again.
      line[index] = UInt16(
        truncatingIfNeeded: ((sum << 8 + ends * share) * inverse + 1 << 39) >> 40)
      sum -= Int(line[index + 1])
    }
  }
}
