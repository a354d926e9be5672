import Linecaster
import LinecasterCommandSupport

/// A feed in a list with a headless host; unavailable images are errors.
@MainActor
final class RenderedList {
  /// The painter of the rows, whose caches the pipeline shares.
  private let painter: PicturePainter
  let pipeline: PrecomputePipeline
  /// The number of updates for each outcome.
  private(set) var outcomes: [String: Int] = [:]
  /// The number of rows in the last image.
  private(set) var rowsShown = 0

  private let host: ImageHost
  private let images: ImageFileProvider
  /// The name of the input in messages.
  private let name: String
  /// The format of the image.
  private let format: PictureFormat
  /// The time limit of the image.
  private let deadline: Deadline
  private let controller: AutoDiffController

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - request: The fonts, the workers, and how rows are drawn.
  ///   - environment: The environment of the layout.
  ///   - images: The images of the rows.
  init(_ request: ImageRequest, _ environment: LayoutEnvironment, images: ImageFileProvider) {
    var environment = environment
    environment.background = ThemeColor(.clear)
    var options = PrecomputePipeline.Options()
    if let workers = request.workers { options.workerCount = workers }
    painter = request.painter(images)
    pipeline = PrecomputePipeline(
      arranger: painter.arranger, rasterizer: painter.rasterizer(in: environment),
      options: options)
    host = ImageHost(request)
    controller = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
    self.images = images
    (name, deadline) = (request.input.name, request.deadline)
    format = request.options.encoding.format
  }

  /// Shows a model, and waits until it is drawn.
  func show(
    _ progress: ProgressLine, _ makeModel: @escaping @Sendable () -> TableModel
  ) throws {
    count(controller.update(policy: .complete, makeModel))
    try waitUntilIdle(progress)
  }

  /// Shows a sequence of models, one update each, mostly without waiting.
  func show(
    _ progress: ProgressLine, updates: Int, _ next: () -> @Sendable () -> TableModel
  ) throws {
    for index in 0..<updates {
      let handle = controller.update(next())
      count(handle)
      // Waits for every third update, so batches with one and with several edits are applied.
      if index % 3 == 0 { try run(progress) { handle.currentOutcome != nil } }
    }
    try waitUntilIdle(progress)
  }

  private func waitUntilIdle(_ progress: ProgressLine) throws {
    try run(progress) { controller.isIdle }
    if let failure { throw failure }
  }

  /// Runs the main queue until a condition holds, or the time is up; work in progress then ends
  /// with the process or with the list.
  private func run(_ progress: ProgressLine, until isDone: () -> Bool) throws {
    var excess: RenderBudget.Excess?
    MainLoop.run(progress) {
      do throws(RenderBudget.Excess) {
        try deadline.check(name)
      } catch {
        excess = error
      }
      return excess != nil || isDone()
    }
    if let excess { throw excess }
  }

  /// The image of the rows: assembled on another thread, or drawn in bands if it is too large;
  /// throws if rows are missing.
  func picture(_ progress: ProgressLine) throws -> BandedImage {
    if let size = host.sizeInBands {
      let rows = PictureRows(controller.snapshot, height: size.height)
      rowsShown = rows.count
      return try MainLoop.result(progress) { [images, painter, format] in
        try painter.draw(rows, size: size, as: format).failing(with: images)
      }
    }
    guard let composition = host.composition() else {
      throw CommandFailure(description: "\(name): nothing was drawn")
    }
    rowsShown = composition.rowCount
    let bitmap = try MainLoop.result(progress) { try composition.bitmap(background: .clear) }
    guard bitmap.width > 0, bitmap.height > 0 else {
      throw CommandFailure(
        description: "\(name): has no pixels: \(bitmap.width) × \(bitmap.height)")
    }
    let rows = PictureRows(controller.snapshot, height: bitmap.height)
    return try painter.draw(rows, drawn: bitmap, as: format)
  }

  /// The layouts of the rows, arranged again if they are needed or have warnings.
  func page(
    _ request: ImageRequest, _ environment: LayoutEnvironment, _ progress: ProgressLine,
    _ layouts: @escaping @Sendable () -> [LayoutNode]
  ) throws -> DrawnPage? {
    guard request.needsPage || pipeline.statistics.missingCharacters > 0 else { return nil }
    return try MainLoop.result(progress) { [arranger = pipeline.arranger] in
      var page = DrawnPage(environment)
      for layout in layouts() { try page.add(layout, arranger) }
      return page
    }
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

extension PictureRows {
  /// The rows of a list in a number of pixel rows from its top.
  @MainActor
  fileprivate init(_ snapshot: TableSnapshot, height: Int) {
    let scale = snapshot.environment.scale
    let rows = (0..<snapshot.rowCount).compactMap { row -> Row? in
      guard let cell = snapshot.item(atRow: row)?.cell, let frame = snapshot.frame(ofRow: row)
      else { return nil }
      // Rows out of any image's range are not visible.
      let top = Int(exactly: (frame.minY * scale.factor).rounded()) ?? .max
      return top < height
        ? Row(cell: cell, top: top, height: scale.pixels(frame.height)) : nil
    }
    self.init(rows, in: snapshot.environment)
  }
}

/// A host for one image; it draws no rows of a list that exceeds the maximum size, or the memory
/// for drawing at once.
@MainActor
final class ImageHost: TableHost {
  /// The error of drawing the rows; `nil` if all were drawn.
  var failure: (any Error)? { sizeFailure ?? list.failure }
  /// The size of an image that must be drawn in bands; `nil` if it is drawn at once.
  private(set) var sizeInBands: PixelSize?

  private let list: HeadlessHost
  private let request: ImageRequest
  private var sizeFailure: CommandFailure?

  /// The maximum pixels of an image that is drawn at once.
  private static let greatestWhole = 1 << 24

  init(_ request: ImageRequest) {
    self.request = request
    list = HeadlessHost(request.rowLimit.map { .rows($0) } ?? .all)
  }

  /// The visible rows of the image; empty if it is too large.
  func viewport(in snapshot: TableSnapshot) -> Viewport {
    let visible = list.viewport(in: snapshot)
    let scale = snapshot.environment.scale
    let size = PixelSize(
      width: scale.pixels(snapshot.environment.width), height: scale.pixels(visible.length))
    (sizeInBands, sizeFailure) = (nil, nil)
    do throws(CommandFailure) {
      try request.checkSides(width: size.width, height: size.height)
    } catch {
      sizeFailure = error
      return Viewport(offset: 0, length: 0)
    }
    // The rows and the assembled image are held at the same time.
    let most = min(
      Self.greatestWhole, request.budget.pixelCount / 2, request.budget.byteCount / 8)
    guard size.width * size.height > most else { return visible }
    sizeInBands = size
    return Viewport(offset: 0, length: 0)
  }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    list.apply(batch, done: done)
  }

  func display(_ rows: [DisplayedRow]) {
    list.display(rows)
  }

  func recycle(_ rows: [RowIdentity]) {
    list.recycle(rows)
  }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    list.setOffset(offset, in: snapshot, animated: animated)
  }

  func displayFailed(_ error: any Error) {
    list.displayFailed(error)
  }

  /// The rows and their positions; `nil` before the first update.
  func composition() -> TableComposition? {
    list.composition()
  }
}
