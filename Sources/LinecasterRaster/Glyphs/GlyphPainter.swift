import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// Paints glyphs of one face, size and colour.
///
/// Not to be copied: there is one for each stretch of text, and copies would count its references.
struct GlyphPainter: ~Copyable {
  /// The largest em in device pixels; FreeType counts pixels in 16 bits.
  static let maximumSize = 32_000.0

  let face: FontFace
  let size: UInt32
  let style: GlyphStyle
  /// What the keys of all glyphs have in common; 0 where the table keeps none of them.
  private let strike: UInt64
  private let steps: PlacementSteps
  let color: MaskBlender
  let opacity: ImageBlender
  let textColor: Color
  /// What coverage becomes; nil where it stays as it is.
  let curve: CoverageCurve?

  /// Makes a painter; nil where nothing would be seen.
  ///
  /// - Parameter size: The em in device pixels.
  /// - Throws: `RasterError` with code `tooLarge` if the size is over `maximumSize`.
  init?(
    face: FontFace, size: Double, color: Color, for painting: borrowing GlyphPainting
  ) throws(RasterError) {
    guard size <= Self.maximumSize else {
      throw RasterError(
        code: .tooLarge, source: "text of \(size) pixels an em",
        reason: "the limit is \(Self.maximumSize)")
    }
    let rounded = (size * 64).rounded()
    guard rounded >= 1, color.alpha > 0 else { return nil }
    self.face = face
    self.size = UInt32(rounded)
    style = painting.style
    self.color = MaskBlender(color)
    textColor = color
    opacity = ImageBlender(coverage: color.alpha)
    curve = painting.curve(for: color)
    strike = Self.strike(face, self.size, style, painting.table)
    steps = PlacementSteps(painting.rendering, drawsImages: face.hasColorBitmaps)
  }

  /// Paints glyphs at their places, counted from a point in layout points.
  func paint(
    _ places: UnsafeBufferPointer<GlyphPlace>, from origin: Point,
    in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    let factor = painting.factor
    var height = Double.nan
    var row: Int?
    for place in places {
      // Few glyphs stand above or below the one before.
      if place.y != height {
        height = place.y
        row = steps.row((origin.y + height) * factor)
      }
      guard let row, let column = steps.column((origin.x + place.x) * factor) else { continue }
      try paint(place.glyph, column: column, row: row, in: painting)
    }
  }

  /// Paints a glyph with its origin at a point in device pixels, y down, moved to the nearest of
  /// the places that glyphs may start at.
  func paint(
    _ glyph: UInt32, at origin: Point, in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    guard let column = steps.column(origin.x), let row = steps.row(origin.y) else { return }
    try paint(glyph, column: column, row: row, in: painting)
  }

  /// Paints a glyph with its origin at a place in 64ths of a pixel.
  @inline(__always)
  func paint(
    _ glyph: UInt32, column: Int, row: Int, in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    let place = UInt64(truncatingIfNeeded: (row & 63) &<< 6 | column & 63)
    let key = UInt64(glyph) &<< 32 | strike | place
    if let known = painting.table.pixels(for: key) {
      let pixels = known.pointee.pixels
      if paintWhole(pixels, x: column &>> 6, y: row &>> 6, onto: painting.surface) { return }
      try paint(pixels, column: column, row: row, in: painting)
    } else {
      try paintNew(glyph, key, column: column, row: row, in: painting)
    }
  }

  /// Paints plain coverage or an image that lies inside the clip with all its padding, as most
  /// glyphs do; false where it is neither.
  @inline(__always)
  private func paintWhole(_ pixels: GlyphPixels, x: Int, y: Int, onto surface: Surface) -> Bool {
    guard let base = pixels.base, pixels.content == .mask ? curve == nil : pixels.content == .color
    else { return false }
    let (left, top) = (x &+ Int(pixels.left), y &- Int(pixels.top))
    let (right, bottom) = (left &+ Int(pixels.width), top &+ Int(pixels.height))
    let groups = (Int(pixels.width) &+ 3) &>> 2
    let clip = surface.clip
    guard left >= clip.left, right <= clip.right, top >= clip.top, bottom <= clip.bottom,
      surface.hasRoom(toColumn: left &+ groups &* 4, row: bottom &- 1)
    else { return false }
    let (rows, target) = (Int(pixels.height), surface.pixel(x: left, y: top))
    if pixels.content == .mask {
      color.paint(base, groups: groups, rows: rows, onto: target, rowBytes: surface.rowBytes)
    } else {
      opacity.paint(base, groups: groups, rows: rows, onto: target, rowBytes: surface.rowBytes)
    }
    return true
  }

  /// The painter of the layers of another's glyphs that have a colour.
  ///
  /// It knows no curve: curves are for text that is to be read, and layers make up an image.
  init(
    ofLayersOf painter: borrowing GlyphPainter, in color: Color,
    for painting: borrowing GlyphPainting
  ) {
    face = painter.face
    size = painter.size
    style = painter.style.ofLayers
    self.color = MaskBlender(color)
    textColor = painter.textColor
    opacity = painter.opacity
    curve = nil
    strike = Self.strike(face, size, style, painting.table)
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
    _ glyph: UInt32, _ tableKey: UInt64, column: Int, row: Int,
    in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    let key = GlyphKey(face: face, glyph: glyph, size: size, x: column, y: row, style: style)
    let bitmap = try painting.source.bitmap(for: key, of: face)
    guard bitmap.content != .path else {
      return try paintPath(key, x: column >> 6, y: row >> 6, in: painting)
    }
    if strike != 0 { painting.table.insert(bitmap, for: tableKey) }
    let surface = painting.surface
    try bitmap.bytes.withUnsafeBufferPointer { bytes throws(RasterError) in
      let pixels = bitmap.pixels(at: bytes.baseAddress)
      if paintWhole(pixels, x: column >> 6, y: row >> 6, onto: surface) { return }
      try paint(pixels, column: column, row: row, in: painting)
    }
  }

  /// Paints the part of a glyph that is inside the surface's clip, its origin at a place.
  @inline(never)
  private func paint(
    _ pixels: GlyphPixels, column: Int, row: Int, in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    guard let base = pixels.base else { return }
    guard pixels.content == .layers else {
      return paintRows(
        pixels, base, left: column >> 6 + Int(pixels.left), top: row >> 6 - Int(pixels.top),
        inside: painting.surface.clip, onto: painting.surface)
    }
    try paintLayers(
      (0..<Int(pixels.width)).map { GlyphLayer(base + $0 * GlyphLayer.byteCount) },
      column: column, row: row, in: painting)
  }
}
