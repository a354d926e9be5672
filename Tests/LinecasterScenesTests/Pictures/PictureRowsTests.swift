import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
import LinecasterRaster
import LinecasterScenes
import Testing

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

  /// The rows, one below the other, and the pixels of each as a layout by itself.
  private func rows(_ painter: PicturePainter) throws -> (rows: PictureRows, pixels: [Bitmap]) {
    var (rows, pixels, top): ([PictureRows.Row], [Bitmap], Int) = ([], [], 0)
    for words in Self.words {
      let cell = AnyCell(Line(text: words))
      let layout = cell.layout(in: Self.environment)
      let read = try painter.read(PictureRequest(.layout(layout, Self.environment)))
      let bitmap = try painter.draw(painter.arrange(read)).picture.bitmap()
      rows.append(PictureRows.Row(cell: cell, top: top, height: bitmap.height))
      pixels.append(bitmap)
      top += bitmap.height
    }
    return (PictureRows(rows, in: Self.environment), pixels)
  }

  @Test(arguments: [1 << 22, 100_000, 4_000])
  func bandsHaveThePixelsOfTheirRows(pixelCount: Int) throws {
    let (rows, pixels) = try rows(painter())
    let size = PixelSize(width: 200, height: pixels.reduce(0) { $0 + $1.height })
    let picture = try painter(RenderBudget(pixelCount: pixelCount))
      .draw(rows, size: size, as: .png)
    #expect((picture.bandCount > 1) == (pixelCount < size.width * size.height))
    let whole = try picture.bitmap()
    var top = 0
    for row in pixels {
      let part = whole.cropped(x: 0, y: top, width: 200, height: row.height)
      #expect(part == row)
      top += row.height
    }
  }

  @Test func documentsHaveTheRowsAsSteps() throws {
    let painter = try painter()
    let (rows, pixels) = try rows(painter)
    let picture = try painter.draw(rows, drawn: pixels[0], as: .pdf)
    #expect(try picture.bitmap() == pixels[0])
    let drawing = try #require(try picture.drawing?())
    #expect(drawing.list.commands.count == Self.words.count)
    #expect(drawing.list.size.width == Self.environment.width)
  }

  @Test func picturesOverTheirSizeAreRefused() throws {
    let painter = try painter(RenderBudget(pictureSize: 100))
    let rows = PictureRows([], in: Self.environment)
    let size = PixelSize(width: 20, height: 20)
    #expect(throws: RenderBudget.Excess.self) { try painter.draw(rows, size: size, as: .png) }
    #expect(try painter.draw(rows, size: size, as: .svg).height == 20)
  }
}
