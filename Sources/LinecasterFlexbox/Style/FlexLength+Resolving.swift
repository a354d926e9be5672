/// Lengths as the layout reads them.
extension FlexLength {
  /// Stands for an edge that is not set.
  static var unset: FlexLength { FlexLength(.none) }

  @inline(__always) var isUnset: Bool { self == .unset }
  @inline(__always) var isPoints: Bool { raw == raw }
  @inline(__always) var isPercent: Bool { raw.bitPattern >> 48 == Self.percentTag }
  /// Whether a size of the content or of the container is asked for by name.
  @inline(__always) var isKeyword: Bool { raw.bitPattern >> 48 == Self.keywordTag }
  @inline(__always) var isContent: Bool { self == .content }
  /// Whether the length is points or `auto`.
  @inline(__always) var isPlain: Bool { isPoints || raw.bitPattern == Double.nan.bitPattern }
  /// Whether the length is `auto`, or points not below 0: no other has bits below those of NaN.
  @inline(__always) var isPlainSize: Bool { raw.bitPattern <= Double.nan.bitPattern }
  /// Whether the layout decides; ``content`` is no size and counts as such.
  @inline(__always) var isAuto: Bool {
    raw.bitPattern == Double.nan.bitPattern || isContent
  }

  var keyword: Keyword? {
    guard isKeyword else { return nil }
    return Keyword(rawValue: UInt8(truncatingIfNeeded: raw.bitPattern))
  }

  /// The number of percents, of a percentage.
  @inline(__always) var percentage: Double { Double(bitPattern: raw.bitPattern << 16) }

  /// The length in points; indefinite for keywords and for a share of something indefinite.
  @inline(__always)
  func resolved(against basis: Double) -> Double {
    if raw == raw { return raw }
    return isPercent ? percentage * basis / 100 : .indefinite
  }

  /// The length in points, with 0 for what is indefinite.
  @inline(__always)
  func resolvedOrZero(against basis: Double) -> Double {
    if raw == raw { return raw }
    let length = isPercent ? percentage * basis / 100 : 0
    return length.isDefinite ? length : 0
  }

  /// This length, or `fallback` where it is negative.
  @inline(__always)
  func nonNegative(or fallback: FlexLength) -> FlexLength {
    if raw >= 0 || raw.bitPattern == Double.nan.bitPattern { return self }
    return isPoints || (isPercent && percentage < 0) ? fallback : self
  }
}
