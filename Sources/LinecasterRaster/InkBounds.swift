public import LinecasterBase
public import LinecasterDisplay

extension DisplayRasterizer {
  /// Returns the bounding box of a list's visible pixels, in layout points; `nil` if nothing is
  /// visible.
  ///
  ///     var list = DisplayList(size: layout.size)
  ///     list.append(.text(layout, origin: .zero))
  ///     let ink = try rasterizer.inkBounds(of: list, scale: PixelScale(2))
  ///
  /// Letters may extend beyond the boxes by which text is measured, or fill them only in part. The
  /// list is drawn to find the bounds, so their edges are those of pixels that are not fully clear.
  ///
  /// - Parameters:
  ///   - list: The list to measure.
  ///   - scale: The number of device pixels per layout point.
  ///   - margin: The width of the area around the list that is searched, in layout points.
  /// - Throws: The errors of `rasterize`.
  /// - Complexity: O(pixels + glyphs). Thread-safe.
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
  /// The bounding box of the pixels that are not fully clear; `nil` if all pixels are clear.
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
