public import LinecasterGeometry

/// A line under, through or over text of a layout, ready to be drawn.
public struct DecorationLine: Hashable, Sendable {
  /// What is drawn.
  public let decoration: TextDecoration
  /// The colour, that of the text where the decoration has none.
  public let color: Color
  /// The room of the line, in layout points from the layout's top-left corner, y down.
  ///
  /// Its height is the thickness of one stroke; double and wavy lines reach as much again below.
  public internal(set) var frame: Rect
}
