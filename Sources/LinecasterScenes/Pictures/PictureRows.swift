package import LinecasterBase
package import LinecasterCells
import LinecasterDisplay
package import LinecasterRaster
import Synchronization

/// The rows of a list, from top to bottom, in the pixels that the list gave them.
package struct PictureRows: Hashable, Sendable {
  /// A row, and the pixel rows that it covers.
  package struct Row: Hashable, Sendable {
    /// The content.
    package let cell: AnyCell
    let top: Int
    let height: Int
    /// The name of the row in messages.
    let name: String

    package init(cell: AnyCell, top: Int, height: Int, name: String) {
      (self.cell, self.top, self.height, self.name) = (cell, top, height, name)
    }
  }

  /// The rows, none of which covers pixels of another.
  package let rows: [Row]
  /// The size of the picture.
  package let size: PixelSize
  let environment: LayoutEnvironment

  /// Creates the rows of a picture.
  ///
  /// - Parameter height: The number of pixel rows of the picture.
  package init(_ rows: [Row], height: Int, in environment: LayoutEnvironment) {
    (self.rows, self.environment) = (rows, environment)
    size = PixelSize(width: environment.scale.pixels(environment.width), height: height)
  }

  /// Returns the rows that cover some pixel rows.
  ///
  /// - Complexity: O(log rows).
  fileprivate func rows(in shown: Range<Int>) -> ArraySlice<Row> {
    let first = rows.bisect { $0.top + $0.height > shown.lowerBound }
    let end = rows.bisect { $0.top >= shown.upperBound }
    return rows[first..<max(first, end)]
  }
}

/// An error in arranging or drawing a row.
struct PictureRowError: Error, CustomStringConvertible {
  let description: String
}

extension PicturePainter {
  /// The most pixels that are drawn at once.
  private static let greatestWhole = 1 << 24
  /// The usual number of pixels of a band in larger pictures.
  private static let usualBand = 1 << 21

  /// Draws the rows of a list: at once, or in bands during encoding if the picture is large.
  ///
  /// - Parameters:
  ///   - rows: The rows, which their list has measured.
  ///   - format: The format of the file.
  ///   - rasterizer: The rasterizer of the rows' environment.
  ///   - name: The name of the list in messages.
  ///   - deadline: The time by which the picture must be encoded.
  ///   - observe: Called with each row that is drawn, on any thread.
  /// - Throws: `RenderBudget.Excess` or `RasterError` if the picture is too large, or the error of
  ///   a row with its name.
  /// - Complexity: As arranging and drawing the rows.
  package func draw(
    _ rows: PictureRows, as format: PictureFormat, with rasterizer: DisplayRasterizer,
    named name: String, by deadline: Deadline,
    observe: @escaping @Sendable (CellArrangement) -> Void = { _ in }
  ) throws -> BandedImage {
    let size = rows.size
    try checkSize(size, as: format)
    let drawing = RowDrawing(
      rows: rows, arranger: arranger, rasterizer: rasterizer, observe: observe)
    let bands = try BandedImage(
      width: size.width, height: size.height, bandHeight: bandHeight(of: size)
    ) { shown, scope in try drawing.band(shown, scope) }
    let picture =
      bands.bandCount > 1
      ? bands
      : BandedImage(
        try WorkScope.run(by: deadline, of: name, isCancelled: { false }) { scope in
          try bands.bitmap(in: scope)
        })
    return picture.drawn { try drawing.list() }
  }

  /// Returns the number of pixel rows that are drawn at a time.
  private func bandHeight(of size: PixelSize) -> Int {
    // The parts that threads draw are held besides the whole.
    let whole = min(Self.greatestWhole, budget.pixelCount / 2, budget.byteCount / 8)
    guard size.width * size.height > whole else { return size.height }
    // A file is held besides a band.
    let band = min(Self.usualBand, budget.pixelCount, budget.byteCount / 8)
    return band / max(1, size.width)
  }
}

/// Draws rows, each of which is arranged when it is drawn.
private struct RowDrawing: Sendable {
  let rows: PictureRows
  let arranger: CellArranger
  let rasterizer: DisplayRasterizer
  let observe: @Sendable (CellArrangement) -> Void

  /// The fewest pixels that several threads draw.
  private static let leastShared = 1 << 21
  /// The fewest pixels that a thread draws at a time.
  private static let leastPart = 1 << 18

  private var scale: PixelScale { rows.environment.scale }

  /// Draws some pixel rows.
  func band(_ shown: Range<Int>, _ scope: WorkScope) throws -> Bitmap {
    let parts = parts(of: shown)
    guard parts.count > 1 else { return try part(shown, scope) }
    let drawn = Mutex([Bitmap?](repeating: nil, count: parts.count))
    try scope.runParts(parts.count) { index, scope in
      let part = try part(parts[index], scope)
      drawn.withLock { $0[index] = part }
    }
    var whole = try Bitmap(width: rows.size.width, height: shown.count, background: .clear)
    for (part, bitmap) in zip(parts, drawn.withLock { $0 }) {
      if let bitmap { whole.draw(bitmap, atX: 0, y: part.lowerBound - shown.lowerBound) }
    }
    return whole
  }

  /// Cuts pixel rows between rows of the list, for several threads if there are many.
  private func parts(of shown: Range<Int>) -> [Range<Int>] {
    let (width, budget) = (rows.size.width, rasterizer.budget)
    let count = width * shown.count
    guard count >= Self.leastShared, count <= min(budget.pixelCount / 2, budget.byteCount / 8)
    else { return [shown] }
    let least = max(1, Self.leastPart / width)
    var parts: [Range<Int>] = []
    var start = shown.lowerBound
    for row in rows.rows(in: shown) where row.top - start >= least {
      parts.append(start..<row.top)
      start = row.top
    }
    return parts + [start..<shown.upperBound]
  }

  /// Draws some pixel rows on the calling thread.
  private func part(_ shown: Range<Int>, _ scope: WorkScope) throws -> Bitmap {
    var canvas = rasterizer.canvas(
      on: try Bitmap(width: rows.size.width, height: shown.count, background: .clear),
      scale: scale, text: rows.environment.textRendering)
    for row in rows.rows(in: shown) {
      let top = Double(row.top - shown.lowerBound) / scale.factor
      try naming(row) {
        let arrangement = try arrangement(of: row, scope)
        try canvas.draw(arrangement.displayList, at: Point(x: 0, y: top), on: .clear, scope)
        observe(arrangement)
      }
    }
    return canvas.bitmap
  }

  /// All rows as one display list, for document formats.
  ///
  /// - Complexity: As arranging the rows again.
  func list() throws -> BandedImage.Drawing {
    var list = DisplayList(size: .zero)
    for row in rows.rows {
      let arranged = try naming(row) { try arrangement(of: row, .unlimited).displayList }
      let top = Double(row.top) / scale.factor
      let frame = Rect(origin: Point(x: 0, y: top), size: arranged.size)
      list.size = Size(
        width: max(list.size.width, frame.maxX), height: max(list.size.height, frame.maxY))
      let commands = arranged.commands.map { top == 0 ? $0 : $0.offset(x: 0, y: top) }
      if rows.rows.count == 1 {
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
    of row: PictureRows.Row, _ scope: WorkScope
  ) throws -> CellArrangement {
    try arranger.arrange(row.cell.layout(in: rows.environment), in: rows.environment, scope)
  }

  /// Adds the row's name to errors of arranging or drawing.
  private func naming<Result>(
    _ row: PictureRows.Row, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw PictureRowError(description: "\(row.name): \(error)")
    }
  }
}
