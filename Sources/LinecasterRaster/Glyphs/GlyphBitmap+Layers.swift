extension GlyphBitmap {
  /// The layers of a glyph that consists of some.
  var layers: [GlyphLayer] {
    bytes.withUnsafeBufferPointer { bytes in
      guard content == .layers, let base = bytes.baseAddress else { return [] }
      return (0..<Int(width)).map { GlyphLayer(base + $0 * GlyphLayer.byteCount) }
    }
  }
}
