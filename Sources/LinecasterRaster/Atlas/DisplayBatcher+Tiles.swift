import LinecasterBase
import LinecasterFonts

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
