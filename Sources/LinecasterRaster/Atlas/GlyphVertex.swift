/// A corner of a quad, 20 bytes without padding, in the order of `SDL_Vertex`.
public struct GlyphVertex: Hashable, Sendable {
  /// The place in device pixels.
  public var x: Float
  /// The place in device pixels, y down.
  public var y: Float
  /// The red of the colour, not multiplied by alpha.
  public var red: UInt8
  /// The green of the colour.
  public var green: UInt8
  /// The blue of the colour.
  public var blue: UInt8
  /// The opacity.
  public var alpha: UInt8
  /// The place in the texture, 0 to 1.
  public var u: Float
  /// The place in the texture, 0 to 1, y down.
  public var v: Float
}
