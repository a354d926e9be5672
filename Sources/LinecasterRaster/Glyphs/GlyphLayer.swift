import LinecasterGeometry

/// A layer of a coloured glyph: an outline and its colour.
struct GlyphLayer: Hashable, Sendable {
  /// The number of the outline's glyph in the face.
  let glyph: UInt32
  /// The colour; nil for that of the text.
  let color: Color?

  /// The bytes a layer is kept in.
  static let byteCount = 8

  init(glyph: UInt32, color: Color?) {
    self.glyph = glyph
    self.color = color
  }

  /// Reads a layer from the bytes it is kept in.
  ///
  /// Glyphs of fonts have 16-bit numbers, so that there is room to say whether there is a colour.
  init(_ bytes: UnsafePointer<UInt8>) {
    glyph = UInt32(bytes[0]) | UInt32(bytes[1]) << 8
    color =
      bytes[2] == 0
      ? nil : Color(red: bytes[4], green: bytes[5], blue: bytes[6], alpha: bytes[7])
  }

  /// The bytes the layer is kept in.
  var bytes: [UInt8] {
    let color = color ?? .clear
    return [
      UInt8(truncatingIfNeeded: glyph), UInt8(truncatingIfNeeded: glyph >> 8),
      self.color == nil ? 0 : 1, 0, color.red, color.green, color.blue, color.alpha,
    ]
  }

  /// The colour in text of a colour: fainter where the text is, too.
  func color(in text: Color) -> Color {
    guard let color else { return text }
    return Color(
      red: color.red, green: color.green, blue: color.blue,
      alpha: color.alpha.multiplied(by: text.alpha))
  }
}
