/// Where a grapheme of the text stands.
public struct GraphemePlace: Hashable, Sendable {
  /// The grapheme as UTF-16 offsets into the text.
  public let utf16Range: Range<Int>
  /// The index of its line.
  public let line: Int
  /// Its left edge, in layout points from the layout's.
  public let x: Double
  /// The distance to its right edge, in layout points; 0 for what takes no room.
  public let width: Double
}
