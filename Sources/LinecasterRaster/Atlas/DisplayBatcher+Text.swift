import LinecasterDisplay
import LinecasterGeometry
import LinecasterText

extension DisplayBatcher {
  /// Adds a text: what is behind its glyphs, the glyphs, the lines through it.
  mutating func add(
    _ layout: TextLayout, at origin: Point, _ flush: Flush
  ) throws(RasterError) {
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

  /// Adds the glyphs of a run; after a first error nothing more, and the error is thrown.
  private mutating func add(
    _ run: GlyphRun, at origin: Point, _ flush: Flush
  ) throws(RasterError) {
    let factor = scale.factor
    let strike = try AtlasStrike(
      face: run.face, size: run.size * factor, color: run.color, rendering: rendering)
    guard let strike else { return }
    var failure: RasterError?
    run.forEachGlyph { glyph, x, y in
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

  /// Adds a glyph with its origin at a place in 64ths of a pixel.
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

  /// Adds a glyph that the atlas has not, or not in one piece.
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
    case .path: try addPath(key, strike, x: column >> 6, y: row >> 6, flush)
    case .noField, nil: try addTiles(key, strike, x: column >> 6, y: row >> 6, flush)
    }
  }

  /// What there is to know of a glyph that has no texels of its own; nil for one that has.
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

  /// Adds the quad of a part of a glyph with its origin at a pixel of the list.
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
  /// What there is to know of a bitmap without pixels; nil for one that has some.
  fileprivate init?(_ bitmap: GlyphBitmap) {
    switch bitmap.content {
    case .path: self = .path
    case .layers: self = .layers(bitmap.layers)
    case .mask, .color, .stripes:
      guard bitmap.bytes.isEmpty else { return nil }
      self = .blank
    }
  }
}
