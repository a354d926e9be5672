import Linecaster
import LinecasterFeed

/// A feed on its way to a picture, through a list with its controller.
struct FeedJob: PictureJob {
  let items: [FeedItem]
  let request: PictureRequest

  /// Draws the feed; the main queue is only handed finished values.
  @MainActor
  func draw(_ report: inout RenderReport) throws -> DrawnPicture {
    let list = RenderedList(self)
    let progress = ProgressLine(list.pipeline)
    defer { progress.clear() }
    var editor = FeedEditor(items, seed: request.seed)
    try list.show(items, progress)
    try list.edit(&editor, count: request.updates, progress)
    let composition = try list.composition()
    let bitmap = try MainLoop.result(progress) { try composition.bitmap() }
    if request.updates > 0 { try compare(bitmap, with: editor.items, progress) }
    report.statistics = list.pipeline.statistics
    let page = try arranged(editor.items.prefix(composition.rowCount), list.pipeline, progress)
    let picture = DrawnPicture(
      bitmap: bitmap, page: page, typesetter: list.pipeline.arranger.typesetter,
      rasterizer: list.pipeline.rasterizer)
    report.rowsShown = composition.rowCount
    report.outcomes = list.outcomes
    report.note(picture)
    return picture
  }

  var environment: LayoutEnvironment {
    LayoutEnvironment(
      width: request.width ?? PictureRequest.defaultWidth, scale: request.scale,
      theme: request.theme ?? .light, fonts: request.preference)
  }

  /// The rows arranged once more, where they are asked for or have something to tell.
  @MainActor
  private func arranged(
    _ items: ArraySlice<FeedItem>, _ pipeline: PrecomputePipeline, _ progress: ProgressLine
  ) throws -> DrawnPage? {
    guard request.needsPage || pipeline.statistics.missingCharacters > 0 else { return nil }
    return try MainLoop.result(progress) { [environment] in
      var page = DrawnPage(environment)
      for item in items {
        try page.add(AnyCell(FeedCell(item)).layout(in: environment), pipeline.arranger)
      }
      return page
    }
  }

  /// Draws the edited feed at once, with caches of its own, and throws unless it looks the same.
  @MainActor
  private func compare(
    _ bitmap: Bitmap, with items: [FeedItem], _ progress: ProgressLine
  ) throws {
    let list = RenderedList(self)
    try list.show(items, progress)
    let composition = try list.composition()
    let expected = try MainLoop.result(progress) { try composition.bitmap() }
    guard bitmap == expected else {
      throw RenderFailure(
        description: "after \(request.updates) edits the picture differs from the feed's "
          + "(seed \(request.seed))")
    }
  }
}
