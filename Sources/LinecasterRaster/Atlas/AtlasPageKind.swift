/// What the texels of an atlas page mean.
public enum AtlasPageKind: UInt8, Hashable, Sendable, CaseIterable {
  /// One byte: how much of the pixel a glyph covers.
  case mask
  /// Four bytes: how much of the red, the green and the blue stripe is covered, and their mean.
  case stripes
  /// Four bytes: red, green, blue and alpha, colours multiplied by alpha.
  case color
  /// One byte: the distance to a glyph's outline, as `DistanceField` has it.
  case distance

  /// The bytes of a texel.
  public var texelBytes: Int {
    switch self {
    case .mask, .distance: 1
    case .stripes, .color: 4
    }
  }
}
