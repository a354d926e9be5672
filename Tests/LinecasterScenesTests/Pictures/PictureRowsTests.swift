import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
import LinecasterRaster
import Synchronization
import Testing

@testable import LinecasterScenes

/// Rows of a list are drawn as layouts are.
@Suite struct PictureRowsTests {
  private struct Line: Cell {
    let text: String

    func body(in environment: LayoutEnvironment) -> some Layout { Text(text).padding(5) }
  }

  private static let environment = LayoutEnvironment(
    width: 100, scale: PixelScale(2), background: ThemeColor(.clear))
  private static let words = ["Office", "नमस्ते", "two lines of text in a row", "שלום"]

  private func painter(_ budget: RenderBudget = RenderBudget()) throws -> PicturePainter {
    PicturePainter(fonts: try .bundled(), folder: "/nonexistent", budget: budget)
  }

  /// The rows, one below the other, and the pixels of each drawn as a layout.
  private func rows(_ painter: PicturePainter) throws -> (rows: PictureRows, pixels: [Bitmap]) {
    var (rows, pixels, top): ([PictureRows.Row], [Bitmap], Int) = ([], [], 0)
    for words in Self.words {
      let cell = AnyCell(Line(text: words))
      let layout = cell.layout(in: Self.environment)
      let read = try painter.read(PictureRequest(.layout(layout, Self.environment)))
      let bitmap = try painter.draw(painter.arrange(read)).picture.bitmap()
      rows.append(
        PictureRows.Row(cell: cell, top: top, height: bitmap.height, name: "Row \(words)"))
      pixels.append(bitmap)
      top += bitmap.height
    }
    return (PictureRows(rows, height: top, in: Self.environment), pixels)
  }

  private func draw(
    _ rows: PictureRows, by painter: PicturePainter, as format: PictureFormat = .png,
    observe: @escaping @Sendable (CellArrangement) -> Void = { _ in }
  ) throws -> BandedImage {
    try painter.draw(
      rows, as: format, with: painter.rasterizer(in: Self.environment), named: "rows",
      by: Deadline(painter.budget), observe: observe)
  }

  @Test(arguments: [1 << 22, 100_000, 4_000])
  func bandsHaveThePixelsOfTheirRows(pixelCount: Int) throws {
    let (rows, pixels) = try rows(painter())
    let picture = try draw(rows, by: painter(RenderBudget(pixelCount: pixelCount)))
    #expect((picture.bandCount > 1) == (pixelCount < rows.size.width * rows.size.height))
    let whole = try picture.bitmap()
    var top = 0
    for row in pixels {
      let part = whole.cropped(x: 0, y: top, width: 200, height: row.height)
      #expect(part == row)
      top += row.height
    }
  }

  /// Several threads draw the parts of a large picture, and draw each row once.
  @Test func partsOfThreadsAreTheWhole() throws {
    let painter = try painter()
    let (few, pixels) = try rows(painter)
    let height = few.size.height
    let rows = (0..<(5 << 20) / (few.size.width * height)).flatMap { round in
      few.rows.map { $0.moved(by: round * height) }
    }
    let many = PictureRows(rows, height: rows.count / few.rows.count * height, in: Self.environment)
    let count = Atomic(0)
    let picture = try draw(many, by: painter) { _ in count.add(1, ordering: .relaxed) }
    #expect(picture.bandCount == 1)
    #expect(count.load(ordering: .relaxed) == rows.count)
    let whole = try picture.bitmap()
    var top = 0
    for _ in 0..<rows.count / few.rows.count {
      for row in pixels {
        #expect(whole.cropped(x: 0, y: top, width: 200, height: row.height) == row)
        top += row.height
      }
    }
  }

  @Test func errorsNameTheirRow() throws {
    let painter = try painter(RenderBudget(textUnitCount: 10))
    let rows = try rows(self.painter()).rows
    let error = #expect(throws: (any Error).self) { try draw(rows, by: painter) }
    #expect("\(try #require(error))".hasPrefix("Row two lines of text in a row: "))
  }

  @Test func documentsHaveTheRowsAsSteps() throws {
    let painter = try painter()
    let (rows, pixels) = try rows(painter)
    let picture = try draw(rows, by: painter, as: .pdf)
    let first = try picture.bitmap().cropped(x: 0, y: 0, width: 200, height: pixels[0].height)
    #expect(first == pixels[0])
    let drawing = try #require(try picture.drawing?())
    #expect(drawing.list.commands.count == Self.words.count)
    #expect(drawing.list.size.width == Self.environment.width)
  }

  @Test func picturesOverTheirSizeAreRefused() throws {
    let painter = try painter(RenderBudget(pictureSize: 100))
    let rows = PictureRows([], height: 20, in: Self.environment)
    #expect(throws: RenderBudget.Excess.self) { try draw(rows, by: painter) }
    #expect(try draw(rows, by: painter, as: .svg).height == 20)
  }
}

extension PictureRows.Row {
  /// The same row further down.
  fileprivate func moved(by height: Int) -> PictureRows.Row {
    PictureRows.Row(cell: cell, top: top + height, height: self.height, name: name)
  }
}
