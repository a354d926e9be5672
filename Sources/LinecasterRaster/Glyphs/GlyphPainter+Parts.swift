import LinecasterGeometry

extension GlyphPainter {
  /// Paints row by row what lies inside some pixels of the clip.
  func paintRows(
    _ pixels: GlyphPixels, _ base: UnsafePointer<UInt8>, left: Int, top: Int,
    inside area: PixelRect, onto surface: Surface
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
        bytes, pixels.content, count: visible.width,
        onto: surface.pixel(x: visible.left, y: row))
      bytes += pixels.rowBytes
    }
  }

  private func paintRow(
    _ bytes: UnsafePointer<UInt8>, _ content: GlyphBitmap.Content, count: Int,
    onto target: UnsafeMutableRawPointer
  ) {
    switch content {
    case .mask:
      withCurve(bytes, count: count) { color.paint($0, count: count, onto: target) }
    case .stripes:
      withCurve(bytes, count: count * 4) { color.paintStripes($0, count: count, onto: target) }
    case .color: opacity.paint(UnsafeRawPointer(bytes), count: count, onto: target)
    case .layers, .path: break
    }
  }

  /// Lends coverage as the curve changes it.
  private func withCurve(
    _ bytes: UnsafePointer<UInt8>, count: Int, _ body: (UnsafePointer<UInt8>) -> Void
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
  func paintLayers(
    _ layers: [GlyphLayer], column: Int, row: Int, in painting: borrowing GlyphPainting
  ) throws(RasterError) {
    for layer in layers {
      let color = layer.color(in: textColor)
      guard color.alpha > 0 else { continue }
      try GlyphPainter(ofLayersOf: self, in: color, for: painting)
        .paint(layer.glyph, column: column, row: row, in: painting)
    }
  }

  /// Paints what is seen of a glyph too large to be kept, its origin at a pixel, tile by tile.
  ///
  /// Tiles are counted from the glyph's origin and drawn whole, since FreeType rounds curves by the
  /// area that it draws: so the bytes do not depend on the clip.
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
        // Stripes reach beyond their square.
        paintRows(
          part.pixels(at: base), base, left: x + Int(part.left), top: y - Int(part.top),
          inside: seen, onto: surface)
      }
    }
  }

  /// The squares that some pixels lie in, counted from the glyph's origin, row by row.
  static func squares(in clip: PixelRect) -> [PixelRect] {
    tiles(from: clip.top, to: clip.bottom).flatMap { row in
      tiles(from: clip.left, to: clip.right).map { column in
        PixelRect(x: column * tile, y: row * tile, width: tile, height: tile)
      }
    }
  }

  /// The tiles that some pixels lie in.
  private static func tiles(from start: Int, to end: Int) -> ClosedRange<Int> {
    let first = (Double(start) / Double(tile)).rounded(.down)
    let last = (Double(end - 1) / Double(tile)).rounded(.down)
    return Int(first)...Int(max(first, last))
  }

  /// The side of a tile, in pixels: a megabyte or two of samples at most.
  private static let tile = 512
}
