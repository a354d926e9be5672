import LinecasterBase
import LinecasterFonts
import LinecasterText

/// Paints glyphs of one face, size and colour.
///
/// Noncopyable: there is one per stretch of text, and copies would count its references.
struct GlyphPainter: ~Copyable {
  /// The maximum em in device pixels; FreeType counts pixels in 16 bits.
  static let maximumSize = 32_000.0

  let face: FontFace
  let size: UInt32
  let style: GlyphStyle
  /// The common part of all glyph keys; 0 if the table caches none of them.
  private let strike: UInt64
  private let steps: PlacementSteps
  let color: MaskBlender
  let opacity: ImageBlender
  let textColor: Color
  /// The text's colour; `nil` except for glyphs with paints in it.
  private let ink: Color?
  /// The coverage curve.
  let curve: TextCurve
  /// Whether coverage from the table still needs the curve.
  private let appliesCurve: Bool

  /// Creates a painter; `nil` if nothing would be visible.
  ///
  /// - Parameters:
  ///   - size: The em in device pixels.
  ///   - turn: The rotation of the glyphs.
  ///   - isUpDown: Whether they are on a line along y.
  /// - Throws: `RasterError` with code `tooLarge` if the size exceeds `maximumSize`.
  init?(
    face: FontFace, size: Double, color: Color, turn: GlyphTurn = .none, isUpDown: Bool = false,
    for painting: borrowing GlyphPainting
  ) throws(RasterError) {
    guard size <= Self.maximumSize else {
      throw RasterError(
        code: .tooLarge, source: "text of \(size) pixels per em",
        reason: "the limit is \(Self.maximumSize)")
    }
    let rounded = (size * 64).rounded()
    guard rounded >= 1, color.alpha > 0 else { return nil }
    self.face = face
    self.size = UInt32(saturating: rounded)
    style = painting.style.turned(turn)
    self.color = MaskBlender(color)
    textColor = color
    ink = nil
    opacity = ImageBlender(coverage: color.alpha)
    curve = painting.curve(for: color)
    appliesCurve = curve.late != nil
    strike = Self.strike(face, self.size, style, painting.table, curve: curve.number)
    steps = PlacementSteps(
      painting.rendering, drawsImages: face.hasColorBitmaps, isUpDown: isUpDown)
  }

  /// Paints glyphs at positions relative to a point in layout points.
  func paint(
    _ places: UnsafeBufferPointer<GlyphRun.Place>, from origin: Point,
    in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    let factor = painting.factor
    var height = Double.nan
    var row: Int?
    for place in places {
      // Few glyphs have another height than the previous one.
      if place.y != height {
        height = place.y
        row = steps.row((origin.y + height) * factor)
      }
      guard let row, let column = steps.column((origin.x + place.x) * factor) else { continue }
      try paint(place.glyph, column: column, row: row, in: painting)
    }
  }

  /// Paints a glyph with its origin at a point in device pixels, y down, rounded to the nearest
  /// position allowed.
  func paint(
    _ glyph: UInt32, at origin: Point, in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    guard let column = steps.column(origin.x), let row = steps.row(origin.y) else { return }
    try paint(glyph, column: column, row: row, in: painting)
  }

  /// Paints a glyph with its origin at a position in 64ths of a pixel.
  @inline(__always)
  func paint(
    _ glyph: UInt32, column: Int, row: Int, in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    let place = UInt64(truncatingIfNeeded: (row & 63) &<< 6 | column & 63)
    let key = UInt64(glyph) &<< 32 | strike | place
    if let known = painting.table.pixels(for: key) {
      try paint(
        known.pointee.pixels, appliesCurve, of: glyph, column: column, row: row, in: painting)
    } else {
      try paintNew(glyph, key, column: column, row: row, in: painting)
    }
  }

