import LinecasterFonts

extension FontCluster {
  /// Whether the face has every scalar that needs a glyph of its own, as it is or in an equivalent
  /// form.
  func isCovered(by face: FontFace) -> Bool {
    forEachUncovered({ face.covers(value: $0) }, { _ in false })
  }

  /// The same for a face that need not be opened for it.
  func isCovered(by entry: FontEntry) -> Bool {
    forEachUncovered({ entry.covers(value: $0) }, { _ in false })
  }

  /// The scalars that need a glyph of their own and that the face lacks.
  func missing(from face: FontFace) -> [Unicode.Scalar] {
    missing { face.covers(value: $0) }
  }

  /// The same for a face that need not be opened for it.
  func missing(from entry: FontEntry) -> [Unicode.Scalar] {
    missing { entry.covers(value: $0) }
  }

  private func missing(_ covers: (UInt32) -> Bool) -> [Unicode.Scalar] {
    var missing: [Unicode.Scalar] = []
    _ = forEachUncovered(covers) { value in
      if let scalar = Unicode.Scalar(value) { missing.append(scalar) }
      return true
    }
    return missing
  }

  /// Calls `body` with scalars that lack a glyph for as long as it returns true; the result is
  /// whether it always did.
  @inline(__always)
  private func forEachUncovered(
    _ covers: (UInt32) -> Bool, _ body: (UInt32) -> Bool
  ) -> Bool {
    var unit = range.lowerBound
    var previous: UInt32?
    while unit < range.upperBound {
      let value = scalar(at: unit)
      if !isIgnorable(at: unit) {
        if covers(value) {
          previous = value
        } else if let composed = Self.composed(previous, value, covers) {
          previous = composed
        } else if !Self.isMadeOfCovered(value, covers) {
          if !body(value) { return false }
        }
      }
      unit += value > 0xFFFF ? 2 : 1
    }
    return true
  }

  /// The character that a mark makes of the one before it, where the face has that.
  private static func composed(
    _ previous: UInt32?, _ mark: UInt32, _ covers: (UInt32) -> Bool
  ) -> UInt32? {
    guard let previous, let composed = CanonicalForms.composed(previous, mark), covers(composed)
    else { return nil }
    return composed
  }

  /// Whether the face has all that a character is made of; some are made in two or three steps.
  private static func isMadeOfCovered(
    _ value: UInt32, _ covers: (UInt32) -> Bool
  ) -> Bool {
    guard let (first, second) = CanonicalForms.decomposed(value) else { return false }
    return (second == 0 || covers(second)) && (covers(first) || isMadeOfCovered(first, covers))
  }
}
