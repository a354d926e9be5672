import Foundation
import Linecaster
import LinecasterFeed

extension FeedWorkloads {
  /// Edits that are traced.
  private static let tracedEdits = 20

  /// Opens, edits and scrolls a list, and writes what was done when.
  ///
  /// - Parameters:
  ///   - json: The file for the trace; nil writes none.
  ///   - image: The file for the timeline; nil writes none.
  func writeTrace(json: String?, image: String?) throws {
    let trace = PipelineTrace()
    let list = makeList(
      workers: FeedWorkloads.workerCount, extent: .points(800), trace: trace)
    var editor = FeedEditor(feed.items, seed: 1)
    for step in 0..<Self.tracedEdits {
      let items = editor.items
      try list.waitUntilApplied(list.controller.update { TableModel(feed: items) })
      list.host.offset = Double(step) * 120
      list.controller.viewportDidChange()
      try list.waitUntilSeen()
      editor.edit()
    }
    list.controller.tearDown()
    if let json { try Data(trace.chromeJSON.utf8).write(to: URL(fileURLWithPath: json)) }
    if let image {
      try Data(trace.timelineSVG().utf8).write(to: URL(fileURLWithPath: image))
    }
  }
}
