public import LinecasterGeometry

/// What a shape is filled with.
public enum DisplayPaint: Hashable, Sendable {
  /// One colour.
  case color(Color)
  /// Colours along a line.
  case linear(LinearGradient)
  /// Colours outwards from a centre.
  case radial(RadialGradient)
}
