import Linecaster
import LinecasterCommandSupport

/// A feed in a list with a headless host; unavailable images are errors.
@MainActor
final class RenderedList {
  let pipeline: PrecomputePipeline
  /// The number of updates for each outcome.
  private(set) var outcomes: [String: Int] = [:]
  /// The number of rows in the last image.
  private(set) var rowsShown = 0

  private let host: ImageHost
  private let images: ImageFileProvider
  /// The name of the input in messages.
  private let name: String
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
    pipeline = PrecomputePipeline(
      arranger: CellArranger(
        typesetter: Typesetter(fonts: request.fonts, measuresTime: true), images: images,
        budget: request.budget),
      rasterizer: request.rasterizer(images, in: environment),
      options: options)
    host = ImageHost(request)
    controller = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
    self.images = images
    (name, deadline) = (request.input.name, request.deadline)
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
      let rows = ListRows(controller.snapshot, pipeline, height: size.height)
      rowsShown = rows.count
      return try MainLoop.result(progress) { [images] in
        try rows.picture(width: size.width, height: size.height).failing(with: images)
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
    let rows = ListRows(controller.snapshot, pipeline, height: bitmap.height)
    return BandedImage(bitmap).drawn { try rows.drawing() }
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

/// The rows of a list in a column, arranged and drawn again for each band that shows them.
private struct ListRows: Sendable {
  /// A row and the pixel row that it starts at.
  private struct Row: Sendable {
    let cell: AnyCell
    let top: Int
    let height: Int
  }

  private let rows: [Row]
  private let environment: LayoutEnvironment
  private let arranger: CellArranger
  private let rasterizer: DisplayRasterizer

  /// The approximate number of pixels in a band.
  private static let bandPixels = 1 << 21

  /// - Parameter height: The number of pixel rows shown.
  @MainActor
  init(_ snapshot: TableSnapshot, _ pipeline: PrecomputePipeline, height: Int) {
    environment = snapshot.environment
    arranger = pipeline.arranger
    rasterizer = pipeline.rasterizer
    let scale = environment.scale
    rows = (0..<snapshot.rowCount).compactMap { row in
      guard let cell = snapshot.item(atRow: row)?.cell, let frame = snapshot.frame(ofRow: row)
      else { return nil }
      // Rows out of any image's range are not visible.
      let top = Int(exactly: (frame.minY * scale.factor).rounded()) ?? .max
      return top < height
        ? Row(cell: cell, top: top, height: scale.pixels(frame.height)) : nil
    }
  }

  var count: Int { rows.count }

  /// The image.
  func picture(width: Int, height: Int) throws -> BandedImage {
    let scale = environment.scale
    // A file is held besides a band.
    let most = min(Self.bandPixels, rasterizer.budget.pixelCount, rasterizer.budget.byteCount / 8)
    let picture = try BandedImage(
      width: width, height: height, bandHeight: most / max(1, width)
    ) { shown, scope in
      var canvas = rasterizer.canvas(
        on: try Bitmap(width: width, height: shown.count, background: .clear), scale: scale,
        text: environment.textRendering)
      for row in rows where row.top < shown.upperBound && row.top + row.height > shown.lowerBound {
        let top = Double(row.top - shown.lowerBound) / scale.factor
        try canvas.draw(
          arranged(row).displayList, at: Point(x: 0, y: top), on: .clear, scope)
      }
      return canvas.bitmap
    }
    return picture.drawn { try drawing() }
  }

  /// All rows as one display list, for document formats.
  ///
  /// - Complexity: As arranging the rows again.
  func drawing() throws -> BandedImage.Drawing {
    let scale = environment.scale
    var list = DisplayList(size: .zero)
    for row in rows {
      let arranged = try arranged(row).displayList
      let top = Double(row.top) / scale.factor
      let frame = Rect(origin: Point(x: 0, y: top), size: arranged.size)
      list.size = Size(
        width: max(list.size.width, frame.maxX), height: max(list.size.height, frame.maxY))
      let commands = arranged.commands.map { top == 0 ? $0 : $0.offset(x: 0, y: top) }
      if rows.count == 1 {
        for command in commands { list.append(command) }
      } else {
        list.append(.group(DisplayGroup(commands, clip: DisplayShape(frame))))
      }
    }
    return BandedImage.Drawing(
      list: list, scale: scale, background: .clear, text: environment.textRendering,
      rasterizer: rasterizer)
  }

  private func arranged(_ row: Row) throws -> CellArrangement {
    try arranger.arrange(row.cell.layout(in: environment), in: environment)
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
