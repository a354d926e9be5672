import LinecasterDisplay
import LinecasterGeometry
import LinecasterRaster
import LinecasterText

/// The page of an atlas that the text above it was drawn from.
struct AtlasPageFigure: Figure {
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
    // Whole points, so that a texel is two pixels of the figure.
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
