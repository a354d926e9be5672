public import LinecasterBase
public import LinecasterDisplay
import LinecasterFonts
import LinecasterText

/// Turns display lists into input for a host with its own GPU: batches of atlas quads in painting
/// order, with the other commands between them.
///
/// For each frame: call `beginFrame`, `append` each list, upload the regions from
/// `atlas.forEachUpload`, then draw the steps of `drawing`. A batcher is a value with one owner at
/// a time, on any thread; batchers may share a glyph source.
///
/// Quads produce the pixels of a `Canvas`. A mask's texel times the opacity is the fraction of the
/// colour. An image is drawn over the backdrop, multiplied by the opacity. The host's shader
/// applies `contrast` and `gamma` of a rendering.
///
/// With `distanceFields`, a glyph has one field for all sizes and positions. A shader samples the
/// field bilinearly; t is the sample, from 0 to 1. The fraction of the colour is (t − ½) · 2 ·
/// spread · scale + ½, clamped to 0…1. The scale is the width of the quad divided by the width of
/// its texels. Images, and glyphs too large for a field, still use coverage.
///
///     var batcher = DisplayBatcher(viewport: window, scale: .one, glyphs: GlyphSource())
///     batcher.beginFrame()
///     try batcher.append(list, at: Point(x: 0, y: 40))
///     batcher.atlas.forEachUpload { upload, bytes in host.upload(upload, bytes) }
///     for step in batcher.drawing.steps { host.draw(step) }
public struct DisplayBatcher: Sendable {
  /// The glyph atlas.
  public var atlas: GlyphAtlas
  /// The drawing of the current frame.
  public internal(set) var drawing = AtlasDrawing()

  /// The number of device pixels per layout point.
  public let scale: PixelScale
  /// The rendering of glyphs.
  public let rendering: GlyphRendering
  /// The area of the target, in pixels, that may change.
  public let viewport: PixelRect

  /// The options of distance fields; `nil` draws glyphs from coverage.
  public let distanceFields: DistanceFieldOptions?

  let glyphs: GlyphSource
  /// The position of the current list.
  var place: ListPlace

  /// The maximum distance from the target's origin, which no renderer's target exceeds.
  private static let farthest = 16_384

  /// Draws and empties the drawing to make room in the atlas; returns false if the caller does not
  /// support that.
  typealias Flush = (inout GlyphAtlas, AtlasDrawing) -> Bool

  /// Creates a batcher with an empty atlas.
  ///
  /// - Parameters:
  ///   - viewport: The area of the target, in pixels, that may change. Parts more than 16,384
  ///     pixels away from the target's origin are left out.
  ///   - scale: The number of device pixels per layout point.
  ///   - glyphs: The source of glyph pixels.
  ///   - rendering: The glyph rendering; `nil` chooses by the scale.
  ///   - options: The size of the atlas.
  ///   - distanceFields: The distance fields to draw glyphs from, for hosts that scale their
  ///     content. `nil` draws from coverage, which is sharper and gives the pixels of a canvas.
  public init(
    viewport: PixelRect, scale: PixelScale, glyphs: GlyphSource,
    rendering: GlyphRendering? = nil, options: GlyphAtlas.Options = .init(),
    distanceFields: DistanceFieldOptions? = nil
  ) {
    let limit = Self.farthest
    self.viewport = viewport.clipped(
      to: PixelRect(left: -limit, top: -limit, right: limit, bottom: limit))
    self.scale = scale
    self.glyphs = glyphs
    self.rendering = rendering ?? .preset(for: scale)
    self.distanceFields = distanceFields
    atlas = GlyphAtlas(options: options)
    place = ListPlace(.zero, size: .zero, scale: scale, in: self.viewport)
  }

  /// Starts a frame with an empty drawing.
  public mutating func beginFrame() {
    atlas.beginFrame()
    drawing.removeAll()
  }

  /// Adds a list with its top-left corner at a point, rounded to the nearest whole pixel.
  ///
  /// - Throws: `RasterError` with code `atlasFull` if the frame draws more glyphs than the atlas
  ///   holds: draw the current steps, begin a frame and add the list again, or pass `flush`. Other
  ///   codes say why text cannot be drawn. The drawing keeps the steps added before the error.
  /// - Complexity: O(glyphs) once they are in the atlas, without memory per glyph.
  public mutating func append(_ list: DisplayList, at point: Point = .zero) throws(RasterError) {
    try add(list, at: point) { _, _ in false }
  }

