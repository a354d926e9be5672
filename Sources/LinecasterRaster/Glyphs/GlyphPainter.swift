import LinecasterFonts
import LinecasterGeometry

/// Paints glyphs of one face, size and colour on a surface.
///
/// Not to be copied: there is one for each stretch of text, and copies would count its references.
struct GlyphPainter: ~Copyable {
  /// The largest em in device pixels; FreeType counts pixels in 16 bits.
  static let maximumSize = 32_000.0

  let source: GlyphSource
  let surface: Surface
  let face: FontFace
  let size: UInt32
  let style: GlyphStyle
  private let table: GlyphTable
  /// What the keys of all glyphs have in common; 0 where the table keeps none of them.
  private let strike: UInt64
  private let steps: PlacementSteps
  let color: MaskBlender
  let opacity: PictureBlender
  let textColor: Color
  /// What coverage becomes; nil where it stays as it is.
  let curve: CoverageCurve?

  /// Makes a painter; nil where nothing would be seen.
  ///
  /// - Parameter size: The em in device pixels.
  /// - Throws: `RasterError` with code `tooLarge` if the size is over `maximumSize`.
  init?(
    face: FontFace, size: Double, color: Color, painting: GlyphPainting
  ) throws(RasterError) {
    guard size <= Self.maximumSize else {
      throw RasterError(
        code: .tooLarge, source: "text of \(size) pixels an em",
        reason: "the limit is \(Self.maximumSize)")
    }
    let rounded = (size * 64).rounded()
    guard rounded >= 1, color.alpha > 0 else { return nil }
    source = painting.source
    table = painting.table
    surface = painting.surface
    self.face = face
    self.size = UInt32(rounded)
    style = painting.style
    self.color = MaskBlender(color)
    textColor = color
    opacity = PictureBlender(coverage: color.alpha)
    curve = painting.curve(for: color)
    strike = Self.strike(face, self.size, style, table)
    steps = PlacementSteps(painting.rendering, face)
  }

  /// Paints a glyph with its origin at a point in device pixels, y down, moved to the nearest of
  /// the places that glyphs may start at.
  @inline(__always)
  func paint(_ glyph: UInt32, x: Double, y: Double) throws(RasterError) {
    guard abs(x) < PlacementSteps.farthest, abs(y) < PlacementSteps.farthest else { return }
    try paint(glyph, column: steps.column(x), row: steps.row(y))
  }

  /// Paints a glyph with its origin at a place in 64ths of a pixel.
  @inline(__always)
  func paint(_ glyph: UInt32, column: Int, row: Int) throws(RasterError) {
    let place = UInt64(truncatingIfNeeded: (row & 63) &<< 6 | column & 63)
    let key = UInt64(glyph) &<< 32 | strike | place
    if let known = table.pixels(for: key) {
      let pixels = known.pointee.pixels
      if paintWhole(pixels, x: column &>> 6, y: row &>> 6) { return }
      try paint(pixels, column: column, row: row)
    } else {
      try paintNew(glyph, key, column: column, row: row)
    }
  }

  /// Paints plain coverage that lies inside the clip with all its padding, as most glyphs do; false
  /// where it is none.
  @inline(__always)
  private func paintWhole(_ pixels: GlyphPixels, x: Int, y: Int) -> Bool {
    guard curve == nil, pixels.content == .mask, let base = pixels.base else { return false }
    let left = x &+ Int(pixels.left)
    let top = y &- Int(pixels.top)
    let groups = (Int(pixels.width) &+ 3) &>> 2
    let clip = surface.clip
    guard left >= clip.left, top >= clip.top, left &+ groups &* 4 <= surface.rightEdge,
      left &+ Int(pixels.width) <= clip.right, top &+ Int(pixels.height) <= clip.bottom
    else { return false }
    color.paint(
      base, groups: groups, rows: Int(pixels.height), onto: surface.pixel(x: left, y: top),
      rowBytes: surface.rowBytes)
    return true
  }

  /// The painter of the layers of another's glyphs that have a colour.
  ///
  /// It knows no curve: curves are for text that is to be read, and layers make up a picture.
  init(ofLayersOf painter: borrowing GlyphPainter, in color: Color) {
    source = painter.source
    table = painter.table
    surface = painter.surface
    face = painter.face
    size = painter.size
    style = painter.style.ofLayers
    self.color = MaskBlender(color)
    textColor = painter.textColor
    opacity = painter.opacity
    curve = nil
    strike = Self.strike(face, size, style, table)
    steps = painter.steps
  }

  private static func strike(
    _ face: FontFace, _ size: UInt32, _ style: GlyphStyle, _ table: GlyphTable
  ) -> UInt64 {
    UInt64(table.number(of: GlyphStrike(face: face, size: size, style: style))) << 12
  }

  /// Paints a glyph that the table does not have, and puts it there.
  @inline(never)
  private func paintNew(
    _ glyph: UInt32, _ tableKey: UInt64, column: Int, row: Int
  ) throws(RasterError) {
    let key = GlyphKey(face: face, glyph: glyph, size: size, x: column, y: row, style: style)
    let bitmap = try source.bitmap(for: key, of: face)
    guard bitmap.content != .path else {
      return try paintPath(key, x: column >> 6, y: row >> 6)
    }
    if strike != 0 { table.insert(bitmap, for: tableKey) }
    try bitmap.bytes.withUnsafeBufferPointer { bytes throws(RasterError) in
      let pixels = bitmap.pixels(at: bytes.baseAddress)
      if paintWhole(pixels, x: column >> 6, y: row >> 6) { return }
      try paint(pixels, column: column, row: row)
    }
  }

  /// Paints the part of a glyph that is inside the surface's clip, its origin at a place.
  @inline(never)
  private func paint(_ pixels: GlyphPixels, column: Int, row: Int) throws(RasterError) {
    guard let base = pixels.base else { return }
    guard pixels.content == .layers else {
      return paintPart(
        pixels, base, left: column >> 6 + Int(pixels.left), top: row >> 6 - Int(pixels.top))
    }
    try paintLayers(
      (0..<Int(pixels.width)).map { GlyphLayer(base + $0 * GlyphLayer.byteCount) },
      column: column, row: row)
  }
}
