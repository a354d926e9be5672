import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import LinecasterText

extension Gallery {
  /// The images of the chapter on the atlas.
  static let atlas: [any Figure] = [AtlasPageFigure(), DistanceFieldFigure()]
}

/// The page of an atlas that the text above it was drawn from.
private struct AtlasPageFigure: Figure {
  let name = "atlas-page"

  private static let text = "Every glyph once. Jedes Zeichen nur einmal. Каждый знак. كل حرف مرة"
  /// The rows of the page that are shown.
  private static let rows = 110

  func draw(on sheet: inout Sheet) throws {
    let top = sheet.caption(
      "a text", at: Point(x: Sheet.margin, y: sheet.nextRow))
    let style = TextStyle(size: 22, color: Palette.ink)
    let layout = sheet.layout(Self.text, style, width: Sheet.contentWidth)
    sheet.draw(layout, at: Point(x: Sheet.margin, y: top))
    let batcher = try Self.batcher(layout)
    guard let page = batcher.atlas.pages.first else { return }
    let (quads, glyphs) = (batcher.drawing.quads.count, batcher.atlas.statistics.entries)
    let y = sheet.caption(
      "the page of masks it is drawn from: \(glyphs) glyphs for \(quads) quads",
      at: Point(x: Sheet.margin, y: sheet.nextRow))
    // Whole points, so a texel is two pixels of the figure.
    let origin = Point(x: Sheet.margin, y: y.rounded())
    sheet.outline(
      Rect(
        x: origin.x, y: origin.y, width: Double(page.side), height: Double(Self.rows)),
      Palette.caption)
    sheet.drawTexels(
      (page.side, Self.rows), at: origin, side: 1, color: Palette.ink
    ) { page.texels[$1 * page.rowBytes + $0] }
  }

  private static func batcher(_ layout: TextLayout) throws -> DisplayBatcher {
    var list = DisplayList(size: layout.size)
    list.append(.text(layout, origin: .zero))
    let viewport = PixelRect(x: 0, y: 0, width: 600, height: 200)
    var batcher = DisplayBatcher(
      viewport: viewport, scale: .one, glyphs: GlyphSource(),
      options: GlyphAtlas.Options(pageSide: 512))
    try batcher.append(list)
    return batcher
  }
}

/// A distance field, and the glyph drawn from it at another size by the formula of a shader.
private struct DistanceFieldFigure: Figure {
  let name = "atlas-field"

  private static let size = 32.0

  func draw(on sheet: inout Sheet) throws {
    let layout = sheet.layout("S", TextStyle(size: 15, color: Palette.ink))
    guard let run = layout.glyphRuns.first, let glyph = run.placedGlyphs.first,
      let field = try GlyphSource().distanceField(
        of: glyph.identifier, in: run.face, size: Self.size)
    else { return }
    let columns = Columns(count: 2)
    let top = sheet.nextRow
    let y = sheet.caption(
      "the field: \(field.width) × \(field.height) texels", at: columns.origin(0, y: top))
    sheet.caption(
      "the glyph drawn from it, with a sharp edge at any size", at: columns.origin(1, y: top))
    let side = (columns.width / Double(field.width)).rounded(.down)
    let frame = (width: Double(field.width) * side, height: Double(field.height) * side)
    for column in 0..<2 {
      let origin = Point(x: columns.left(column).rounded(), y: y.rounded())
      sheet.outline(
        Rect(x: origin.x, y: origin.y, width: frame.width, height: frame.height), Palette.caption)
      if column == 0 {
        sheet.drawTexels(
          (field.width, field.height), at: origin, side: side, color: Palette.ink
        ) { field.bytes[$1 * field.width + $0] }
      } else {
        draw(field, from: origin, frame, on: &sheet)
      }
    }
  }

  private func draw(
    _ field: DistanceField, from origin: Point, _ frame: (width: Double, height: Double),
    on sheet: inout Sheet
  ) {
    // Two pixels of the figure a layout point.
    let size = (width: Int(saturating: frame.width * 2), height: Int(saturating: frame.height * 2))
    let scale = Double(size.width) / Double(field.width)
    sheet.drawTexels(size, at: origin, side: 0.5, color: Palette.ink) { x, y in
      let texel = Self.texel(
        field, x: (Double(x) + 0.5) / scale - 0.5, y: (Double(y) + 0.5) / scale - 0.5)
      let share = (texel - 0.5) * 2 * Double(field.spread) * scale + 0.5
      return UInt8(saturating: (min(max(share, 0), 1) * 255).rounded())
    }
  }

  /// The value of a texture, from 0 to 1, interpolated between four texels.
  private static func texel(_ field: DistanceField, x: Double, y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func byte(_ dx: Int, _ dy: Int) -> Double {
      let (column, row) = (Int(saturating: left) + dx, Int(saturating: top) + dy)
      guard 0..<field.width ~= column, 0..<field.height ~= row else { return 0 }
      return Double(field.bytes[row * field.width + column]) / 255
    }
    let upper = byte(0, 0) * (1 - (x - left)) + byte(1, 0) * (x - left)
    let lower = byte(0, 1) * (1 - (x - left)) + byte(1, 1) * (x - left)
    return upper * (1 - (y - top)) + lower * (y - top)
  }
}

extension Sheet {
  /// Draws texels as squares, merging neighbours of one level; the lowest level is omitted.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - side: The side of a texel in layout points.
  ///   - level: The share of the ink that a texel has, 0 to 255.
  mutating func drawTexels(
    _ size: (width: Int, height: Int), at origin: Point, side: Double, color: Color,
    level: (_ x: Int, _ y: Int) -> UInt8
  ) {
    for y in 0..<size.height {
      var x = 0
      while x < size.width {
        let start = x
        let share = level(x, y)
        repeat { x += 1 } while x < size.width && level(x, y) == share
        guard share > 0 else { continue }
        fill(
          Rect(
            x: origin.x + Double(start) * side, y: origin.y + Double(y) * side,
            width: Double(x - start) * side, height: side),
          color.opacity(Double(share) / 255))
      }
    }
  }
}
