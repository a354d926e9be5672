import Linecaster
import LinecasterFeed

/// A feed shown by a controller in a headless host.
@MainActor
final class RenderedList {
  let pipeline: PrecomputePipeline
  /// How many updates ended in each way.
  private(set) var outcomes: [String: Int] = [:]

  private let host: PictureHost
  private let images: ImageFileProvider
  private let controller: AutoDiffController

  init(_ job: FeedJob) {
    let request = job.request
    var options = PrecomputePipeline.Options()
    if let workers = request.workers { options.workerCount = workers }
    images = ImageFileProvider(folder: request.input.imageFolder)
    pipeline = PrecomputePipeline(
      arranger: CellArranger(
        typesetter: Typesetter(fonts: request.fonts, measuresTime: true)),
      rasterizer: DisplayRasterizer(images: images, rendering: request.rendering),
      options: options)
    host = PictureHost(rowLimit: request.rowLimit)
    controller = AutoDiffController(
      pipeline: pipeline, environment: job.environment, host: host)
  }

  /// Shows a feed and waits until it is drawn.
  func show(_ items: [FeedItem], _ progress: ProgressLine) throws {
    count(controller.update(policy: .complete) { TableModel(feed: items) })
    MainLoop.run(progress) { controller.isIdle }
    if let failure { throw failure }
  }

  /// Makes random edits, one update each, without waiting for most of them.
  func edit(_ editor: inout FeedEditor, count edits: Int, _ progress: ProgressLine) throws {
    for index in 0..<edits {
      editor.edit()
      let items = editor.items
      let handle = controller.update { TableModel(feed: items) }
      count(handle)
      // Every third is waited for, so that batches with one edit and with several are applied.
      if index % 3 == 0 { MainLoop.run(progress) { handle.currentOutcome != nil } }
    }
    MainLoop.run(progress) { controller.isIdle }
    if let failure { throw failure }
  }

  /// The picture's rows; throws where some are missing.
  func composition() throws -> ListComposition {
    guard let composition = host.composition() else {
      throw RenderFailure(description: "nothing was drawn")
    }
    guard composition.size.height > 0 else {
      throw RenderFailure(description: "the feed has no messages to draw")
    }
    return composition
  }

  /// Why an update failed.
  private var updateFailure: (any Error)?

  /// The first thing that went wrong; a picture with a hole in it counts.
  private var failure: (any Error)? { updateFailure ?? host.failure ?? images.failures.first }

  private func count(_ handle: UpdateHandle) {
    handle.whenResolved { [weak self] outcome in
      // Updates end on the main queue, where this object lives.
      MainActor.assumeIsolated { self?.count(outcome) }
    }
  }

  private func count(_ outcome: UpdateOutcome) {
    switch outcome {
    case .applied: outcomes["applied", default: 0] += 1
    case .superseded: outcomes["superseded", default: 0] += 1
    case .cancelled: outcomes["cancelled", default: 0] += 1
    case .failed(let error):
      outcomes["failed", default: 0] += 1
      updateFailure = error
    }
  }
}
