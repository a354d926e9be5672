import Foundation
import Linecaster
import LinecasterFeed

/// A feed on its way to a picture.
struct RenderJob {
  let items: [FeedItem]
  let environment: LayoutEnvironment
  let fonts: FontCollection
  let imageFolder: String
  let rowLimit: Int?
  /// The number of random edits on the way.
  let updates: Int
  let seed: UInt64
  let workers: Int?
  let options: PictureOptions
  let output: OutputFile

  /// Renders the feed and writes the picture; the main queue is only handed finished values.
  @MainActor
  func run(_ report: inout RenderReport) throws {
    let list = RenderedList(self)
    let progress = ProgressLine(list.pipeline)
    defer { progress.clear() }
    var editor = FeedEditor(items, seed: seed)
    try list.show(items, progress)
    try list.edit(&editor, count: updates, progress)
    let composition = try list.composition()
    let picture = try MainLoop.result(progress) { try composition.bitmap() }
    if updates > 0 { try compare(picture, with: editor.items, progress) }
    report.statistics = list.pipeline.statistics
    report.outcomes = list.outcomes
    report.rowsShown = composition.rowCount
    report.pictureSize = (picture.width, picture.height)
    report.warnings.faults = list.pipeline.rasterizer.glyphs.faults
    let page = try arranged(editor.items.prefix(composition.rowCount), list.pipeline, progress)
    report.warnings.note(page, of: report.statistics.missingCharacters)
    try options.finish(
      picture, page, typesetter: list.pipeline.arranger.typesetter,
      rasterizer: list.pipeline.rasterizer, output: output, progress: progress)
  }

  /// The rows arranged once more, where they are asked for or have something to tell.
  @MainActor
  private func arranged(
    _ items: ArraySlice<FeedItem>, _ pipeline: PrecomputePipeline, _ progress: ProgressLine
  ) throws -> DrawnPage? {
    guard options.needsPage || pipeline.statistics.missingCharacters > 0 else { return nil }
    return try MainLoop.result(progress) { [environment] in
      var page = DrawnPage(environment)
      for item in items {
        try page.add(
          AnyCell(FeedCell(item)).layout(in: environment), in: environment, pipeline.arranger)
      }
      return page
    }
  }

  /// Renders the edited feed at once, with caches of its own, and throws unless it looks the same.
  @MainActor
  private func compare(
    _ picture: Bitmap, with items: [FeedItem], _ progress: ProgressLine
  ) throws {
    let list = RenderedList(self)
    try list.show(items, progress)
    let composition = try list.composition()
    let expected = try MainLoop.result(progress) { try composition.bitmap() }
    guard picture == expected else {
      throw RenderFailure(
        description: "after \(updates) edits the picture differs from the feed's (seed \(seed))")
    }
  }
}