  /// Paints the pixels of a glyph.
  ///
  /// - Parameter appliesCurve: Whether its coverage still needs the curve.
  @inline(__always)
  private func paint(
    _ pixels: GlyphPixels, _ appliesCurve: Bool, of glyph: UInt32, column: Int, row: Int,
    in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    let (x, y) = (column &>> 6, row &>> 6)
    if paintWhole(pixels, !appliesCurve, x: x, y: y, onto: painting.surface) { return }
    try paintPart(pixels, appliesCurve, of: glyph, column: column, row: row, in: painting)
  }

  /// Paints coverage or an image that lies inside the clip with all its padding, as for most
  /// glyphs; returns false for other contents.
  ///
  /// - Parameter isReady: Whether coverage is painted without a curve.
  @inline(__always)
  private func paintWhole(
    _ pixels: GlyphPixels, _ isReady: Bool, x: Int, y: Int, onto surface: Surface
  ) -> Bool {
    guard let base = pixels.base,
      pixels.content == .mask
        ? isReady : pixels.content == .color || isReady && pixels.content == .subpixels
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
    } else if pixels.content == .color {
      opacity.paint(base, groups: groups, rows: rows, onto: target, rowBytes: surface.rowBytes)
    } else {
      color.paintSubpixels(
        base, groups: groups, rows: rows, onto: target, rowBytes: surface.rowBytes)
    }
    return true
  }

  /// Creates the painter for the coloured layers of another painter's glyphs.
  ///
  /// It has no curve: curves are for legible text, but layers form an image.
  init(
    ofLayersOf painter: borrowing GlyphPainter, in color: Color,
    for painting: borrowing GlyphPainting
  ) {
    face = painter.face
    size = painter.size
    style = painter.style.ofLayers
    self.color = MaskBlender(color)
    textColor = painter.textColor
    ink = nil
    opacity = painter.opacity
    curve = TextCurve()
    appliesCurve = false
    strike = Self.strike(face, size, style, painting.table)
    steps = painter.steps
  }

  /// Creates the painter for another painter's glyphs with paints in the text's colour.
  init(tinting painter: borrowing GlyphPainter, for painting: borrowing GlyphPainting) {
    face = painter.face
    size = painter.size
    style = painter.style
    color = painter.color
    textColor = painter.textColor
    ink = painter.textColor
    opacity = painter.opacity
    curve = TextCurve()
    appliesCurve = false
    strike = Self.strike(face, size, style, painting.table, ink: ink)
    steps = painter.steps
  }

  private static func strike(
    _ face: FontFace, _ size: UInt32, _ style: GlyphStyle, _ table: GlyphTable, ink: Color? = nil,
    curve: UInt16 = 0
  ) -> UInt64 {
    let strike = GlyphStrike(face: face, size: size, style: style, ink: ink, curve: curve)
    return UInt64(table.number(of: strike)) << 12
  }

  /// Paints a glyph that is not in the table, and adds it there.
  @inline(never)
  private func paintNew(
    _ glyph: UInt32, _ tableKey: UInt64, column: Int, row: Int,
    in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    let key = GlyphKey(
      face: face, glyph: glyph, size: size, x: column, y: row, style: style, ink: ink)
    let bitmap = try painting.source.bitmap(for: key, of: face)
    guard bitmap.content != .path else {
      return try paintPath(key, x: column >> 6, y: row >> 6, in: painting)
    }
    let kept = curve.number == 0 ? nil : curve.curve
    if strike != 0, let known = painting.table.insert(bitmap, for: tableKey, kept) {
      return try paint(
        known.pointee.pixels, appliesCurve, of: glyph, column: column, row: row, in: painting)
    }
    try bitmap.bytes.withUnsafeBufferPointer { bytes throws(RasterError) in
      let pixels = bitmap.pixels(at: bytes.baseAddress)
      try paint(
        pixels, curve.curve != nil, of: glyph, column: column, row: row, in: painting)
    }
  }

  /// Paints the part of a glyph inside the surface's clip.
  @inline(never)
  private func paintPart(
    _ pixels: GlyphPixels, _ appliesCurve: Bool, of glyph: UInt32, column: Int, row: Int,
    in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    if pixels.content == .tinted, ink == nil {
      return try GlyphPainter(tinting: self, for: painting)
        .paint(glyph, column: column, row: row, in: painting)
    }
    guard let base = pixels.base else { return }
    guard pixels.content == .layers else {
      return paintRows(
        pixels, base, appliesCurve ? curve.curve : nil, left: column >> 6 + Int(pixels.left),
        top: row >> 6 - Int(pixels.top), inside: painting.surface.clip, onto: painting.surface)
    }
    try paintLayers(base, count: Int(pixels.width), column: column, row: row, in: painting)
  }
}

