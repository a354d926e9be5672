import LinecasterDisplay
import LinecasterGeometry

/// A file that lies on its side, turned upright; and how many pixels are decoded for some sizes.
struct ImagesFigure: Figure {
  let name = "images-decoding"

  /// The widths that the image is decoded for.
  private static let widths = [96, 48, 24, 12]

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: 2 + Self.widths.count)
    let top = sheet.nextRow
    // A pixel of the file is a pixel of the figure.
    let upright = Size(width: 80, height: 60)
    let lying = Size(width: 60, height: 80)
    draw(FigureImages.lying, "in the file", lying, at: columns.origin(0, y: top), on: &sheet)
    draw(FigureImages.upright, "decoded", upright, at: columns.origin(1, y: top), on: &sheet)
    for (column, width) in Self.widths.enumerated() {
      draw(
        FigureImages.covering(width: width), "for \(width) × \(width * 3 / 4)", upright,
        at: columns.origin(2 + column, y: top), on: &sheet)
    }
  }

  private func draw(
    _ image: ImageReference, _ caption: String, _ size: Size, at origin: Point,
    on sheet: inout Sheet
  ) {
    let y = sheet.caption(caption, at: origin)
    let rect = Rect(x: origin.x, y: y, width: size.width, height: size.height)
    sheet.add(.image(image, DisplayShape(rect), .stretch))
  }
}
