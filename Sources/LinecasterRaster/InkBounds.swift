public import LinecasterBase
public import LinecasterDisplay

extension DisplayRasterizer {
  /// The smallest rectangle around all that a list makes visible, in layout points; nil where that
  /// is nothing. Letters may reach out of the boxes that text is measured by, or fill them in part.
  ///
  ///     var list = DisplayList(size: layout.size)
  ///     list.append(.text(layout, origin: .zero))
  ///     let ink = try rasterizer.inkBounds(of: list, scale: PixelScale(2))
  ///
  /// It is found by drawing, so its edges are those of pixels that are not wholly clear.
  ///
  /// - Parameters:
  ///   - list: What to draw.
  ///   - scale: Device pixels a layout point.
  ///   - margin: How far out of the list it looks, in layout points.
  /// - Throws: As `rasterize` does.
  /// - Complexity: O(pixels + glyphs). Any thread.
  public func inkBounds(
    of list: DisplayList, scale: PixelScale, margin: Double = 64
  ) throws -> Rect? {
    let margin = scale.roundedUp(margin.isFinite ? max(0, margin) : 0)
    var larger = DisplayList(
      size: Size(
        width: list.size.width + 2 * margin, height: list.size.height + 2 * margin))
    for command in list.commands { larger.append(command.offset(x: margin, y: margin)) }
    let bitmap = try rasterize(larger, scale: scale, background: .clear)
    guard let pixels = bitmap.visibleBounds else { return nil }
    return Rect(
      x: Double(pixels.left) / scale.factor - margin, y: Double(pixels.top) / scale.factor - margin,
      width: Double(pixels.width) / scale.factor, height: Double(pixels.height) / scale.factor)
  }
}

extension Bitmap {
  /// The smallest rectangle around the pixels that are not wholly clear; nil where all are.
  ///
  /// - Complexity: O(pixels).
  public var visibleBounds: PixelRect? {
    var bounds: PixelRect?
    for y in 0..<height {
      let row = pixels[y * width * 4..<(y + 1) * width * 4]
      let alphas = stride(from: row.startIndex + 3, to: row.endIndex, by: 4)
      guard let first = alphas.first(where: { row[$0] > 0 }),
        let last = alphas.reversed().first(where: { row[$0] > 0 })
      else { continue }
      let (left, right) = ((first - row.startIndex) / 4, (last - row.startIndex) / 4 + 1)
      bounds = PixelRect(
        left: min(bounds?.left ?? left, left), top: bounds?.top ?? y,
        right: max(bounds?.right ?? right, right), bottom: y + 1)
    }
    return bounds
  }
}
