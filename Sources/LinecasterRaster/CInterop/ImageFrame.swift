internal import CFreeType

/// Where an image of a strike lies about the glyph's origin when it is scaled.
struct ImageFrame {
  /// The image's own pixels.
  let width: Int
  let height: Int
  let scale: Double
  /// The top-left corner in scaled pixels, y down.
  let left: Double
  let top: Double

  init(_ slot: FT_GlyphSlot, scale: Double) {
    width = Int(slot.pointee.bitmap.width)
    height = Int(slot.pointee.bitmap.rows)
    self.scale = scale
    left = Double(slot.pointee.bitmap_left) * scale
    top = -Double(slot.pointee.bitmap_top) * scale
  }

  /// The columns of pixels that it covers, wholly or in part.
  var columns: Range<Int> { Self.pixels(from: left, to: left + Double(width) * scale) }

  /// The rows of pixels.
  var rows: Range<Int> { Self.pixels(from: top, to: top + Double(height) * scale) }

  private static func pixels(from start: Double, to end: Double) -> Range<Int> {
    let first = Int(start.rounded(.down))
    return first..<max(first + 1, Int(end.rounded(.up)))
  }
}
