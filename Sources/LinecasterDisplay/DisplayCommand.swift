public import LinecasterGeometry
public import LinecasterText

/// One step of drawing, in layout points from the cell's top-left corner, y down.
public enum DisplayCommand: Sendable {
  /// Fill a shape with a colour or a gradient.
  case fill(DisplayShape, DisplayPaint)
  /// Draw lines along the inside of a shape's edges.
  case border(DisplayShape, Border)
  /// Draw the shadow of a shape: outside of it, or inside for an inset one; never both.
  case shadow(DisplayShape, Shadow)
  /// Draw a text layout with its top-left corner at a point.
  case text(TextLayout, origin: Point)
  /// Draw the shadow of a text layout and its lines; it comes before the text.
  ///
  /// The spread and `isInset` of the shadow mean nothing here.
  case textShadow(TextLayout, origin: Point, Shadow)
  /// Draw an image in a shape's rectangle, clipped to the shape.
  case image(ImageReference, DisplayShape, ContentMode)
  /// Draw steps as one: with an opacity, clipped to a shape.
  case group(DisplayGroup)
}

extension DisplayCommand {
  /// The number of glyphs that the step draws.
  var glyphCount: Int {
    switch self {
    case .text(let layout, _), .textShadow(let layout, _, _): layout.glyphCount
    case .group(let group): group.commands.reduce(0) { $0 + $1.glyphCount }
    case .fill, .border, .shadow, .image: 0
    }
  }
}
