import Linecaster

/// A scene or a text on its way to an image: a list of one row.
struct DrawingJob: ImageJob {
  let drawing: Drawing
  let request: ImageRequest
  let images: ImageFileProvider

  /// Reads a scene or a text.
  init(_ request: ImageRequest) throws {
    self.request = request
    images = ImageFileProvider(folder: request.input.imageFolder)
    drawing = try Drawing(request, images: images)
  }

  /// The layout as the cell of the only row.
  private struct DrawingCell: Cell {
    let layout: LayoutNode
    func body(in environment: LayoutEnvironment) -> LayoutNode { layout }
  }

  @MainActor
  func draw(_ report: inout RenderReport) throws -> DrawnImage {
    let list = RenderedList(
      request, drawing.environment, images: images, background: drawing.background)
    let progress = ProgressLine(list.pipeline)
    defer { progress.clear() }
    let (name, cell) = (request.input.name, DrawingCell(layout: drawing.layout))
    try list.show(progress) { TableModel(items: [TableItem(.name(name), cell: cell)]) }
    let bitmap = try list.bitmap(progress)
    let page = try list.page(request, drawing.environment, progress) { [cell.layout] }
    return report.note(list, bitmap, page)
  }
}
