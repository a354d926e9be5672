/// The order of the four bytes of a pixel in memory; colours are multiplied by alpha.
public enum PixelFormat: Hashable, Sendable, CaseIterable {
  /// Red, green, blue, alpha: the order of `Bitmap.pixels`.
  case rgba
  /// Blue, green, red, alpha: `ARGB32` of Cairo and Qt and `XRGB8888` of Linux's framebuffers, on
  /// little-endian machines.
  case bgra
}
