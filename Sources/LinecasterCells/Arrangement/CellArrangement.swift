public import LinecasterDisplay
public import LinecasterGeometry

/// Where everything in a cell is: its size and what to draw, with all text laid out.
///
/// Immutable; measuring and drawing use the same value, so they cannot disagree.
public struct CellArrangement: Sendable {
  /// The size of the cell in layout points, whole pixels at the environment's scale.
  public let size: Size
  /// What to draw, from back to front, in layout points from the cell's top-left corner.
  public let displayList: DisplayList
  /// The characters that no font has, in text order.
  public let missingCharacters: [Unicode.Scalar]
  /// An estimate of the memory the value keeps alive, in bytes.
  public let byteCount: Int
}
