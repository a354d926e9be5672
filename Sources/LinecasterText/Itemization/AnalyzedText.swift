/// An analyzed paragraph as the itemizer reads it: bare pointers, so that a step over a grapheme
/// costs no counting of references.
///
/// Valid inside `Itemizer.itemize` only, which keeps the arrays alive; nothing writes them.
struct AnalyzedText {
  let units: UnsafeBufferPointer<UInt16>
  let properties: UnsafeBufferPointer<UInt8>
  /// The scripts, common and inherited resolved.
  let scripts: UnsafeBufferPointer<UInt8>
  /// The embedding levels; empty where all are 0.
  let levels: UnsafeBufferPointer<UInt8>
  /// One entry a unit and one for the end.
  let boundaries: UnsafeBufferPointer<BoundaryFlags>

  func level(at unit: Int) -> UInt8 { levels.isEmpty ? 0 : levels[unit] }

  /// The end of the grapheme that a unit starts.
  func graphemeEnd(after unit: Int) -> Int {
    var end = unit + 1
    while end < units.count, !boundaries[end].contains(.grapheme) { end += 1 }
    return end
  }
}
