/// §9.7, as far as it is about one item.
extension FlexItem {
  /// What the item takes of the line's space before it is flexed, or after it is frozen.
  @inline(__always) var reservedMain: Double { (isFrozen ? target : base) + mainMargins }
  /// The scaled flex shrink factor.
  @inline(__always) var scaledShrink: Double { shrink * innerBase }
  /// By how much the target breaks the limits.
  @inline(__always) var violation: Double { target.clamped(minMain, maxMain) - target }

  /// Step 2.
  @inline(__always)
  mutating func freezeIfInflexible(isGrowing: Bool) {
    isFrozen =
      isGrowing ? grow == 0 || base > hypothetical : shrink == 0 || base < hypothetical
    target = isFrozen ? hypothetical : base
  }

  /// Steps 4 d and e.
  @inline(__always)
  mutating func clampTarget(totalViolation total: Double, isLast: Bool) {
    let violation = violation
    target += violation
    isFrozen = isLast || total == 0 || (total > 0 ? violation > 0 : violation < 0)
  }
}
