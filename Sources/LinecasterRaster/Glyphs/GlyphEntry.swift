/// A glyph in the table of a thread, 32 bytes: where its pixels are and how they lie.
struct GlyphEntry {
  /// What the entry is found by; 0 where there is none.
  let key: UInt64
  private let base: UnsafePointer<UInt8>?
  private let left: Int16
  private let top: Int16
  private let width: Int16
  private let height: Int16
  private let content: GlyphBitmap.Content

  /// Makes an entry, or nil for glyphs too large or too far from their origin to be kept.
  init?(key: UInt64, pixels: GlyphPixels) {
    guard let left = Int16(exactly: pixels.left), let top = Int16(exactly: pixels.top),
      let width = Int16(exactly: pixels.width), let height = Int16(exactly: pixels.height)
    else { return nil }
    self.init(
      key: key, base: pixels.base, left: left, top: top, width: width, height: height,
      content: pixels.content)
  }

  private init(
    key: UInt64, base: UnsafePointer<UInt8>?, left: Int16, top: Int16, width: Int16,
    height: Int16, content: GlyphBitmap.Content
  ) {
    self.key = key
    self.base = base
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    self.content = content
  }

  /// A free slot.
  static var none: GlyphEntry {
    GlyphEntry(key: 0, base: nil, left: 0, top: 0, width: 0, height: 0, content: .mask)
  }

  /// The pixels, valid as long as the table keeps them.
  @inline(__always)
  var pixels: GlyphPixels {
    GlyphPixels(
      base: base, left: Int32(left), top: Int32(top), width: Int32(width),
      height: Int32(height), content: content)
  }
}