extension GlyphPainter {
  /// Paints the part in a rectangle of the clip, row by row.
  func paintRows(
    _ pixels: GlyphPixels, _ base: UnsafePointer<UInt8>, _ curve: CoverageCurve?, left: Int,
    top: Int, inside area: PixelRect, onto surface: Surface
  ) {
    let visible = PixelRect(
      x: left, y: top, width: Int(pixels.width), height: Int(pixels.height)
    ).clipped(to: area)
    guard !visible.isEmpty else { return }
    let pixelBytes = pixels.content == .mask ? 1 : 4
    var bytes =
      base + (visible.top - top) * pixels.rowBytes + (visible.left - left) * pixelBytes
    for row in visible.top..<visible.bottom {
      paintRow(
        bytes, pixels.content, curve, count: visible.width,
        onto: surface.pixel(x: visible.left, y: row))
      bytes += pixels.rowBytes
    }
  }

  private func paintRow(
    _ bytes: UnsafePointer<UInt8>, _ content: GlyphBitmap.Content, _ curve: CoverageCurve?,
    count: Int, onto target: UnsafeMutableRawPointer
  ) {
    switch content {
    case .mask:
      Self.with(curve, bytes, count: count) { color.paint($0, count: count, onto: target) }
    case .subpixels:
      Self.with(curve, bytes, count: count * 4) {
        color.paintSubpixels($0, count: count, onto: target)
      }
    case .color: opacity.paint(UnsafeRawPointer(bytes), count: count, onto: target)
    case .layers, .tinted, .path: break
    }
  }

  /// Calls the closure with the coverage after the curve.
  private static func with(
    _ curve: CoverageCurve?, _ bytes: UnsafePointer<UInt8>, count: Int,
    _ body: (UnsafePointer<UInt8>) -> Void
  ) {
    guard let curve else { return body(bytes) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      for index in 0..<count {
        buffer.initializeElement(at: index, to: curve.levels[Int(bytes[index])])
      }
      if let base = buffer.baseAddress { body(UnsafePointer(base)) }
    }
  }

  /// Paints the layers of a coloured glyph, from back to front.
  @inline(never)
  private func paintLayers(
    _ layers: UnsafePointer<UInt8>, count: Int, column: Int, row: Int,
    in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    for index in 0..<count {
      let layer = GlyphLayer(layers + index * GlyphLayer.byteCount)
      let color = layer.color(in: textColor)
      guard color.alpha > 0 else { continue }
      try GlyphPainter(ofLayersOf: self, in: color, for: painting)
        .paint(layer.glyph, column: column, row: row, in: painting)
    }
  }

