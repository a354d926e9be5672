public import LinecasterDisplay
import LinecasterGeometry

extension Canvas {
  /// Draws the shadow of a shape: outside of it, or inside for an inset one.
  ///
  /// - Complexity: O(pixels covered + pixels of corners and blurred edges).
  public mutating func draw(_ shadow: Shadow, of shape: DisplayShape) {
    let box = RoundedBox(shape, scale: scale)
    let outline = RoundedBox(shadow.outline(of: shape), scale: scale)
    let blur = GaussianBlur(deviation: shadow.blur * scale.factor / 2)
    guard box.isDrawable, shadow.color.alpha > 0, shadow.offset.x.isFinite,
      shadow.offset.y.isFinite, shadow.spread.isFinite
    else { return }
    let outer = shadow.isInset ? box : outline
    guard outer.isDrawable else { return }
    let area = outer.touched(in: clip.widened(by: (blur.reach, blur.reach)))
      .widened(by: shadow.isInset ? (0, 0) : (blur.reach, blur.reach)).clipped(to: clip)
    let hole =
      shadow.isInset
      ? outline.interior(margin: Double(blur.reach) + 1, in: area) : box.interior(in: area)
    for tile in area.around(hole).flatMap({ $0.tiles(side: max(Self.tileSide, blur.reach)) }) {
      paint(shadow, box, outline, blur, in: tile)
    }
  }

  /// Draws the shadow of a shape unless that is called off.
  mutating func draw(
    _ shadow: Shadow, of shape: DisplayShape, isCancelled: () -> Bool
  ) throws(RasterError) {
    let reach = GaussianBlur(deviation: shadow.blur * scale.factor / 2).reach
    try drawInBands(
      shadow.isInset ? shape : shadow.outline(of: shape), reach: shadow.isInset ? 0 : reach,
      isCancelled: isCancelled
    ) { $0.draw(shadow, of: shape) }
  }

  /// Pixels a side that shadows are blurred at once, so that their memory has a limit; wider blurs
  /// take more.
  private static let tileSide = 1024

  private mutating func paint(
    _ shadow: Shadow, _ box: RoundedBox, _ outline: RoundedBox, _ blur: GaussianBlur,
    in tile: PixelRect
  ) {
    let blurred = outline.isDrawable ? BlurredBox(outline, blur, in: tile) : nil
    let coverage = ShapeCoverage(box, clip: tile)
    paint(shadow.color, in: tile) { row, columns, mask in
      if let coverage {
        coverage.write(row: row, columns, to: mask)
      } else {
        mask.update(repeating: 0, count: columns.count)
      }
      for (index, column) in columns.enumerated() {
        let level = blurred?.level(column: column, row: row) ?? 0
        mask[index] =
          shadow.isInset
          ? mask[index].multiplied(by: 255 - level) : (255 - mask[index]).multiplied(by: level)
      }
    }
  }
}
