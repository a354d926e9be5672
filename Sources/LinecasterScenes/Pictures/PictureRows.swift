import LinecasterBase
package import LinecasterCells
import LinecasterDisplay
package import LinecasterRaster

/// The rows of a list, from top to bottom, in the pixels that the list gave them.
package struct PictureRows: Sendable {
  /// A row, and the pixel rows that it covers.
  package struct Row: Sendable {
    let cell: AnyCell
    let top: Int
    let height: Int

    package init(cell: AnyCell, top: Int, height: Int) {
      (self.cell, self.top, self.height) = (cell, top, height)
    }
  }

  let rows: [Row]
  let environment: LayoutEnvironment

  package init(_ rows: [Row], in environment: LayoutEnvironment) {
    (self.rows, self.environment) = (rows, environment)
  }

  package var count: Int { rows.count }
}

extension PicturePainter {
  /// The approximate number of pixels in a band of rows.
  private static let rowBandPixels = 1 << 21

  /// Draws the rows of a list in bands: each band arranges its rows again.
  ///
  /// - Parameter size: The size of the picture.
  /// - Throws: `RenderBudget.Excess` or `RasterError` if it is too large.
  package func draw(
    _ rows: PictureRows, size: PixelSize, as format: PictureFormat
  ) throws -> BandedImage {
    try checkSize(size, as: format)
    let (environment, scale) = (rows.environment, rows.environment.scale)
    let rasterizer = rasterizer(in: environment)
    // A file is held besides a band.
    let most = min(Self.rowBandPixels, budget.pixelCount, budget.byteCount / 8)
    let picture = try BandedImage(
      width: size.width, height: size.height, bandHeight: most / max(1, size.width)
    ) { shown, scope in
      var canvas = rasterizer.canvas(
        on: try Bitmap(width: size.width, height: shown.count, background: .clear), scale: scale,
        text: environment.textRendering)
      for row in rows.rows
      where row.top < shown.upperBound && row.top + row.height > shown.lowerBound {
        let top = Double(row.top - shown.lowerBound) / scale.factor
        try canvas.draw(
          self.arrangement(of: row, in: environment).displayList, at: Point(x: 0, y: top),
          on: .clear, scope)
      }
      return canvas.bitmap
    }
    return picture.drawn { try self.drawing(of: rows, rasterizer) }
  }

  /// Returns the picture of rows that their list has drawn.
  ///
  /// - Throws: `RenderBudget.Excess` if it is too large.
  package func draw(
    _ rows: PictureRows, drawn bitmap: Bitmap, as format: PictureFormat
  ) throws -> BandedImage {
    try checkSize(PixelSize(width: bitmap.width, height: bitmap.height), as: format)
    return BandedImage(bitmap).drawn {
      try self.drawing(of: rows, self.rasterizer(in: rows.environment))
    }
  }

  /// All rows as one display list, for document formats.
  ///
  /// - Complexity: As arranging the rows again.
  private func drawing(
    of rows: PictureRows, _ rasterizer: DisplayRasterizer
  ) throws -> BandedImage.Drawing {
    let scale = rows.environment.scale
    var list = DisplayList(size: .zero)
    for row in rows.rows {
      let arranged = try arrangement(of: row, in: rows.environment).displayList
      let top = Double(row.top) / scale.factor
      let frame = Rect(origin: Point(x: 0, y: top), size: arranged.size)
      list.size = Size(
        width: max(list.size.width, frame.maxX), height: max(list.size.height, frame.maxY))
      let commands = arranged.commands.map { top == 0 ? $0 : $0.offset(x: 0, y: top) }
      if rows.count == 1 {
        for command in commands { list.append(command) }
      } else {
        list.append(.group(DisplayGroup(commands, clip: DisplayShape(frame))))
      }
    }
    return BandedImage.Drawing(
      list: list, scale: scale, background: .clear, text: rows.environment.textRendering,
      rasterizer: rasterizer)
  }

  private func arrangement(
    of row: PictureRows.Row, in environment: LayoutEnvironment
  ) throws -> CellArrangement {
    try arranger.arrange(row.cell.layout(in: environment), in: environment)
  }
}
