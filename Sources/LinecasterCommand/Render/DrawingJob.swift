import Linecaster

/// A layout on its way to a picture.
struct DrawingJob: PictureJob {
  let drawing: Drawing
  let request: PictureRequest
  let images: ImageFileProvider

  /// Reads a scene or a text.
  init(_ request: PictureRequest) throws {
    self.request = request
    images = ImageFileProvider(folder: request.input.imageFolder)
    drawing = try Drawing(request, images: images)
  }

  @MainActor
  func draw(_ report: inout RenderReport) throws -> DrawnPicture {
    let typesetter = Typesetter(fonts: request.fonts, measuresTime: true)
    let rasterizer = DisplayRasterizer(images: images, rendering: request.rendering)
    let progress = ProgressLine { "\(typesetter.statistics.paragraphs) texts laid out" }
    defer { progress.clear() }
    let (page, bitmap) = try MainLoop.result(progress) { () -> (DrawnPage, Bitmap) in
      var page = DrawnPage(drawing.environment)
      try page.add(
        drawing.layout, CellArranger(typesetter: typesetter, pictures: images))
      let start = ContinuousClock.now
      let bitmap = try pixels(of: page, rasterizer)
      page.rasterTime = ContinuousClock.now - start
      return (page, bitmap)
    }
    if let failure = images.failures.first { throw failure }
    let picture = DrawnPicture(
      bitmap: bitmap, page: page, typesetter: typesetter, rasterizer: rasterizer)
    report.noteDrawing(picture, page)
    return picture
  }

  /// The pixels of the page, as wide as asked and as high as its content.
  private func pixels(
    of page: DrawnPage, _ rasterizer: DisplayRasterizer
  ) throws(RasterError) -> Bitmap {
    var list = page.rows.first?.arrangement.displayList ?? DisplayList(size: .zero)
    list.size.width = page.width
    return try rasterizer.rasterize(list, scale: page.scale, background: drawing.background)
  }
}
