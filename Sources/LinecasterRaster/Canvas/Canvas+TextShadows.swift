public import LinecasterDisplay
public import LinecasterGeometry
public import LinecasterText

extension Canvas {
  /// Draws the shadow of a text layout and of its lines, with the layout's top-left corner at a
  /// point.
  ///
  /// The shadow has the shape of the text whatever the opacity of its colours; backgrounds cast
  /// none.
  ///
  /// - Throws: As `draw(_:at:isCancelled:)` of a layout does, and with code `tooLarge`, before
  ///   memory is taken, if the pixels that may be seen are more than a bitmap may have.
  /// - Complexity: O(glyphs + pixels of the clip + pixels covered).
  public mutating func draw(
    _ shadow: Shadow, of layout: TextLayout, at origin: Point,
    isCancelled: () -> Bool = { false }
  ) throws(RasterError) {
    guard shadow.color.alpha > 0, !clip.isEmpty, shadow.offset.x.isFinite, shadow.offset.y.isFinite
    else { return }
    let blur = GaussianBlur(deviation: shadow.blur * scale.factor / 2)
    let area = clip.widened(by: (blur.reach, blur.reach))
    var silhouette = Canvas(
      bitmap: try Bitmap(width: area.width, height: area.height), scale: scale, glyphs: glyphs,
      images: nil, rendering: rendering.ofShadows)
    (silhouette.originX, silhouette.originY) = (-area.left, -area.top)
    silhouette.clip = area
    try silhouette.drawSilhouette(
      of: layout, at: origin.offset(x: shadow.offset.x, y: shadow.offset.y),
      isCancelled: isCancelled)
    try paint(shadow.color, silhouette.bitmap, area, blur, isCancelled: isCancelled)
  }

  /// Draws glyphs and lines in opaque black.
  private mutating func drawSilhouette(
    of layout: TextLayout, at origin: Point, isCancelled: () -> Bool
  ) throws(RasterError) {
    let lines = try Self.decorations(of: layout, isCancelled: isCancelled).lines
    for line in lines { draw(line, at: origin, in: .black) }
    try withPainting { painting throws(RasterError) in
      try layout.forEachStretch { stretch throws(RasterError) in
        try Self.check(isCancelled)
        try painting.paint(stretch, at: origin, in: .black)
      }
    }
  }

  /// Paints a colour through the blurred opacity of an image of some pixels.
  private mutating func paint(
    _ color: Color, _ image: Bitmap, _ area: PixelRect, _ blur: GaussianBlur,
    isCancelled: () -> Bool
  ) throws(RasterError) {
    guard let ink = image.opaqueBounds else { return }
    let seen = ink.offset(x: area.left, y: area.top).widened(by: (blur.reach, blur.reach))
      .clipped(to: clip)
    try image.pixels.withUnsafeBufferPointer { pixels throws(RasterError) in
      for tile in seen.tiles(side: max(512, 2 * blur.reach)) {
        try Self.check(isCancelled)
        let mask = BlurredMask(tile, blur) { row, columns, mask in
          let start = ((row - area.top) * area.width - area.left) * 4 + 3
          for column in columns {
            mask[column - columns.lowerBound] = pixels[start + column * 4]
          }
        }
        paint(color, in: tile) { row, columns, levels in
          for (index, column) in columns.enumerated() {
            levels[index] = mask.level(column: column, row: row)
          }
        }
      }
    }
  }
}

extension GlyphRendering {
  /// As shadows are drawn: in grey, since a blur knows no stripes, and as plain coverage.
  fileprivate var ofShadows: GlyphRendering {
    var rendering = self
    rendering.antialiasing = .grey
    rendering.contrast = 0
    rendering.gamma = 1
    return rendering
  }
}

extension Bitmap {
  /// The smallest rectangle that has all pixels that are not clear; nil where there are none.
  fileprivate var opaqueBounds: PixelRect? {
    var found: PixelRect?
    pixels.withUnsafeBufferPointer { bytes in
      for row in 0..<height {
        var left = row * width * 4 + 3
        let end = left + width * 4
        while left < end, bytes[left] == 0 { left += 4 }
        guard left < end else { continue }
        var right = end - 4
        while bytes[right] == 0 { right -= 4 }
        let start = row * width * 4 + 3
        let old = found ?? PixelRect(left: width, top: row, right: 0, bottom: row)
        found = PixelRect(
          left: min(old.left, (left - start) / 4), top: old.top,
          right: max(old.right, (right - start) / 4 + 1), bottom: row + 1)
      }
    }
    return found
  }
}
