/// The pixels of one glyph at one size: how much ink covers each pixel, or a coloured image.
struct GlyphBitmap: Hashable, Sendable {
  /// What the bytes mean.
  enum Content: UInt8, Sendable {
    /// One byte of coverage a pixel.
    case mask
    /// Four bytes a pixel, premultiplied RGBA.
    case color
    /// Four bytes of coverage a pixel: of its red, its green, its blue stripe, and their mean.
    case stripes
    /// Eight bytes a layer, as `GlyphLayer` has them, from back to front.
    case layers
    /// No bytes: too large to be kept, so it is drawn again, as far as it is seen.
    case path
  }

  let content: Content
  /// Pixels from the glyph's origin to the left column, to the right.
  let left: Int32
  /// Pixels from the baseline up to the top of the first row.
  let top: Int32
  let width: Int32
  let height: Int32
  /// Rows from the top, padded with zeros to a multiple of four pixels.
  let bytes: [UInt8]

  /// A glyph without ink, such as a space or one that the font cannot draw.
  static let empty = GlyphBitmap(
    content: .mask, left: 0, top: 0, width: 0, height: 0, bytes: [])

  /// A glyph that is too large to be kept.
  static let path = GlyphBitmap(
    content: .path, left: 0, top: 0, width: 0, height: 0, bytes: [])

  /// The most pixels of a glyph that is kept: 4 MiB of coverage, an em of 2048 pixels.
  static let maximumPixels = 1 << 22
  /// FreeType counts the pixels of a side in 16 bits; beyond, nothing is drawn.
  static let maximumSide = 32_767

  /// The bytes of a row, padding included.
  var rowBytes: Int { Self.rowBytes(content, width: Int(width)) }

  @inline(__always)
  static func rowBytes(_ content: Content, width: Int) -> Int {
    switch content {
    case .mask: (width &+ 3) & ~3
    case .color, .stripes: ((width &+ 3) & ~3) &* 4
    case .layers: width &* GlyphLayer.byteCount
    case .path: 0
    }
  }

  /// The same pixels where a copy of the bytes is.
  func pixels(at base: UnsafePointer<UInt8>?) -> GlyphPixels {
    GlyphPixels(
      base: base, left: left, top: top, width: width, height: height, content: content)
  }
}
