import LinecasterFonts
import LinecasterGeometry

/// Paints glyphs of one face, size and colour on a surface.
struct GlyphPainter {
  /// The largest em in device pixels; a glyph of this size takes about 16 MiB.
  static let maximumSize = 4096.0

  private let source: GlyphSource
  private let table: GlyphTable
  private let surface: Surface
  private let face: FontFace
  private let size: UInt32
  /// What the keys of all glyphs have in common; 0 where the table keeps none of them.
  private let strike: UInt64
  private let color: MaskBlender
  private let opacity: PictureBlender
  /// Places a pixel that glyphs may start at: 4 for outlines. 1 for faces of pictures, since
  /// scaling one takes too long to do it for quarters of a pixel that a picture does not show.
  private let steps: Double
  /// Steps are shifted by this to count quarters.
  private let stepShift: Int

  /// Makes a painter; nil where nothing would be seen.
  ///
  /// - Parameter size: The em in device pixels.
  /// - Throws: `RasterError` with code `tooLarge` if the size is over `maximumSize`.
  init?(
    face: FontFace, size: Double, color: Color, source: GlyphSource, table: GlyphTable,
    surface: Surface
  ) throws(RasterError) {
    guard size <= Self.maximumSize else {
      throw RasterError(
        code: .tooLarge, source: "text of \(size) pixels an em",
        reason: "the limit is \(Self.maximumSize)")
    }
    let rounded = (size * 64).rounded()
    guard rounded >= 1, color.alpha > 0 else { return nil }
    self.source = source
    self.table = table
    self.surface = surface
    self.face = face
    self.size = UInt32(rounded)
    self.color = MaskBlender(color)
    opacity = PictureBlender(coverage: color.alpha)
    strike = UInt64(table.number(of: GlyphStrike(face: face, size: self.size))) << 12
    steps = face.hasColorBitmaps ? 1 : Double(GlyphKey.bins)
    stepShift = face.hasColorBitmaps ? 2 : 0
  }

  /// Paints a glyph with its origin at a point in device pixels, y down.
  ///
  /// The origin moves to the nearest quarter pixel along x and the nearest whole one along y.
  @inline(__always)
  func paint(_ glyph: UInt32, x: Double, y: Double) throws(RasterError) {
    guard abs(x) < Self.farthest, abs(y) < Self.farthest else { return }
    let quarters = Self.floor(x * steps + 0.5) &<< stepShift
    let row = Self.floor(y + 0.5)
    let key = UInt64(glyph) &<< 32 | strike | UInt64(truncatingIfNeeded: quarters & 3)
    if let known = table.pixels(for: key) {
      paint(known.pointee.pixels, x: quarters &>> 2, y: row)
    } else {
      try paintNew(glyph, key, quarters: quarters, y: row)
    }
  }

  /// Beyond any bitmap, and small enough for quarter pixels to be counted.
  private static let farthest = 1e9

  /// The largest whole number that is not above a small one, without a call.
  @inline(__always)
  private static func floor(_ number: Double) -> Int {
    let whole = Int(number)
    return Double(whole) > number ? whole &- 1 : whole
  }

  /// Paints a glyph that the table does not have, and puts it there.
  @inline(never)
  private func paintNew(
    _ glyph: UInt32, _ key: UInt64, quarters: Int, y: Int
  ) throws(RasterError) {
    let bitmap = try source.bitmap(
      for: GlyphKey(face: face, glyph: glyph, size: size, bin: quarters), of: face)
    if strike != 0 { table.insert(bitmap, for: key) }
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      paint(bitmap.pixels(at: bytes.baseAddress), x: quarters >> 2, y: y)
    }
  }

  /// Paints the part of a glyph that is inside the surface's clip, its origin at a pixel.
  @inline(__always)
  private func paint(_ pixels: GlyphPixels, x: Int, y: Int) {
    guard let base = pixels.base else { return }
    let left = x &+ Int(pixels.left)
    let top = y &- Int(pixels.top)
    let padded = (Int(pixels.width) &+ 3) & ~3
    let clip = surface.clip
    let isWhole =
      left >= clip.left && top >= clip.top && left &+ padded <= surface.rightEdge
      && left &+ Int(pixels.width) <= clip.right && top &+ Int(pixels.height) <= clip.bottom
    guard isWhole else { return paintPart(pixels, base, left: left, top: top) }
    let target = surface.pixel(x: left, y: top)
    switch pixels.content {
    case .mask:
      color.paint(
        base, groups: padded &>> 2, rows: Int(pixels.height), onto: target,
        rowBytes: surface.rowBytes)
    case .color:
      opacity.paint(
        base, groups: padded &>> 2, rows: Int(pixels.height), onto: target,
        rowBytes: surface.rowBytes)
    }
  }

  @inline(never)
  private func paintPart(
    _ pixels: GlyphPixels, _ base: UnsafePointer<UInt8>, left: Int, top: Int
  ) {
    let visible = PixelRect(
      x: left, y: top, width: Int(pixels.width), height: Int(pixels.height)
    ).clipped(to: surface.clip)
    guard !visible.isEmpty else { return }
    let pixelBytes = pixels.content == .mask ? 1 : 4
    var bytes =
      base + (visible.top - top) * pixels.rowBytes + (visible.left - left) * pixelBytes
    for row in visible.top..<visible.bottom {
      let target = surface.pixel(x: visible.left, y: row)
      switch pixels.content {
      case .mask: color.paint(bytes, count: visible.width, onto: target)
      case .color:
        opacity.paint(UnsafeRawPointer(bytes), count: visible.width, onto: target)
      }
      bytes += pixels.rowBytes
    }
  }
}
