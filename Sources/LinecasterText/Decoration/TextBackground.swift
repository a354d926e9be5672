public import LinecasterGeometry

/// A colour behind text of a layout.
public struct TextBackground: Hashable, Sendable {
  /// The colour.
  public let color: Color
  /// The room it fills, in layout points from the layout's top-left corner, y down.
  ///
  /// It reaches from the ascent to the descent of the style's first face, whatever the line height.
  public internal(set) var frame: Rect
}
