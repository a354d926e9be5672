/// Indefinite lengths are NaN inside the engine, so that arithmetic carries them along.
extension Double {
  /// A length that is not known (yet).
  @inline(__always) static var indefinite: Double { .nan }

  /// Whether the length is known.
  @inline(__always) var isDefinite: Bool { self == self }

  /// This length, or `other` where it is indefinite.
  @inline(__always)
  func or(_ other: Double) -> Double { isDefinite ? self : other }

  /// The length within limits, of which indefinite ones are ignored; the minimum wins.
  @inline(__always)
  func clamped(_ minimum: Double, _ maximum: Double) -> Double {
    var length = self
    if length > maximum { length = maximum }
    if length < minimum { length = minimum }
    return length
  }
}
