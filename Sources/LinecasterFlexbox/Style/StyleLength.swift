/// A sanitised ``FlexLength`` in 8 bytes: a number of points, or a NaN whose payload names the
/// rest.
///
/// Percentages keep 24 bits, a millionth of a point on a line of ten points a percent.
struct StyleLength: Equatable {
  let raw: Double

  private static let percentTag: UInt64 = 0x7FF8_0001
  private static let contentTag: UInt64 = 0x7FF8_0002

  static let auto = StyleLength(raw: .nan)
  static let zero = StyleLength(raw: 0)

  @inline(__always)
  private init(raw: Double) { self.raw = raw }

  /// Reads a length, with `fallback` for what is not finite or below `minimum`.
  @inline(__always)
  init(_ length: FlexLength, minimum: Double, fallback: StyleLength) {
    let limit = FlexStyle.maximumLength
    switch length {
    case .auto: self = fallback
    case .content: self.init(raw: Double(bitPattern: Self.contentTag << 32))
    case .points(let points):
      guard points >= minimum, points.isFinite else {
        self = fallback
        return
      }
      self.init(raw: min(max(points, -limit), limit))
    case .percent(let percent):
      guard percent >= minimum, percent.isFinite else {
        self = fallback
        return
      }
      let bits = Float(min(max(percent, -limit), limit)).bitPattern
      self.init(raw: Double(bitPattern: Self.percentTag << 32 | UInt64(bits)))
    }
  }

  /// Whether the length is neither points nor a percentage.
  @inline(__always) var isAuto: Bool { raw != raw && !isPercent }
  @inline(__always) var isPercent: Bool { raw.bitPattern >> 32 == Self.percentTag }
  @inline(__always) var isContent: Bool { raw.bitPattern >> 32 == Self.contentTag }

  /// The length in points; indefinite for keywords and for a share of something indefinite.
  @inline(__always)
  func resolved(against basis: Double) -> Double {
    if raw == raw { return raw }
    return resolvedPercent(against: basis)
  }

  /// The length in points, with 0 for what is indefinite.
  @inline(__always)
  func resolvedOrZero(against basis: Double) -> Double {
    if raw == raw { return raw }
    let length = resolvedPercent(against: basis)
    return length.isDefinite ? length : 0
  }

  private func resolvedPercent(against basis: Double) -> Double {
    guard isPercent else { return .indefinite }
    let percent = Float(bitPattern: UInt32(truncatingIfNeeded: raw.bitPattern))
    return Double(percent) * basis / 100
  }
}
