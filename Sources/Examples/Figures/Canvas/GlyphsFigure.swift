import LinecasterDisplay
import LinecasterGeometry
import LinecasterRaster
import LinecasterText

/// Small text as its pixels, drawn in six ways.
struct GlyphsFigure: Figure {
  let name = "canvas-glyphs"

  private let columns = Columns(count: 3)
  /// The side of a pixel in the figure, in layout points.
  private let side = 3.5

  func draw(on sheet: inout Sheet) throws {
    for row in stride(from: 0, to: Self.renderings.count, by: columns.count) {
      let top = sheet.nextRow
      for column in 0..<columns.count {
        let (caption, rendering, isLight) = Self.renderings[row + column]
        let y = sheet.caption(caption, at: columns.origin(column, y: top))
        let pixels = try pixels(sheet, rendering, isLight: isLight)
        // Whole points: a pixel is seven pixels of the figure, and edges between them no seams.
        let origin = Point(x: columns.left(column).rounded(), y: y.rounded())
        draw(pixels, at: origin, on: &sheet)
      }
    }
  }

  /// The text drawn by itself, a pixel a layout point.
  private func pixels(
    _ sheet: Sheet, _ rendering: GlyphRendering, isLight: Bool
  ) throws -> Bitmap {
    let layout = sheet.layout("Regen", TextStyle(size: 15, color: isLight ? .white : .black))
    let width = (columns.width / side).rounded(.down)
    var list = DisplayList(size: Size(width: width, height: layout.size.height))
    list.append(.text(layout, origin: Point(x: 2, y: 0)))
    return try DisplayRasterizer(rendering: rendering)
      .rasterize(list, background: isLight ? Color(rgb: 0x20304A) : .white)
  }

  private func draw(_ pixels: Bitmap, at origin: Point, on sheet: inout Sheet) {
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        guard let color = pixels.color(atX: x, y: y) else { continue }
        sheet.fill(
          Rect(
            x: origin.x + Double(x) * side, y: origin.y + Double(y) * side, width: side,
            height: side), color)
      }
    }
  }

  private static let renderings: [(String, GlyphRendering, isLight: Bool)] = [
    ("plain", .plain, false),
    ("light hinting", GlyphRendering(hinting: .light), false),
    ("full hinting", GlyphRendering(hinting: .full), false),
    ("stripes", GlyphRendering(antialiasing: .rgb), false),
    ("contrast 1", GlyphRendering(contrast: 1), false),
    ("gamma 2.2", GlyphRendering(gamma: 2.2), true),
  ]
}
