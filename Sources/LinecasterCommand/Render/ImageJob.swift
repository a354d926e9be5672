import Linecaster
import LinecasterCommandSupport
import LinecasterFeed
import LinecasterScenes
import Synchronization

/// The work of drawing an image by a painter. The rows of a feed are measured by a list.
struct ImageJob {
  /// The input.
  private enum Content {
    case picture(ReadPicture)
    case feed([FeedItem])
  }

  private let content: Content
  private let request: ImageRequest
  private let images: ImageFileProvider
  private let painter: PicturePainter

  /// Reads the input.
  init(_ request: ImageRequest) throws {
    self.request = request
    images = ImageFileProvider(folder: request.input.imageFolder)
    painter = request.painter(images)
    content =
      request.input.kind == .feed
      ? .feed(try request.items()) : .picture(try Self.read(request, painter))
    if request.options.isStrict, !imageFaults.isEmpty { throw CommandFailure.report(imageFaults) }
  }

  /// Reads a scene or a text.
  private static func read(
    _ request: ImageRequest, _ painter: PicturePainter
  ) throws -> ReadPicture {
    let source = try request.input.source(size: request.size)
    var options = request.options
    // All faults are reported, not only the first.
    options.isStrict = false
    do {
      return try painter.read(
        source, options: options, named: request.input.name, by: request.deadline,
        lineLimit: request.needsPage ? PageAnatomy.boxLimit : 0)
    } catch let error as SceneError {
      guard source.scene != nil else { throw error }
      throw CommandFailure.report(source.faults.map(\.description))
    }
  }

  /// The files besides the input: images, and fonts of a scene.
  var filePaths: [String] {
    let names =
      switch content {
      case .picture(let read): read.filePaths
      case .feed(let items): items.compactMap { $0.image?.reference.name }
      }
    return names.map { "\(request.input.imageFolder)/\($0)" }
  }

  /// The errors of unavailable images so far; complete after drawing. Always empty for feeds, in
  /// which such images are errors of the picture.
  var imageFaults: [String] {
    guard case .picture(let read) = content else { return [] }
    return read.imageFaults
  }

  /// Lays out and draws while running the main queue, and records statistics.
  @MainActor
  func draw(_ report: inout RenderReport) throws -> DrawnImage {
    let name = request.input.name
    let progress = ProgressLine { "drawing \(name)" }
    defer { progress.clear() }
    let laidOut =
      switch content {
      case .picture(let read): try MainLoop.result(progress) { try layOut(read) }
      case .feed(let items): try layOut(items)
      }
    let (image, statistics) = try MainLoop.result(progress) { try drawn(laidOut) }
    if let edited = laidOut.edited {
      guard try MainLoop.result(progress, { try image.picture.starts(like: edited) }) else {
        throw differs
      }
    }
    report.outcomes = laidOut.outcomes
    report.note(image, statistics, rowsShown: laidOut.rowCount)
    report.warnings.scene = laidOut.warnings
    return image
  }
}

// MARK: - Laying out

/// A layout, or rows, before they are drawn.
private struct LaidOutImage: Sendable {
  enum Content: Sendable {
    case page(ArrangedPicture)
    case rows(PictureRows)
  }

  let content: Content
  let size: PixelSize
  let typesetter: Typesetter
  let rasterizer: DisplayRasterizer
  /// The statistics so far.
  let statistics: PipelineStatistics
  /// The differences from the scene.
  var warnings: [String] = []
  /// The number of updates of a list for each outcome.
  var outcomes: [String: Int] = [:]
  /// The pixels of a list that came to the same state by edits; `nil` without edits.
  var edited: Bitmap?

  var rowCount: Int {
    switch content {
    case .page: 1
    case .rows(let rows): rows.rows.count
    }
  }
}

extension ImageJob {
  /// Lays out a scene or a text.
  ///
  /// - Throws: `ExitCode` once all warnings are reported, if they are errors.
  private func layOut(_ read: ReadPicture) throws -> LaidOutImage {
    let start = ContinuousClock.now
    let arranged = try painter.arrange(read)
    let warnings = arranged.warnings.map(\.description)
    if request.options.isStrict, !warnings.isEmpty { throw CommandFailure.report(warnings) }
    let (scale, size) = (read.environment.scale, arranged.page.size)
    let typesetter = read.arranger.typesetter
    let layOutTime = ContinuousClock.now - start
    var statistics = PipelineStatistics()
    statistics.rowsMeasured = 1
    statistics.missingCharacters = arranged.arrangement.missingCharacters.count
    statistics.nanoseconds = [PipelineStage.layOut: layOutTime.nanoseconds]
      .separating(typesetter.statistics)
    return LaidOutImage(
      content: .page(arranged),
      size: PixelSize(width: scale.pixels(size.width), height: scale.pixels(size.height)),
      typesetter: typesetter, rasterizer: read.rasterizer, statistics: statistics,
      warnings: warnings)
  }

