public import LinecasterGeometry
public import LinecasterText

/// One step of drawing, in layout points from the cell's top-left corner, y down.
public enum DisplayCommand: Sendable {
  /// Fill a shape with a colour.
  case fill(DisplayShape, Color)
  /// Draw a text layout with its top-left corner at a point.
  case text(TextLayout, origin: Point)
  /// Draw a picture stretched over a shape's rectangle and clipped to its corners.
  case image(ImageReference, DisplayShape)
}
