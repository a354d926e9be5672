import Linecaster
import LinecasterCommandSupport
import LinecasterFeed
import LinecasterScenes

/// The input of an image, and its options.
struct ImageRequest {
  let input: DrawingInput
  let fonts: FontCollection
  /// The drawing and encoding options.
  var options: PictureOptions
  /// Whether glyphs start at any place, not only at quarters of a pixel.
  var isExact = false
  /// The limits of the picture.
  var budget = RenderBudget() {
    didSet { deadline = Deadline(budget) }
  }
  /// The time limit of the picture.
  private(set) var deadline = Deadline(RenderBudget())
  /// Whether the layouts of the image are needed.
  var needsPage = false
  /// The font size of a text in layout points; `nil` for the default.
  var size: Double?
  /// The maximum rows of a feed in the image; `nil` for all.
  var rowLimit: Int?
  /// The number of random edits to a feed before it is drawn.
  var updates = 0
  var seed: UInt64 = 1
  var workers: Int?

  /// Reads the input.
  func job() throws -> any ImageJob {
    switch input.kind {
    case .feed: FeedJob(items: try items(), request: self)
    case .scene, .text: try DrawingJob(self)
    }
  }

  /// Returns a painter with caches of its own.
  func painter(_ images: ImageFileProvider) -> PicturePainter {
    PicturePainter(
      fonts: fonts, folder: input.imageFolder, images: images, budget: budget,
      measuresTime: true, isExact: isExact)
  }

  /// Throws if an image exceeds the maximum width or height.
  func checkSides(width: Int, height: Int) throws(CommandFailure) {
    guard max(width, height) > Bitmap.maximumSide else { return }
    let error = RasterError(
      code: .tooLarge, source: "image of \(width) × \(height) pixels",
      reason: "the limit is \(Bitmap.maximumSide) per side")
    throw CommandFailure(
      description: "\(input.name): \(error.description); try "
        + "\(input.kind == .feed ? "--rows or " : "")a smaller --scale")
  }

  private func items() throws -> [FeedItem] {
    let content = input.feed(budget)
    if let excess = content.excess { throw excess }
    guard content.errors.isEmpty else {
      throw CommandFailure.report(content.errors.map(\.description))
    }
    guard !content.items.isEmpty else {
      throw CommandFailure(description: "\(input.name): the feed has no messages to draw")
    }
    return content.items
  }
}

/// The work of drawing an image.
protocol ImageJob {
  /// The files besides the input: images, and fonts of a scene.
  var filePaths: [String] { get }
  /// The errors of unavailable images so far; complete after drawing.
  var imageFaults: [String] { get }

  /// Lays out and draws while running the main queue, and records statistics.
  @MainActor func draw(_ report: inout RenderReport) throws -> DrawnImage
}

/// Draws a feed through a list with its controller.
struct FeedJob: ImageJob {
  let items: [FeedItem]
  let request: ImageRequest

  var filePaths: [String] {
    items.compactMap { $0.image.map { "\(request.input.imageFolder)/\($0.reference.name)" } }
  }

  /// Always empty: for feeds, unavailable images are errors.
  var imageFaults: [String] { [] }

  /// Draws the feed; the main queue only receives finished values.
  @MainActor
  func draw(_ report: inout RenderReport) throws -> DrawnImage {
    let list = makeList()
    let progress = ProgressLine(list.pipeline)
    defer { progress.clear() }
    var editor = FeedEditor(items, seed: request.seed)
    try list.show(progress) { [items] in TableModel(feed: items) }
    try list.show(progress, updates: request.updates) {
      editor.edit()
      let items = editor.items
      return { TableModel(feed: items) }
    }
    let picture = try list.picture(progress)
    if request.updates > 0 { try compare(picture, with: editor.items, progress) }
    let shown = editor.items.prefix(list.rowsShown)
    let page = try list.page(request, environment, progress) { [environment] in
      shown.map { AnyCell(FeedCell($0)).layout(in: environment) }
    }
    let image = DrawnImage(
      picture: picture, page: page, typesetter: list.pipeline.arranger.typesetter,
      rasterizer: list.pipeline.rasterizer)
    report.outcomes = list.outcomes
    report.note(image, list.pipeline.statistics, rowsShown: list.rowsShown)
    return image
  }

  @MainActor
  private func makeList() -> RenderedList {
    RenderedList(
      request, environment, images: ImageFileProvider(folder: request.input.imageFolder))
  }

  private var environment: LayoutEnvironment { request.options.environment() }

  /// Draws the edited feed again with separate caches, and throws if the pixels differ.
  @MainActor
  private func compare(
    _ picture: BandedImage, with items: [FeedItem], _ progress: ProgressLine
  ) throws {
    let list = makeList()
    try list.show(progress) { TableModel(feed: items) }
    let other = try list.picture(progress)
    guard try MainLoop.result(progress, { try picture.isSame(as: other) }) else {
      throw CommandFailure(
        description: "after \(request.updates) edits, the image differs from a new one of the feed "
          + "(seed \(request.seed))")
    }
  }
}

/// Draws a scene or a text.
struct DrawingJob: ImageJob {
  private let painter: PicturePainter
  private let images: ImageFileProvider
  private let read: ReadPicture
  private let request: ImageRequest