  /// Measures the rows of a feed in a list. If edits are requested, another list shows them first,
  /// with separate caches.
  @MainActor
  private func layOut(_ items: [FeedItem]) throws -> LaidOutImage {
    var editor = FeedEditor(items, seed: request.seed)
    let edited =
      request.updates > 0
      ? RenderedList(request, request.painter(images), images, showsRows: true) : nil
    try edited?.show(items)
    try edited?.show(updates: request.updates) {
      editor.edit()
      return editor.items
    }
    let list = RenderedList(request, painter, images)
    try list.show(editor.items)
    let rows = try list.rows()
    if let edited, try edited.rows() != rows { throw differs }
    let pipeline = (edited ?? list).pipeline
    return LaidOutImage(
      content: .rows(rows), size: rows.size, typesetter: pipeline.arranger.typesetter,
      rasterizer: list.pipeline.rasterizer, statistics: pipeline.statistics,
      outcomes: (edited ?? list).outcomes, edited: try edited?.pixels())
  }

  /// The error if edits lead to another image.
  private var differs: CommandFailure {
    CommandFailure(
      description: "after \(request.updates) edits, the image differs from a new one of the feed "
        + "(seed \(request.seed))")
  }
}

// MARK: - Drawing

extension ImageJob {
  /// Draws a layout or rows: immediately, or in bands during encoding if there are many pixels.
  ///
  /// - Throws: `CommandFailure` if the picture is too large or has no pixels, or if a required
  ///   image cannot be read.
  private func drawn(
    _ laidOut: LaidOutImage
  ) throws -> (image: DrawnImage, statistics: PipelineStatistics) {
    try request.checkSides(laidOut.size)
    let start = ContinuousClock.now
    let count = DrawingCount()
    let picture = try requiringImages(picture(of: laidOut, count))
    var statistics = laidOut.statistics
    // With edits, the statistics are those of the list that was edited.
    if laidOut.edited == nil {
      statistics.nanoseconds[.rasterize, default: 0] += (ContinuousClock.now - start).nanoseconds
      statistics.rowsRasterized = count.rows.load(ordering: .relaxed)
      statistics.glyphsDrawn = count.glyphs.load(ordering: .relaxed)
      statistics.glyphs = laidOut.rasterizer.glyphs.cache.statistics
    }
    let image = DrawnImage(
      picture: picture, page: try page(of: laidOut), typesetter: laidOut.typesetter,
      rasterizer: laidOut.rasterizer)
    return (image, statistics)
  }

  private func picture(of laidOut: LaidOutImage, _ count: DrawingCount) throws -> BandedImage {
    switch laidOut.content {
    case .page(let arranged):
      let picture = try painter.drawPixels(of: arranged).picture
      count.note(arranged.arrangement)
      return picture
    case .rows(let rows):
      return try painter.draw(
        rows, as: request.options.encoding.format, with: laidOut.rasterizer,
        named: request.input.name, by: request.deadline, observe: count.note)
    }
  }

  /// Returns a picture that fails if an image cannot be read: those of feeds, and with `--strict`.
  private func requiringImages(_ picture: BandedImage) throws -> BandedImage {
    guard request.options.isStrict || request.input.kind == .feed else { return picture }
    if picture.bandCount > 1 { return try picture.failing(with: images) }
    if let failure = images.failures.first { throw failure }
    return picture
  }

  /// The layouts, arranged again if they are needed or have warnings.
  private func page(of laidOut: LaidOutImage) throws -> DrawnPage? {
    guard request.needsPage || laidOut.statistics.missingCharacters > 0 else { return nil }
    switch content {
    case .picture(let read):
      var page = DrawnPage(read.environment)
      try page.add(read.layout, read.arranger)
      page.lines = read.lines
      return page
    case .feed:
      guard case .rows(let rows) = laidOut.content else { return nil }
      let environment = request.options.environment()
      var page = DrawnPage(environment)
      for row in rows.rows {
        try page.add(row.cell.layout(in: environment), painter.arranger)
      }
      return page
    }
  }
}

/// The number of drawn rows and of their glyphs, counted on any thread.
private final class DrawingCount: Sendable {
  let rows = Atomic(0)
  let glyphs = Atomic(0)

  func note(_ arrangement: CellArrangement) {
    rows.wrappingAdd(1, ordering: .relaxed)
    glyphs.wrappingAdd(arrangement.displayList.glyphCount, ordering: .relaxed)
  }
}

extension BandedImage {
  /// The same picture, whose drawing fails if one of its images fails.
  fileprivate func failing(with images: ImageFileProvider) throws -> BandedImage {
    let failing = try BandedImage(
      width: width, height: height, bandHeight: bandHeight
    ) { rows, scope in
      let band = try band(rows, scope)
      if let failure = images.failures.first { throw failure }
      return band
    }
    return drawing.map { failing.drawn(from: $0) } ?? failing
  }

  /// Whether a bitmap has the same pixels, as far down as both reach.
  fileprivate func starts(like bitmap: Bitmap) throws -> Bool {
    guard width == bitmap.width else { return false }
    let height = min(height, bitmap.height)
    for top in stride(from: 0, to: height, by: bandHeight) {
      let rows = top..<min(height, top + bandHeight)
      let part = bitmap.cropped(x: 0, y: top, width: width, height: rows.count)
      if try band(rows, .unlimited) != part { return false }
    }
    return true
  }
}

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
