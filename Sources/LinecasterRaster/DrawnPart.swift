package import LinecasterBase
package import LinecasterDisplay
package import LinecasterFonts

/// The pixels of a part of a drawing.
package struct DrawnPart: Sendable {
  /// The pixels.
  package let bitmap: Bitmap
  /// The pixels' rectangle, in layout points.
  package let frame: Rect
}

extension DisplayRasterizer {
  /// Draws the visible part of steps on the smallest bitmap that contains it.
  ///
  /// - Parameters:
  ///   - commands: The steps to draw.
  ///   - area: The visible area, in layout points.
  ///   - scale: Device pixels per layout point.
  ///   - text: The rendering of letters.
  ///   - ground: The colour beneath the steps.
  /// - Throws: The errors of `rasterize`; the budget applies to the part.
  package func part(
    of commands: [DisplayCommand], in area: Rect, scale: PixelScale, text: TextRendering,
    on ground: Color = .clear, _ scope: WorkScope
  ) throws -> DrawnPart? {
    let room = RoundedBox(DisplayShape(area), scale: scale)
    let limit = Double(Bitmap.maximumSide) * 64
    func pixel(_ place: Double) -> Int { Int(saturating: place.limited(to: limit)) }
    let clip = PixelRect(
      left: pixel(room.left.rounded(.down)), top: pixel(room.top.rounded(.down)),
      right: pixel(room.right.rounded(.up)), bottom: pixel(room.bottom.rounded(.up)))
    var finder = InkFinder(
      scale: scale, rendering: rendering(at: scale, text), source: glyphs, clip: clip)
    for command in commands { try finder.insert(command, scope) }
    let bounds = finder.bounds
    guard !bounds.isEmpty else { return nil }
    try Bitmap.checkSize(width: bounds.width, height: bounds.height)
    var cost = RenderCost(pixelCount: bounds.width * bounds.height)
    cost.add(RenderCost(commands, scale: scale, clip: bounds))
    try budget.check(cost, of: "part of \(bounds.width) × \(bounds.height) pixels")
    let empty = Bitmap(uncheckedWidth: 0, height: 0, pixels: [])
    var canvas = canvas(on: empty, scale: scale, text: text)
    let backdrops = Backdrops(commands, scale: scale, in: bounds)
    let bitmap = try canvas.drawing(at: scale, in: bounds, on: ground, scope) { canvas in
      try canvas.draw(backdrops, on: ground, scope) { canvas in
        for command in commands { try canvas.draw(command, scope) }
      }
    }
    return DrawnPart(
      bitmap: bitmap,
      frame: Rect(
        x: Double(bounds.left) / scale.factor, y: Double(bounds.top) / scale.factor,
        width: Double(bounds.width) / scale.factor, height: Double(bounds.height) / scale.factor))
  }

  /// Draws a single glyph, with its origin in the centre of three by three ems.
  ///
  /// - Parameters:
  ///   - size: The em in pixels.
  ///   - color: The text's colour.
  /// - Returns: The pixels that are not clear, and their rectangle in ems from the glyph's origin,
  ///   y down; `nil` if all are clear.
  /// - Throws: The errors of `Canvas.drawGlyph(_:of:size:color:at:)`.
  package func glyph(
    _ glyph: UInt32, of face: FontFace, size: Int, color: Color
  ) throws(RasterError) -> DrawnPart? {
    let em = min(max(size, 1), 1024)
    let paper = try Bitmap(width: 3 * em, height: 3 * em)
    var canvas = canvas(on: paper, scale: .one, text: .plain)
    let origin = Point(x: Double(em), y: Double(2 * em))
    try canvas.drawGlyph(glyph, of: face, size: Double(em), color: color, at: origin)
    guard let ink = canvas.bitmap.inkRect else { return nil }
    let unit = Double(em)
    return DrawnPart(
      bitmap: canvas.bitmap.cropped(
        x: ink.left, y: ink.top, width: ink.width, height: ink.height),
      frame: Rect(
        x: (Double(ink.left) - origin.x) / unit, y: (Double(ink.top) - origin.y) / unit,
        width: Double(ink.width) / unit, height: Double(ink.height) / unit))
  }
}
