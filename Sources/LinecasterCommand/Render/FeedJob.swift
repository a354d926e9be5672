import Linecaster
import LinecasterFeed

/// A feed on its way to an image, through a list with its controller.
struct FeedJob: ImageJob {
  let items: [FeedItem]
  let request: ImageRequest

  /// Draws the feed; the main queue is only handed finished values.
  @MainActor
  func draw(_ report: inout RenderReport) throws -> DrawnImage {
    let list = makeList()
    let progress = ProgressLine(list.pipeline)
    defer { progress.clear() }
    var editor = FeedEditor(items, seed: request.seed)
    try list.show(progress) { [items] in TableModel(feed: items) }
    try list.show(progress, updates: request.updates) {
      editor.edit()
      let items = editor.items
      return { TableModel(feed: items) }
    }
    let bitmap = try list.bitmap(progress)
    if request.updates > 0 { try compare(bitmap, with: editor.items, progress) }
    let shown = editor.items.prefix(list.rowsShown)
    let page = try list.page(request, environment, progress) { [environment] in
      shown.map { AnyCell(FeedCell($0)).layout(in: environment) }
    }
    return report.note(list, bitmap, page)
  }

  @MainActor
  private func makeList() -> RenderedList {
    RenderedList(
      request, environment, images: ImageFileProvider(folder: request.input.imageFolder))
  }

  var environment: LayoutEnvironment {
    LayoutEnvironment(
      width: request.width ?? ImageRequest.defaultWidth, scale: request.scale,
      theme: request.theme ?? .light, fonts: request.preference)
  }

  /// Draws the edited feed at once, with caches of its own, and throws unless it looks the same.
  @MainActor
  private func compare(
    _ bitmap: Bitmap, with items: [FeedItem], _ progress: ProgressLine
  ) throws {
    let list = makeList()
    try list.show(progress) { TableModel(feed: items) }
    guard try list.bitmap(progress) == bitmap else {
      throw RenderFailure(
        description: "after \(request.updates) edits the image differs from the feed's "
          + "(seed \(request.seed))")
    }
  }
}
