import Foundation
import Linecaster

/// A layout on its way to a picture.
struct DrawingJob {
  let drawing: Drawing
  let fonts: FontCollection
  let images: ImageFileProvider
  let options: PictureOptions
  let output: OutputFile

  /// Draws and writes the picture, and what was asked for beside it.
  @MainActor
  func run(_ report: inout RenderReport) throws {
    let typesetter = Typesetter(fonts: fonts, measuresTime: true)
    let arranger = CellArranger(typesetter: typesetter)
    let rasterizer = DisplayRasterizer(images: images, rendering: options.rendering)
    let progress = ProgressLine { "\(typesetter.statistics.paragraphs) texts laid out" }
    defer { progress.clear() }
    let (page, picture) = try MainLoop.result(progress) { () -> (DrawnPage, Bitmap) in
      var page = try arranged(arranger)
      let start = ContinuousClock.now
      let picture = try bitmap(of: page, rasterizer)
      page.rasterTime = ContinuousClock.now - start
      return (page, picture)
    }
    if let failure = images.failures.first { throw failure }
    try options.finish(
      picture, page, typesetter: typesetter, rasterizer: rasterizer, output: output,
      progress: progress)
    report.note(page, typesetter: typesetter, rasterizer: rasterizer)
    report.pictureSize = (picture.width, picture.height)
  }

  /// The layout, arranged.
  private func arranged(_ arranger: CellArranger) throws(ArrangementError) -> DrawnPage {
    var page = DrawnPage(drawing.environment)
    try page.add(drawing.layout, in: drawing.environment, arranger)
    return page
  }

  /// The pixels of the page, as wide as asked and as high as its content.
  private func bitmap(
    of page: DrawnPage, _ rasterizer: DisplayRasterizer
  ) throws(RasterError) -> Bitmap {
    guard var list = page.rows.first?.arrangement.displayList else {
      throw RasterError(code: .tooLarge, source: "page", reason: "no layout")
    }
    list.size.width = page.width
    return try rasterizer.rasterize(
      list, scale: page.scale, background: drawing.background)
  }
}
