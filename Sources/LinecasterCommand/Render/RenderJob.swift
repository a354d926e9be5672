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
  let output: OutputFile

  /// Renders the feed and writes the picture; the main queue is only handed finished values.
  @MainActor
  func run(_ report: inout RenderReport) throws {
    let list = RenderedList(self)
    let progress = ProgressLine(pipeline: list.pipeline)
    defer { progress.clear() }
    var editor = FeedEditor(items, seed: seed)
    try list.show(items, progress)
    try list.edit(&editor, count: updates, progress)
    let composition = try list.composition()
    let picture = try MainLoop.result(progress) { try composition.bitmap() }
    if updates > 0 { try compare(picture, with: editor.items, progress) }
    try MainLoop.result(progress) { [output] in try output.write(picture) }
    report.statistics = list.pipeline.statistics
    report.outcomes = list.outcomes
    report.rowsShown = composition.rowCount
    report.pictureSize = (picture.width, picture.height)
    progress.end("\(output.path): \(picture.width) × \(picture.height) pixels")
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