  /// Adds a list, and draws the steps so far whenever the atlas is full.
  ///
  /// - Parameters:
  ///   - list: The list to draw.
  ///   - point: The position of its top-left corner, rounded to the nearest whole pixel.
  ///   - flush: Uploads the changes of the atlas and draws all steps of the drawing, which are then
  ///     removed. Not called if everything fits.
  /// - Throws: `RasterError` if text cannot be drawn.
  /// - Complexity: That of `append(_:at:)` for lists.
  public mutating func append(
    _ list: DisplayList, at point: Point = .zero,
    flush: (inout GlyphAtlas, AtlasDrawing) -> Void
  ) throws(RasterError) {
    try add(list, at: point) { atlas, drawing in
      flush(&atlas, drawing)
      return true
    }
  }

  /// Turns a list into a drawing without adding it to the frame. Add the drawing with `append(_:)`
  /// in this frame or later ones.
  ///
  /// - Throws: The errors of `append(_:at:)` for lists.
  /// - Complexity: That of `append(_:at:)` for lists.
  public mutating func makeDrawing(
    of list: DisplayList, at point: Point = .zero
  ) throws(RasterError) -> AtlasDrawing {
    var other = AtlasDrawing()
    swap(&drawing, &other)
    defer { drawing = other }
    try append(list, at: point)
    return drawing
  }

  /// Adds a drawing of an earlier frame again, if the atlas still has all of its glyphs.
  ///
  /// - Returns: Whether the drawing was added; if false, add its list instead.
  /// - Complexity: O(steps + quads) for copying.
  public mutating func append(_ earlier: AtlasDrawing) -> Bool {
    guard atlas.reuse(earlier) else { return false }
    drawing.append(contentsOf: earlier)
    return true
  }

  private mutating func add(
    _ list: DisplayList, at point: Point, _ flush: Flush
  ) throws(RasterError) {
    place = ListPlace(point, size: list.size, scale: scale, in: viewport)
    guard !place.clip.isEmpty else { return }
    drawing.append(.list(x: place.x, y: place.y, clip: place.clip))
    defer { drawing.close() }
    for command in list.commands { try add(command, flush) }
  }

  /// Adds a step of a list at the current position.
  mutating func add(
    _ command: DisplayCommand, _ flush: Flush
  ) throws(RasterError) {
    guard case .text(let layout, let origin) = command else {
      return drawing.append(.command(command))
    }
    try add(layout, at: origin, flush)
  }
}

extension DisplayBatcher {
  /// Adds a text: its boxes and attachments, the parts behind its glyphs, the glyphs and the lines
  /// through it.
  mutating func add(
    _ layout: TextLayout, at origin: Point, _ flush: Flush
  ) throws(RasterError) {
    for command in layout.inlineCommands(at: origin, scale: scale) {
      try add(command, flush)
    }
    let lines = layout.decorationLines
    let isThrough = lines.contains { $0.decoration.position == .strikethrough }
    if lines.contains(where: { $0.decoration.position != .strikethrough })
      || !layout.backgrounds.isEmpty
    {
      drawing.append(.beneath(layout, origin: origin))
    }
    for run in layout.glyphRuns { try add(run, at: origin, flush) }
    if isThrough { drawing.append(.above(layout, origin: origin)) }
  }

