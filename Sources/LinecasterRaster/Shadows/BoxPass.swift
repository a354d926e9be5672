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
    reach = Int(whole)
    share = min(max(Int((ends * 256).rounded()), 0), 256)
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