  /// Paints the visible part of a glyph too large to cache, with its origin at a pixel, tile by
  /// tile.
  ///
  /// Tiles are relative to the glyph's origin and drawn whole, because FreeType's rounding of
  /// curves depends on the drawn area. The bytes therefore do not depend on the clip.
  func paintPath(
    _ key: GlyphKey, x: Int, y: Int, in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    let surface = painting.surface
    let clip = surface.clip.offset(x: -x, y: -y)
    for square in Self.squares(in: clip) {
      let part = try painting.source.part(of: key, of: face, in: square)
      let seen = square.clipped(to: clip).offset(x: x, y: y)
      part.bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        // Subpixels spread beyond their square.
        paintRows(
          part.pixels(at: base), base, curve.curve, left: x + Int(part.left),
          top: y - Int(part.top),
          inside: seen, onto: surface)
      }
    }
  }

  /// Returns the squares that contain some pixels, relative to the glyph's origin, row by row.
  static func squares(in clip: PixelRect) -> [PixelRect] {
    tiles(from: clip.top, to: clip.bottom).flatMap { row in
      tiles(from: clip.left, to: clip.right).map { column in
        PixelRect(x: column * tile, y: row * tile, width: tile, height: tile)
      }
    }
  }

  /// Returns the tiles that contain a range of pixels.
  private static func tiles(from start: Int, to end: Int) -> ClosedRange<Int> {
    let first = (Double(start) / Double(tile)).rounded(.down)
    let last = (Double(end - 1) / Double(tile)).rounded(.down)
    return Int(saturating: first)...Int(saturating: max(first, last))
  }

  /// The side of a tile in pixels: at most a megabyte or two of samples.
  private static let tile = 512
}

/// The state for painting glyphs of any face while pixels are lent.
///
/// Noncopyable: there is one per drawing, and copies would count its references.
struct GlyphPainting: ~Copyable {
  let surface: Surface
  /// Device pixels per layout point.
  let factor: Double
  let rendering: GlyphRendering
  let style: GlyphStyle
  let source: GlyphSource
  let table: GlyphTable

  /// The table's buffer for positions; the table outlives this object.
  private let places: UnsafeMutableBufferPointer<GlyphRun.Place>
  private let hasCurves: Bool

  init(
    surface: Surface, factor: Double, rendering: GlyphRendering, source: GlyphSource,
    table: GlyphTable
  ) {
    self.surface = surface
    self.factor = factor
    self.rendering = rendering
    self.source = source
    self.table = table
    places = table.places
    style = GlyphStyle(rendering)
    hasCurves = rendering.contrast != 0 || rendering.gamma != 1
  }

  /// Returns the coverage curve for a colour.
  func curve(for color: Color) -> TextCurve {
    guard hasCurves, let key = CoverageCurve.Key(color, rendering) else { return TextCurve() }
    return table.curve(key)
  }

  /// Paints glyphs of a layout, with the layout's top-left corner at a point in layout points.
  ///
  /// - Parameter color: The colour that replaces the text's own.
  func paint(
    _ run: GlyphRun, at origin: Point, in color: Color? = nil
  ) throws(RasterError) {
    let painter = try GlyphPainter(
      face: run.face, size: run.size * factor, color: color ?? run.color, turn: run.turn,
      isUpDown: !run.axes.isHorizontal, for: self)
    guard let painter else { return }
    try run.withPlaces(in: places) { places throws(RasterError) in
      try painter.paint(places, from: origin, in: self)
    }
  }

  /// Paints one glyph with its origin at a point in layout points.
  func paint(
    _ glyph: UInt32, of face: FontFace, size: Double, color: Color, at baseline: Point
  ) throws(RasterError) {
    let painter = try GlyphPainter(face: face, size: size * factor, color: color, for: self)
    let origin = Point(x: baseline.x * factor, y: baseline.y * factor)
    try painter?.paint(glyph, at: origin, in: self)
  }
}

extension Canvas {
  /// Calls `body` with the state for painting glyphs; does nothing if no pixel may change.
  mutating func withPainting<Failure: Error>(
    _ body: (borrowing GlyphPainting) throws(Failure) -> Void
  ) throws(Failure) {
    let (source, factor, rendering) = (glyphs, scale.factor, rendering)
    try bitmap.withSurface(originX: originX, originY: originY, clip: clip) {
      surface throws(Failure) in
      try source.cache.withTable { table throws(Failure) in
        try body(
          GlyphPainting(
            surface: surface, factor: factor, rendering: rendering, source: source, table: table)
        )
      }
    }
  }
}
