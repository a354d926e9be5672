import LinecasterFonts
import LinecasterGeometry

/// Paints glyphs of one face, size and colour.
struct GlyphPainter {
  /// The largest em in device pixels; a glyph of this size takes about 16 MiB.
  static let maximumSize = 4096.0

  private let source: GlyphSource
  private let face: FontFace
  private let size: UInt32
  private let color: MaskBlender
  private let opacity: PictureBlender
  /// 4 for outlines, which start at quarter pixels. 1 for faces of pictures: scaling one takes too
  /// long to do it for quarters of a pixel that a picture does not show.
  private let bins: Double

  /// Makes a painter; nil where nothing would be seen.
  ///
  /// - Parameter size: The em in device pixels.
  /// - Throws: `RasterError` with code `tooLarge` if the size is over `maximumSize`.
  init?(
    face: FontFace, size: Double, color: Color, source: GlyphSource
  ) throws(RasterError) {
    guard size <= Self.maximumSize else {
      throw RasterError(
        code: .tooLarge, source: "text of \(size) pixels an em",
        reason: "the limit is \(Self.maximumSize)")
    }
    let rounded = (size * 64).rounded()
    guard rounded >= 1, color.alpha > 0 else { return nil }
    self.source = source
    self.face = face
    self.size = UInt32(rounded)
    self.color = MaskBlender(color)
    opacity = PictureBlender(coverage: color.alpha)
    bins = face.hasColorBitmaps ? 1 : Double(GlyphKey.bins)
  }

  /// Paints a glyph with its origin at a point in device pixels, y down.
  ///
  /// The origin moves to the nearest quarter pixel along x and the nearest whole one along y.
  @inline(__always)
  func paint(
    _ glyph: UInt32, x: Double, y: Double, on surface: Surface
  ) throws(RasterError) {
    guard abs(x) < Self.farthest, abs(y) < Self.farthest else { return }
    let steps = Int((x * bins + 0.5).rounded(.down)) * (GlyphKey.bins / Int(bins))
    let key = GlyphKey(face: face, glyph: glyph, size: size, bin: steps)
    let bitmap = try source.bitmap(for: key, of: face)
    let left = steps >> 2 + Int(bitmap.left)
    let top = Int((y + 0.5).rounded(.down)) - Int(bitmap.top)
    paint(bitmap, left: left, top: top, on: surface)
  }

  /// Beyond any bitmap, and small enough for quarter pixels to be counted.
  private static let farthest = 1e9

  /// Paints the part of a bitmap that is inside the surface's clip.
  private func paint(_ bitmap: GlyphBitmap, left: Int, top: Int, on surface: Surface) {
    let area = PixelRect(
      left: left, top: top, right: left + Int(bitmap.width), bottom: top + Int(bitmap.height))
    let visible = area.clipped(to: surface.clip)
    guard !visible.isEmpty else { return }
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      let first = base + (visible.top - top) * bitmap.rowBytes
      switch bitmap.content {
      case .mask:
        paintMask(
          first + (visible.left - left), rowBytes: bitmap.rowBytes,
          isCut: visible.width < area.width, visible, on: surface)
      case .color:
        paintPicture(
          first + (visible.left - left) * 4, rowBytes: bitmap.rowBytes, visible, on: surface)
      }
    }
  }

  /// Paints rows of coverage.
  ///
  /// Rows are padded with zeros, so that whole groups of four pixels may be painted wherever the
  /// bitmap below has as many pixels left.
  @inline(__always)
  private func paintMask(
    _ first: UnsafePointer<UInt8>, rowBytes: Int, isCut: Bool, _ visible: PixelRect,
    on surface: Surface
  ) {
    let padded = (visible.width + 3) & ~3
    let isPaddable = !isCut && visible.left + padded <= surface.rightEdge
    let count = isPaddable ? padded : visible.width
    var mask = first
    for row in visible.top..<visible.bottom {
      color.paint(mask, count: count, onto: surface.pixel(x: visible.left, y: row))
      mask += rowBytes
    }
  }

  private func paintPicture(
    _ first: UnsafePointer<UInt8>, rowBytes: Int, _ visible: PixelRect, on surface: Surface
  ) {
    var picture = first
    for row in visible.top..<visible.bottom {
      opacity.paint(
        UnsafeRawPointer(picture), count: visible.width,
        onto: surface.pixel(x: visible.left, y: row))
      picture += rowBytes
    }
  }
}
