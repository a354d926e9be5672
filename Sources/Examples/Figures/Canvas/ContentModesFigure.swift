import LinecasterDisplay
import LinecasterGeometry

/// An image in boxes that are not of its proportions.
struct ContentModesFigure: Figure {
  let name = "canvas-images"

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: ContentMode.allCases.count)
    let top = sheet.nextRow
    for (column, mode) in ContentMode.allCases.enumerated() {
      var y = sheet.caption("\(mode)", at: columns.origin(column, y: top))
      for height in [60.0, 130] {
        let rect = Rect(x: columns.left(column), y: y, width: columns.width, height: height)
        let shape = DisplayShape(rect, cornerRadius: 14)
        sheet.add(.fill(shape, .color(Palette.tint)))
        sheet.add(.image(SampleImages.landscape, shape, mode))
        y += height + 12
      }
    }
  }
}
