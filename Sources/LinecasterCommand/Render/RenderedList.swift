import Linecaster

/// A list shown by a controller in a headless host: a feed, or a single drawing.
@MainActor
final class RenderedList {
  let pipeline: PrecomputePipeline
  /// How many updates ended in each way.
  private(set) var outcomes: [String: Int] = [:]
  /// The number of rows in the last image.
  private(set) var rowsShown = 0

  private let host: ImageHost
  private let images: ImageFileProvider
  private let background: Color
  /// What stands for the input in messages.
  private let name: String
  private let controller: AutoDiffController

  /// Makes an empty list.
  ///
  /// - Parameters:
  ///   - request: The fonts, the workers, and how rows are drawn.
  ///   - environment: What the list is laid out in.
  ///   - images: The images of the rows.
  ///   - background: What is below everything drawn.
  init(
    _ request: ImageRequest, _ environment: LayoutEnvironment, images: ImageFileProvider,
    background: Color = .clear
  ) {
    var environment = environment
    environment.background = ThemeColor(background)
    var options = PrecomputePipeline.Options()
    if let workers = request.workers { options.workerCount = workers }
    pipeline = PrecomputePipeline(
      arranger: CellArranger(
        typesetter: Typesetter(fonts: request.fonts, measuresTime: true), images: images),
      rasterizer: DisplayRasterizer(images: images, rendering: request.rendering),
      options: options)
    host = ImageHost(
      rowLimit: request.rowLimit, isFeed: request.input.kind == .feed, name: request.input.name)
    controller = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
    self.images = images
    self.background = background
    name = request.input.name
  }

  /// Shows a model and waits until it is drawn.
  func show(
    _ progress: ProgressLine, _ makeModel: @escaping @Sendable () -> TableModel
  ) throws {
    count(controller.update(policy: .complete, makeModel))
    try waitUntilIdle(progress)
  }

  /// Shows model after model, one update each, without waiting for most of them.
  func show(
    _ progress: ProgressLine, updates: Int, _ next: () -> @Sendable () -> TableModel
  ) throws {
    for index in 0..<updates {
      let handle = controller.update(next())
      count(handle)
      // Every third is waited for, so that batches with one edit and with several are applied.
      if index % 3 == 0 { MainLoop.run(progress) { handle.currentOutcome != nil } }
    }
    try waitUntilIdle(progress)
  }

  private func waitUntilIdle(_ progress: ProgressLine) throws {
    MainLoop.run(progress) { controller.isIdle }
    if let failure { throw failure }
  }

  /// The image of the rows, put together on another thread; throws where some are missing.
  func bitmap(_ progress: ProgressLine) throws -> Bitmap {
    guard let composition = host.composition() else {
      throw CommandFailure(description: "\(name): nothing was drawn")
    }
    rowsShown = composition.rowCount
    let bitmap = try MainLoop.result(progress) { [background] in
      try composition.bitmap(background: background)
    }
    guard bitmap.width > 0, bitmap.height > 0 else {
      throw CommandFailure(
        description: "\(name): has no pixels: \(bitmap.width) × \(bitmap.height)")
    }
    return bitmap
  }

  /// The layouts of rows, arranged once more where they are asked for or have something to tell.
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

  /// Why an update failed.
  private var updateFailure: (any Error)?

  /// The first thing that went wrong; an image with a hole in it counts.
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

/// A host for one image: refuses lists that are too large for one, before any row is drawn.
@MainActor
final class ImageHost: TableHost {
  /// Why the rows could not be drawn; nil where all could.
  var failure: (any Error)? { sizeFailure ?? list.failure }

  private let list: HeadlessHost
  private let isFeed: Bool
  /// What stands for the input in messages.
  private let name: String
  private var sizeFailure: CommandFailure?

  init(rowLimit: Int?, isFeed: Bool, name: String) {
    self.isFeed = isFeed
    self.name = name
    list = HeadlessHost(rowLimit.map { .rows($0) } ?? .all)
  }

  /// The rows of the image, or none where it would be too large.
  func viewport(in snapshot: TableSnapshot) -> Viewport {
    let visible = list.viewport(in: snapshot)
    let scale = snapshot.environment.scale
    do {
      try Bitmap.checkSize(
        width: scale.pixels(snapshot.environment.width), height: scale.pixels(visible.length))
      sizeFailure = nil
      return visible
    } catch {
      sizeFailure = CommandFailure(
        description: "\(name): \(error.description); try "
          + "\(isFeed ? "--rows or " : "")a smaller --scale")
      return Viewport(offset: 0, length: 0)
    }
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

  /// The rows and their places; nil before there are any.
  func composition() -> TableComposition? {
    list.composition()
  }
}