  /// Reads a scene or a text.
  init(_ request: ImageRequest) throws {
    self.request = request
    images = ImageFileProvider(folder: request.input.imageFolder)
    painter = request.painter(images)
    let source = try request.input.source(size: request.size)
    var options = request.options
    // All faults are reported, not only the first.
    options.isStrict = false
    do {
      read = try painter.read(
        source, options: options, named: request.input.name, by: request.deadline,
        lineLimit: request.needsPage ? PageAnatomy.boxLimit : 0)
    } catch let error as SceneError {
      guard source.scene != nil else { throw error }
      throw CommandFailure.report(source.faults.map(\.description))
    }
    if request.options.isStrict, !imageFaults.isEmpty { throw CommandFailure.report(imageFaults) }
  }

  var imageFaults: [String] { read.imageFaults }

  var filePaths: [String] { read.filePaths.map { "\(request.input.imageFolder)/\($0)" } }

  @MainActor
  func draw(_ report: inout RenderReport) throws -> DrawnImage {
    let name = request.input.name
    let progress = ProgressLine { "drawing \(name)" }
    defer { progress.clear() }
    let (image, done, warnings) = try MainLoop.result(progress) { try drawn() }
    report.note(image, done, rowsShown: 1)
    report.warnings.scene = warnings
    return image
  }

  /// Lays out and draws without a list, because there is a single layout.
  ///
  /// - Throws: `ExitCode` once all warnings are reported, if they are errors.
  private func drawn() throws -> (
    image: DrawnImage, done: PipelineStatistics, warnings: [String]
  ) {
    let (typesetter, rasterizer) = (read.arranger.typesetter, read.rasterizer)
    let start = ContinuousClock.now
    let arranged = try painter.arrange(read)
    let warnings = arranged.warnings.map(\.description)
    if request.options.isStrict, !warnings.isEmpty { throw CommandFailure.report(warnings) }
    let layOutTime = ContinuousClock.now - start
    let picture = try picture(of: arranged)
    let arrangement = arranged.arrangement
    var done = PipelineStatistics(of: arrangement, by: typesetter, layOutTime)
    done.nanoseconds[.rasterize] = (ContinuousClock.now - start - layOutTime).nanoseconds
    done.glyphs = rasterizer.glyphs.cache.statistics
    return (
      DrawnImage(
        picture: picture, page: try page(of: arrangement), typesetter: typesetter,
        rasterizer: rasterizer), done, warnings
    )
  }

  /// The picture: drawn immediately, or in bands during encoding if it is large.
  ///
  /// - Throws: `CommandFailure` if it is too large or has no pixels, or if a required image cannot
  ///   be read.
  private func picture(of arranged: ArrangedPicture) throws -> BandedImage {
    let (scale, size) = (read.environment.scale, arranged.page.size)
    let (width, height) = (scale.pixels(size.width), scale.pixels(size.height))
    guard width > 0, height > 0 else {
      throw CommandFailure(
        description: "\(request.input.name): has no pixels: \(width) × \(height)")
    }
    try request.checkSides(width: width, height: height)
    let picture = try painter.drawPixels(of: arranged).picture
    guard request.options.isStrict else { return picture }
    if picture.bandCount > 1 { return try picture.failing(with: images) }
    if let failure = images.failures.first { throw failure }
    return picture
  }

  /// The layouts, if they are needed or have warnings.
  private func page(of arrangement: CellArrangement) throws -> DrawnPage? {
    guard request.needsPage || !arrangement.missingCharacters.isEmpty else { return nil }
    var page = DrawnPage(read.environment)
    try page.add(read.layout, read.arranger)
    page.lines = read.lines
    return page
  }
}

/// A drawn image, with its layouts and the objects that made it.
struct DrawnImage: Sendable {
  let picture: BandedImage
  /// The layouts; `nil` if they are not needed.
  let page: DrawnPage?
  let typesetter: Typesetter
  let rasterizer: DisplayRasterizer
}

extension DrawnImage {
  /// Draws all pixels at once.
  ///
  /// - Parameter copies: How many copies are held, including derived ones.
  /// - Throws: `RenderBudget.Excess` if the copies exceed the budget, or errors of drawing.
  func bitmap(copies: Int) throws -> Bitmap {
    let (width, height) = (picture.width, picture.height)
    let (pixels, budget) = (width * height * copies, rasterizer.budget)
    let name = "\(copies) images of \(width) × \(height) pixels"
    try budget.check(.pixels, pixels, of: name)
    try budget.check(.bytes, pixels * 4, of: name)
    return try picture.bitmap()
  }
}

extension PipelineStatistics {
  /// The statistics of laying out one layout.
  fileprivate init(
    of arrangement: CellArrangement, by typesetter: Typesetter, _ layOutTime: Duration
  ) {
    self.init()
    (rowsMeasured, rowsRasterized) = (1, 1)
    glyphsDrawn = arrangement.displayList.glyphCount
    missingCharacters = arrangement.missingCharacters.count
    nanoseconds = [PipelineStage.layOut: layOutTime.nanoseconds]
      .separating(typesetter.statistics)
  }
}

extension BandedImage {
  /// The same picture, whose drawing fails if one of its images fails.
  func failing(with images: ImageFileProvider) throws -> BandedImage {
    let failing = try BandedImage(
      width: width, height: height, bandHeight: bandHeight
    ) { rows, scope in
      let band = try band(rows, scope)
      if let failure = images.failures.first { throw failure }
      return band
    }
    return drawing.map { failing.drawn(from: $0) } ?? failing
  }

  /// Whether both have the same pixels.
  fileprivate func isSame(as other: BandedImage) throws -> Bool {
    guard (width, height) == (other.width, other.height) else { return false }
    for top in stride(from: 0, to: height, by: bandHeight) {
      let rows = top..<min(height, top + bandHeight)
      let (one, two) = (try band(rows, .unlimited), try other.band(rows, .unlimited))
      if one != two { return false }
    }
    return true
  }
}
