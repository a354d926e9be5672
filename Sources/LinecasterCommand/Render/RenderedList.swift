import Linecaster
import LinecasterCommandSupport
import LinecasterFeed
import LinecasterScenes

/// A feed in a list with a headless host; unavailable images are errors.
@MainActor
final class RenderedList {
  let pipeline: PrecomputePipeline
  /// The number of updates for each outcome.
  private(set) var outcomes: [String: Int] = [:]

  private let request: ImageRequest
  private let images: ImageFileProvider
  private let host: HeadlessHost
  private let controller: AutoDiffController

  /// The most pixels that the list draws: a whole picture, as the painter draws them.
  private static let greatestWhole = 1 << 24

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - request: The workers, the limits, and the rows of the picture.
  ///   - painter: The painter of the rows, whose caches the pipeline shares.
  ///   - images: The images of the rows.
  ///   - showsRows: Whether the list draws its first rows, besides measuring all.
  init(
    _ request: ImageRequest, _ painter: PicturePainter, _ images: ImageFileProvider,
    showsRows: Bool = false
  ) {
    (self.request, self.images) = (request, images)
    var environment = request.options.environment()
    environment.background = ThemeColor(.clear)
    var options = PrecomputePipeline.Options()
    if let workers = request.workers { options.workerCount = workers }
    pipeline = PrecomputePipeline(
      arranger: painter.arranger, rasterizer: painter.rasterizer(in: environment),
      options: options)
    let pixels = showsRows ? Self.pixelsShown(within: request.budget) : 0
    let scale = environment.scale
    let height = pixels / max(1, scale.pixels(environment.width))
    host = HeadlessHost(.points(Double(height) / scale.factor))
    controller = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
  }

  /// The number of pixels that the list draws within a budget: its rows, the assembled image and
  /// the picture are held at the same time.
  private static func pixelsShown(within budget: RenderBudget) -> Int {
    min(greatestWhole, budget.pixelCount / 2, budget.byteCount / 8)
  }

  /// Shows a feed, and waits until all rows are measured, and the visible ones drawn.
  func show(_ items: [FeedItem]) throws {
    count(controller.update(policy: .complete) { TableModel(feed: items) })
    try waitUntilIdle()
  }

  /// Shows a sequence of feeds, one update each, mostly without waiting.
  func show(updates: Int, _ next: () -> [FeedItem]) throws {
    let progress = ProgressLine(pipeline)
    defer { progress.clear() }
    for index in 0..<updates {
      let items = next()
      let handle = controller.update { TableModel(feed: items) }
      count(handle)
      // Waits for every third update, so batches with one and with several edits are applied.
      if index % 3 == 0 { try run(progress) { handle.currentOutcome != nil } }
    }
    try waitUntilIdle()
  }

  private func waitUntilIdle() throws {
    let progress = ProgressLine(pipeline)
    defer { progress.clear() }
    try run(progress) { controller.isIdle }
    if let failure { throw failure }
  }

  /// Runs the main queue until a condition holds, or the time is up; work in progress then ends
  /// with the process or with the list.
  private func run(_ progress: ProgressLine, until isDone: () -> Bool) throws {
    var excess: RenderBudget.Excess?
    MainLoop.run(progress) {
      do throws(RenderBudget.Excess) {
        try request.deadline.check(request.input.name)
      } catch {
        excess = error
      }
      return excess != nil || isDone()
    }
    if let excess { throw excess }
  }

  /// The rows of the picture.
  ///
  /// - Throws: `CommandFailure` if the picture has no pixels, or is too large.
  func rows() throws(CommandFailure) -> PictureRows {
    let (snapshot, scale) = (controller.snapshot, controller.environment.scale)
    let geometry = snapshot.geometry
    let length = request.rowLimit.map(geometry.offset) ?? geometry.totalHeight
    let height = scale.pixels(length)
    try request.checkSides(
      PixelSize(width: scale.pixels(controller.environment.width), height: height))
    let rows = geometry.rows(in: 0..<max(0, length)).compactMap { row -> PictureRows.Row? in
      guard let item = snapshot.item(atRow: row), let frame = snapshot.frame(ofRow: row)
      else { return nil }
      // Rows out of any image's range are not visible.
      let top = Int(exactly: (frame.minY * scale.factor).rounded()) ?? .max
      return top < height
        ? PictureRows.Row(
          cell: item.cell, top: top, height: scale.pixels(frame.height),
          name: "Row \(item.identifier)") : nil
    }
    return PictureRows(rows, height: height, in: controller.environment)
  }

  /// The pixels of the rows that the list draws.
  func pixels() throws -> Bitmap {
    guard case .points(let length) = host.extent else { return try Bitmap(width: 0, height: 0) }
    host.extent = .points(min(length, controller.snapshot.geometry.totalHeight))
    defer { host.extent = .points(length) }
    guard let composition = host.composition() else { return try Bitmap(width: 0, height: 0) }
    return try composition.bitmap(background: .clear)
  }

  /// The error of an update.
  private var updateFailure: (any Error)?

  /// The first error.
  private var failure: (any Error)? {
    updateFailure ?? host.failure ?? images.failures.first
  }

  private func count(_ handle: UpdateHandle) {
    handle.whenResolved { [weak self] outcome in
      // Updates end on the main queue, which owns this object.
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
