/// Which source pixels make up each target pixel along one axis, and by how much.
///
/// Shrinking takes the average over the target pixel's area (a box filter); enlarging interpolates
/// linearly between pixel centres.
struct AxisFilter {
  /// What lies beyond the ends of the source.
  enum Edge {
    /// Nothing: pixels on the ends fade by the part that is outside.
    case transparent
    /// More of the last pixel.
    case repeated
    /// Nothing, and pixels on the ends have the colour of the last one, as far as they are covered.
    case cut
  }

  /// For each target pixel, the first source pixel it takes.
  private(set) var starts: [Int32] = []
  /// For each target pixel and one more, where its weights start.
  private(set) var offsets: [Int32] = [0]
  private(set) var weights: [Float] = []

  private let sourceCount: Int

  /// Makes the weights for the target pixels of `range`.
  ///
  /// - Parameters:
  ///   - sourceCount: The number of source pixels, at least 1.
  ///   - origin: Where the source starts, in target pixels.
  ///   - scale: Target pixels a source pixel, above 0.
  ///   - range: The target pixels wanted.
  init(sourceCount: Int, origin: Double, scale: Double, range: Range<Int>, edge: Edge) {
    self.sourceCount = sourceCount
    let end = Double(sourceCount)
    starts.reserveCapacity(range.count)
    offsets.reserveCapacity(range.count + 1)
    weights.reserveCapacity(Int(min(end, Double(range.count) / scale)) + 2 * range.count)
    for pixel in range {
      let lower = (Double(pixel) - origin) / scale
      let upper = (Double(pixel + 1) - origin) / scale
      if scale < 1 {
        appendAverage(from: lower, to: upper, edge: edge)
      } else {
        appendInterpolation(at: (lower + upper) / 2 - 0.5, edge: edge)
      }
      if edge == .cut { cutOff(to: max(0, min(upper, end) - max(lower, 0)) / (upper - lower)) }
      offsets.append(Int32(weights.count))
    }
  }

  /// Multiplies the weights of the last target pixel by the share of it that is covered.
  private mutating func cutOff(to share: Double) {
    guard share < 1 else { return }
    for index in Int(offsets[offsets.count - 1])..<weights.count { weights[index] *= Float(share) }
  }

  /// The number of target pixels.
  var count: Int { starts.count }

  /// The weights of a target pixel, for source pixels from its start on.
  func taps(_ target: Int) -> Range<Int> { Int(offsets[target])..<Int(offsets[target + 1]) }

  private mutating func appendAverage(from lower: Double, to upper: Double, edge: Edge) {
    let end = Double(sourceCount)
    let first = min(max(lower, 0), end - 1).rounded(.down)
    let last = min(max(upper.rounded(.up), first + 1), end)
    let covered = max(0, min(upper, end) - max(lower, 0))
    let whole = edge != .transparent ? covered : upper - lower
    starts.append(Int32(first))
    for index in Int(first)..<Int(last) {
      let overlap = min(upper, Double(index + 1)) - max(lower, Double(index))
      weights.append(whole > 0 ? Float(max(0, overlap) / whole) : edge != .transparent ? 1 : 0)
      if !(whole > 0) { break }
    }
  }

  private mutating func appendInterpolation(at center: Double, edge: Edge) {
    let end = Double(sourceCount)
    let position = edge != .transparent ? min(max(center, 0), end - 1) : min(max(center, -1), end)
    let first = position.rounded(.down)
    let share = Float(position - first)
    let isFirstInside = first >= 0 && first < end
    let isNextInside = first + 1 >= 0 && first + 1 < end
    starts.append(Int32(isFirstInside ? first : isNextInside ? first + 1 : 0))
    if isFirstInside { weights.append(1 - share) }
    if isNextInside && share > 0 { weights.append(share) }
  }
}
