import LinecasterFonts
import LinecasterGeometry

// Glyphs larger than a tile are kept in several pieces, of which those that are seen are put in.

extension DisplayBatcher {
  /// Adds what is seen of a glyph with its origin at a pixel of the list, tile by tile.
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

  /// Adds what is seen of a glyph too large to be drawn whole, with its origin at a pixel.
  ///
  /// It is drawn in the squares that `GlyphPainter` draws it in, since FreeType rounds curves by
  /// the area that it draws; each is kept in tiles.
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

  /// Puts what a bitmap has in a tile into the atlas; nil where it has nothing there.
  private mutating func insert(
    _ bitmap: GlyphBitmap, _ tile: PixelRect, for key: AtlasKey, _ flush: Flush
  ) throws(RasterError) -> AtlasEntry? {
    let part = tile.clipped(to: bitmap.area).offset(x: -Int(bitmap.left), y: Int(bitmap.top))
    guard part.isEmpty else { return try put(bitmap, part, for: key, flush) }
    if !bitmap.bytes.isEmpty { atlas.note(.blank, for: key) }
    return nil
  }

  /// Puts a part of a bitmap into the atlas, after drawing what there is where that is full.
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
  /// The pixels from the glyph's origin, y down.
  fileprivate var area: PixelRect {
    PixelRect(x: Int(left), y: -Int(top), width: Int(width), height: Int(height))
  }

  /// The pages that its pixels are kept on.
  fileprivate var pageKind: AtlasPageKind {
    switch content {
    case .mask, .layers, .path: .mask
    case .stripes: .stripes
    case .color: .color
    }
  }
}

extension PixelRect {
  /// The tiles that a square is divided into, row by row.
  fileprivate var tiles: [PixelRect] {
    let side = GlyphAtlas.tile
    return stride(from: top, to: bottom, by: side).flatMap { row in
      stride(from: left, to: right, by: side).map { column in
        PixelRect(x: column, y: row, width: side, height: side)
      }
    }
  }
}

// Glyphs drawn from distance fields: one for all sizes and places.

extension DisplayBatcher {
  /// Adds the quad of a glyph with its origin at a point in device pixels; false where the glyph
  /// has no field and is to be drawn otherwise.
  private mutating func addField(
    _ glyph: UInt32, _ strike: AtlasStrike, _ options: DistanceFieldOptions, at point: Point,
    _ flush: Flush
  ) throws(RasterError) -> Bool {
    let size = UInt32((options.size * 64).rounded())
    let key = AtlasKey(
      GlyphKey(face: strike.face, glyph: glyph, size: size, style: strike.style.ofFields),
      kind: .distance)
    let scale = Float(strike.size) / Float(size)
    if let entry = atlas.use(key) {
      add(entry, in: strike.color, scale: scale, at: point)
      return true
    }
    switch atlas.remark(key) {
    case .blank: return true
    case .layers(let layers):
      for layer in layers {
        let color = layer.color(in: strike.color)
        guard color.alpha > 0 else { continue }
        try add(layer.glyph, strike.ofLayers(in: color), at: point, flush)
      }
      return true
    case .path, .noField: return false
    case nil:
      try put(key, strike, options, flush)
      // It is in the atlas now, or there is a remark.
      return try addField(glyph, strike, options, at: point, flush)
    }
  }

  /// Adds a glyph from its field, or from its coverage where it has none.
  mutating func add(
    _ glyph: UInt32, _ strike: AtlasStrike, at point: Point, _ flush: Flush
  ) throws(RasterError) {
    if let distanceFields, try addField(glyph, strike, distanceFields, at: point, flush) { return }
    guard let column = strike.steps.column(point.x), let row = strike.steps.row(point.y) else {
      return
    }
    try add(glyph, strike, column: column, row: row, flush)
  }

  /// Puts the field of a glyph into the atlas, or a remark why there is none.
  private mutating func put(
    _ key: AtlasKey, _ strike: AtlasStrike, _ options: DistanceFieldOptions, _ flush: Flush
  ) throws(RasterError) {
    switch try glyphs.field(of: key.glyph, of: strike.face, spread: options.spread) {
    case .field(let field):
      let limit = GlyphAtlas.largestField
      guard field.width <= limit, field.height <= limit else {
        return atlas.note(.noField, for: key)
      }
      let whole = PixelRect(x: 0, y: 0, width: field.width, height: field.height)
      _ = try put(GlyphBitmap(field), whole, for: key, flush)
    case .blank: atlas.note(.blank, for: key)
    case .layers(let layers): atlas.note(.layers(layers), for: key)
    case .image, .tooLarge: atlas.note(.noField, for: key)
    }
  }

  /// Adds a quad that is not cut to the list: its texels are larger or smaller than pixels.
  private mutating func add(
    _ entry: AtlasEntry, in color: Color, scale: Float, at point: Point
  ) {
    let left = Float(point.x) + Float(entry.left) * scale
    let top = Float(point.y) - Float(entry.top) * scale
    let quad = GlyphQuad(
      left: left + Float(place.x), top: top + Float(place.y),
      right: left + Float(entry.width) * scale + Float(place.x),
      bottom: top + Float(entry.height) * scale + Float(place.y),
      texelX: entry.x, texelY: entry.y, texelWidth: entry.width, texelHeight: entry.height,
      red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    guard quad.touches(place.clip.offset(x: place.x, y: place.y)) else { return }
    drawing.append(quad, of: entry, in: atlas)
  }
}

extension GlyphAtlas {
  /// The longest side of a field that is kept: what the smallest page has room for.
  static let largestField = Options.sides.lowerBound - 2 * AtlasShelf.gutter
}

extension GlyphBitmap {
  /// The bytes of a field, with rows padded as those of coverage are.
  fileprivate init(_ field: DistanceField) {
    let rowBytes = Self.rowBytes(.mask, width: field.width)
    var bytes = [UInt8](repeating: 0, count: rowBytes * field.height)
    for row in 0..<field.height {
      let line = field.bytes[row * field.width..<(row + 1) * field.width]
      bytes.replaceSubrange(row * rowBytes..<row * rowBytes + field.width, with: line)
    }
    self.init(
      content: .mask, left: Int32(field.left), top: Int32(field.top), width: Int32(field.width),
      height: Int32(field.height), bytes: bytes)
  }
}

extension GlyphQuad {
  /// Whether a part of it may be inside of some pixels.
  fileprivate func touches(_ rect: PixelRect) -> Bool {
    left < Float(rect.right) && right > Float(rect.left) && top < Float(rect.bottom)
      && bottom > Float(rect.top)
  }
}

/// The distance fields that an atlas keeps.
public struct DistanceFieldOptions: Hashable, Sendable {
  /// The em of the fields in texels.
  public let size: Double
  /// The distance in texels at which fields end, in `DistanceField.spreads`.
  public let spread: Int

  /// The ems that fields may have: smaller ones lose stems, larger ones leave no room for others.
  public static let sizes = 8.0...128.0

  /// Makes options.
  ///
  /// - Parameters:
  ///   - size: The em of the fields in texels, moved into `sizes`. At 32, text in common faces may
  ///     be drawn eight times as large before corners look round.
  ///   - spread: The distance in texels at which fields end, moved into `DistanceField.spreads`:
  ///     at least half a pixel of what is drawn, and the widths of outlines and glows.
  public init(size: Double = 32, spread: Int = 4) {
    // What is no number becomes the smallest.
    self.size = min(max(Self.sizes.lowerBound, size), Self.sizes.upperBound)
    self.spread = min(
      max(spread, DistanceField.spreads.lowerBound), DistanceField.spreads.upperBound)
  }
}
