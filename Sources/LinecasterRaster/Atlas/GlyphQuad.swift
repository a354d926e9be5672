/// A rectangle of texels and where it is drawn, 28 bytes without padding.
///
/// An array of quads is a buffer of instances as it stands. At offset 0 are four 32-bit floats: the
/// left, top, right and bottom edges in device pixels. At 16 are four unsigned 16-bit numbers: the
/// first column and row of the texels, and how many columns and rows. At 24 are four bytes: red,
/// green, blue and alpha.
public struct GlyphQuad: Hashable, Sendable {
  /// The left edge in device pixels.
  public var left: Float
  /// The top edge in device pixels, y down.
  public var top: Float
  /// The right edge in device pixels.
  public var right: Float
  /// The bottom edge in device pixels.
  public var bottom: Float
  /// The first column of texels.
  public var texelX: UInt16
  /// The first row of texels.
  public var texelY: UInt16
  /// The columns of texels.
  public var texelWidth: UInt16
  /// The rows of texels.
  public var texelHeight: UInt16
  /// The red of the colour, not multiplied by alpha; 255 for images, which have colours.
  public var red: UInt8
  /// The green of the colour; 255 for images.
  public var green: UInt8
  /// The blue of the colour; 255 for images.
  public var blue: UInt8
  /// The opacity.
  public var alpha: UInt8
}
