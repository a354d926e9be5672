import LinecasterBase
import LinecasterFonts
import LinecasterText

// Glyphs drawn from distance fields: one field for all sizes and positions.

extension DisplayBatcher {
  /// Adds the quad of a glyph with its origin at a point in device pixels; false if the glyph has
  /// no field and must be drawn in another way.
  private mutating func addField(
    _ glyph: UInt32, _ strike: AtlasStrike, _ options: DistanceFieldOptions, at point: Point,
    _ flush: Flush
  ) throws(RasterError) -> Bool {
    // Fields do not support rotation: they hold the font's outlines.
    guard strike.style.turn == .none else { return false }
    let size = UInt32(saturating: (options.size * 64).rounded())
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
    case .tinted, .path, .noField: return false
    case nil:
      try put(key, strike, options, flush)
      // The atlas now holds it or a remark.
      return try addField(glyph, strike, options, at: point, flush)
    }
  }

  /// Adds a glyph from its field, or from its coverage if it has none.
  mutating func add(
    _ glyph: UInt32, _ strike: AtlasStrike, at point: Point, _ flush: Flush
  ) throws(RasterError) {
    if let distanceFields, try addField(glyph, strike, distanceFields, at: point, flush) { return }
    guard let column = strike.steps.column(point.x), let row = strike.steps.row(point.y) else {
      return
    }
    try add(glyph, strike, column: column, row: row, flush)
  }

  /// Puts the field of a glyph into the atlas, or a remark on the reason it has none.
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

  /// Adds a quad without clipping it to the list: its texels are larger or smaller than pixels.
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
  /// The longest side of a cached field, which fits the smallest page.
  static let largestField = Options.sides.lowerBound - 2 * AtlasShelf.gutter
}

extension GlyphBitmap {
  /// Creates the bitmap of a field, with rows padded as for coverage.
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
  /// Whether part of the quad may lie in a rectangle of pixels.
  fileprivate func touches(_ rect: PixelRect) -> Bool {
    left < Float(rect.right) && right > Float(rect.left) && top < Float(rect.bottom)
      && bottom > Float(rect.top)
  }
}

/// The options of distance fields in a glyph atlas.
public struct DistanceFieldOptions: Hashable, Sendable {
  /// The em size at which fields are generated, in texels.
  public let size: Double
  /// The distance from the outline at which fields end, in texels, within `DistanceField.spreads`.
  public let spread: Int

  /// The range of em sizes. Smaller sizes lose stems, larger ones fill the atlas.
  public static let sizes = 8.0...128.0

  /// Creates options.
  ///
  /// - Parameters:
  ///   - size: The em size of the fields in texels, clamped to `sizes`. At 32, text in common faces
  ///     can be drawn eight times as large before corners look round.
  ///   - spread: The distance in texels at which fields end, clamped to `DistanceField.spreads`. It
  ///     must be at least half a drawn pixel, and at least the widths of outlines and glows.
  public init(size: Double = 32, spread: Int = 4) {
    // NaN becomes the minimum.
    self.size = min(max(Self.sizes.lowerBound, size), Self.sizes.upperBound)
    self.spread = min(
      max(spread, DistanceField.spreads.lowerBound), DistanceField.spreads.upperBound)
  }
}