  /// Adds the glyphs of a run; stops at the first error and throws it.
  private mutating func add(
    _ run: GlyphRun, at origin: Point, _ flush: Flush
  ) throws(RasterError) {
    let factor = scale.factor
    let strike = try AtlasStrike(run, scale: scale, rendering: rendering)
    guard let strike else { return }
    var failure: RasterError?
    run.forEachGlyphOnPage { glyph, x, y in
      guard failure == nil else { return }
      do throws(RasterError) {
        let point = Point(x: (origin.x + x) * factor, y: (origin.y + y) * factor)
        try add(glyph, strike, at: point, flush)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Adds a glyph with its origin at a position in 64ths of a pixel.
  @inline(__always)
  mutating func add(
    _ glyph: UInt32, _ strike: AtlasStrike, column: Int, row: Int, _ flush: Flush
  ) throws(RasterError) {
    let key = strike.key(glyph, column: column, row: row)
    if let entry = atlas.use(AtlasKey(key)), !entry.isPart {
      add(entry, in: strike.color, x: column >> 6, y: row >> 6)
    } else {
      try addRare(key, strike, column: column, row: row, flush)
    }
  }

  /// Adds a glyph that is not in the atlas, or not in one part.
  private mutating func addRare(
    _ key: GlyphKey, _ strike: AtlasStrike, column: Int, row: Int, _ flush: Flush
  ) throws(RasterError) {
    switch try remark(of: key, strike) {
    case .blank: break
    case .layers(let layers):
      for layer in layers {
        let color = layer.color(in: strike.color)
        guard color.alpha > 0 else { continue }
        try add(layer.glyph, strike.ofLayers(in: color), column: column, row: row, flush)
      }
    case .tinted: try add(key.index, strike.tinted, column: column, row: row, flush)
    case .path: try addPath(key, strike, x: column >> 6, y: row >> 6, flush)
    case .noField, nil: try addTiles(key, strike, x: column >> 6, y: row >> 6, flush)
    }
  }

  /// Returns the remark for a glyph without texels of its own; `nil` if it has some.
  private mutating func remark(
    of key: GlyphKey, _ strike: AtlasStrike
  ) throws(RasterError) -> AtlasRemark? {
    let atlasKey = AtlasKey(key)
    if let known = atlas.remark(atlasKey) { return known }
    let bitmap = try glyphs.bitmap(for: key, of: strike.face)
    guard let remark = AtlasRemark(bitmap) else { return nil }
    atlas.note(remark, for: atlasKey)
    return remark
  }

  /// Adds the quad of a glyph part with its origin at a pixel of the list.
  @inline(__always)
  mutating func add(_ entry: AtlasEntry, in color: Color, x: Int, y: Int) {
    let (left, top) = (x + Int(entry.left), y - Int(entry.top))
    let seen = PixelRect(
      left: left, top: top, right: left + Int(entry.width), bottom: top + Int(entry.height)
    ).clipped(to: place.clip)
    guard !seen.isEmpty else { return }
    let isImage = entry.kind == .color
    let quad = GlyphQuad(
      left: Float(seen.left + place.x), top: Float(seen.top + place.y),
      right: Float(seen.right + place.x), bottom: Float(seen.bottom + place.y),
      texelX: entry.x + UInt16(seen.left - left), texelY: entry.y + UInt16(seen.top - top),
      texelWidth: UInt16(seen.width), texelHeight: UInt16(seen.height),
      red: isImage ? 255 : color.red, green: isImage ? 255 : color.green,
      blue: isImage ? 255 : color.blue, alpha: color.alpha)
    drawing.append(quad, of: entry, in: atlas)
  }
}

extension AtlasRemark {
  /// Creates the remark for a bitmap without pixels; `nil` if it has some.
  fileprivate init?(_ bitmap: GlyphBitmap) {
    switch bitmap.content {
    case .path: self = .path
    case .layers: self = .layers(bitmap.layers)
    case .tinted: self = .tinted
    case .mask, .color, .subpixels:
      guard bitmap.bytes.isEmpty else { return nil }
      self = .blank
    }
  }
}

// Glyphs larger than a tile are cached in several parts, of which only visible ones are added.

extension DisplayBatcher {
  /// Adds the visible tiles of a glyph with its origin at a pixel of the list.
  mutating func addTiles(
    _ key: GlyphKey, _ strike: AtlasStrike, x: Int, y: Int, _ flush: Flush
  ) throws(RasterError) {
    let bitmap = try glyphs.bitmap(for: key, of: strike.face)
    let side = GlyphAtlas.tile
    let whole = PixelRect(x: 0, y: 0, width: Int(bitmap.width), height: Int(bitmap.height))
    let (left, top) = (x + Int(bitmap.left), y - Int(bitmap.top))
    for row in stride(from: 0, to: whole.bottom, by: side) {
      for column in stride(from: 0, to: whole.right, by: side) {
        let part = PixelRect(x: column, y: row, width: side, height: side).clipped(to: whole)
        guard !part.offset(x: left, y: top).clipped(to: place.clip).isEmpty else { continue }
        let key = AtlasKey(key, column: column / side, row: row / side)
        var entry = atlas.use(key)
        if entry == nil { entry = try put(bitmap, part, for: key, flush) }
        if let entry { add(entry, in: strike.color, x: x, y: y) }
      }
    }
  }

  /// Adds the visible part of a glyph too large to be drawn whole, with its origin at a pixel.
  ///
  /// It is drawn in the squares of `GlyphPainter`, because FreeType's rounding of curves depends on
  /// the drawn area; each square is cached in tiles.
  mutating func addPath(
    _ key: GlyphKey, _ strike: AtlasStrike, x: Int, y: Int, _ flush: Flush
  ) throws(RasterError) {
    let clip = place.clip.offset(x: -x, y: -y)
    for square in GlyphPainter.squares(in: clip) {
      let squareKey = AtlasKey(key, column: square.left, row: square.top, kind: .square)
      if atlas.remark(squareKey) == .blank { continue }
      var drawn: GlyphBitmap?
      for tile in square.tiles where !tile.clipped(to: clip).isEmpty {
        let tileKey = AtlasKey(key, column: tile.left, row: tile.top, kind: .path)
        if atlas.remark(tileKey) == .blank { continue }
        var entry = atlas.use(tileKey)
        if entry == nil {
          let bitmap: GlyphBitmap
          if let drawn {
            bitmap = drawn
          } else {
            bitmap = try glyphs.part(of: key, of: strike.face, in: square)
            drawn = bitmap
          }
          if bitmap.bytes.isEmpty { atlas.note(.blank, for: squareKey) }
          entry = try insert(bitmap, tile, for: tileKey, flush)
        }
        if let entry { add(entry, in: strike.color, x: x, y: y) }
      }
    }
  }

  /// Puts the part of a bitmap in a tile into the atlas; `nil` if it is empty.
  private mutating func insert(
    _ bitmap: GlyphBitmap, _ tile: PixelRect, for key: AtlasKey, _ flush: Flush
  ) throws(RasterError) -> AtlasEntry? {
    let part = tile.clipped(to: bitmap.area).offset(x: -Int(bitmap.left), y: Int(bitmap.top))
    guard part.isEmpty else { return try put(bitmap, part, for: key, flush) }
    if !bitmap.bytes.isEmpty { atlas.note(.blank, for: key) }
    return nil
  }

  /// Puts a part of a bitmap into the atlas; if the atlas is full, flushes it first.
  mutating func put(
    _ bitmap: GlyphBitmap, _ part: PixelRect, for key: AtlasKey, _ flush: Flush
  ) throws(RasterError) -> AtlasEntry {
    let kind = key.kind == .distance ? .distance : bitmap.pageKind
    if let entry = atlas.insert(bitmap, part: part, as: kind, for: key) { return entry }
    drawing.close()
    if flush(&atlas, drawing) {
      beginFrame()
      drawing.append(.list(x: place.x, y: place.y, clip: place.clip))
      if let entry = atlas.insert(bitmap, part: part, as: kind, for: key) { return entry }
    }
    throw RasterError(
      code: .atlasFull, source: "atlas of \(atlas.options.byteLimit) bytes",
      reason: "the frame draws more glyphs than that")
  }
}

extension GlyphBitmap {
  /// The pixels relative to the glyph's origin, y down.
  fileprivate var area: PixelRect {
    PixelRect(x: Int(left), y: -Int(top), width: Int(width), height: Int(height))
  }

  /// The kind of page for its pixels.
  fileprivate var pageKind: AtlasPageKind {
    switch content {
    case .mask, .layers, .tinted, .path: .mask
    case .subpixels: .subpixels
    case .color: .color
    }
  }
}

extension PixelRect {
  /// The tiles of a square, row by row.
  fileprivate var tiles: [PixelRect] {
    let side = GlyphAtlas.tile
    return stride(from: top, to: bottom, by: side).flatMap { row in
      stride(from: left, to: right, by: side).map { column in
        PixelRect(x: column, y: row, width: side, height: side)
      }
    }
  }
}
