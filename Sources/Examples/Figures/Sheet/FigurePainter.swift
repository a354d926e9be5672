import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
import LinecasterRaster
import LinecasterText

/// Turns figures into bitmaps, each with a typesetter that has done nothing before.
struct FigurePainter: Sendable {
  /// Device pixels a layout point.
  static let scale = PixelScale(2)

  private let fonts: FontCollection
  private let rasterizer = DisplayRasterizer(images: FigureImages())

  init() throws(FontError) {
    fonts = try .bundled()
  }

  /// The file of a figure, named as DocC names images for screens of two pixels a point.
  static func fileName(of figure: some Figure) -> String { "\(figure.name)@2x.png" }

  func paint(_ figure: some Figure) throws -> Bitmap {
    var sheet = Sheet(typesetter: Typesetter(fonts: fonts))
    try figure.draw(on: &sheet)
    return try rasterizer.rasterize(
      sheet.displayList, scale: Self.scale, background: Palette.paper)
  }
}
