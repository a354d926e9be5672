import LinecasterCommandSupport
import Linecaster
import LinecasterFeed
import LinecasterScenes

/// What to draw, and how.
struct ImageRequest {
  let input: DrawingInput
  var fonts: FontCollection
  /// The width in layout points; nil for the one the input asks for.
  let width: Double?
  let scale: PixelScale
  /// The colours; nil for those the input asks for.
  let theme: Theme?
  /// What the reader wants of letters.
  let preference: FontPreference
  /// How letters are drawn; nil for what the input asks for.
  var rendering: TextRendering?
  /// Whether glyphs start at any place, not only at quarters of a pixel.
  var isExact = false
  /// How much a picture may take.
  var budget = RenderBudget() {
    didSet { deadline = Deadline(budget) }
  }
  /// When its time is up.
  private(set) var deadline = Deadline(RenderBudget())
  /// Whether an image that cannot be read is an error, and not told and left out.
  var isStrict = false
  /// Whether the layouts of the image are asked for.
  var needsPage = false
  /// The em of a text in layout points; nil for the usual one.
  var size: Double?
  /// The rows of a feed that are in the image; nil for all.
  var rowLimit: Int?
  /// The number of random edits of a feed on the way.
  var updates = 0
  var seed: UInt64 = 1
  var workers: Int?

  /// The width of feeds and texts in layout points.
  static let defaultWidth = 360.0

  /// Reads the input.
  func job() throws -> any ImageJob {
    switch input.kind {
    case .feed: FeedJob(items: try items(), request: self)
    case .scene, .text: try DrawingJob(self)
    }
  }

  /// What makes pixels of layouts.
  func rasterizer(
    _ images: ImageFileProvider, in environment: LayoutEnvironment
  ) -> DisplayRasterizer {
    DisplayRasterizer(
      images: images, rendering: isExact ? .exact(in: environment) : nil, budget: budget)
  }

  /// Throws where an image would have more rows or columns than any may.
  func checkSides(width: Int, height: Int) throws(CommandFailure) {
    guard max(width, height) > Bitmap.maximumSide else { return }
    let error = RasterError(
      code: .tooLarge, source: "image of \(width) × \(height) pixels",
      reason: "the limit is \(Bitmap.maximumSide) a side")
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

/// Something on its way to an image.
protocol ImageJob {
  /// The files besides the input that the image is made of: images, and fonts of a scene.
  var filePaths: [String] { get }
  /// What is wrong with images that are not drawn, as far as is known: all when all is drawn.
  var imageFaults: [String] { get }

  /// Lays out and draws, with the main queue running, and notes what it took.
  @MainActor func draw(_ report: inout RenderReport) throws -> DrawnImage
}

/// A feed on its way to an image, through a list with its controller.
struct FeedJob: ImageJob {
  let items: [FeedItem]
  let request: ImageRequest

  var filePaths: [String] {
    items.compactMap { $0.image.map { "\(request.input.imageFolder)/\($0.reference.name)" } }
  }

  /// None: they are errors.
  var imageFaults: [String] { [] }

  /// Draws the feed; the main queue is only handed finished values.
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

  var environment: LayoutEnvironment {
    LayoutEnvironment(
      width: request.width ?? ImageRequest.defaultWidth, scale: request.scale,
      theme: request.theme ?? .light, fonts: request.preference,
      textRendering: request.rendering ?? .automatic)
  }

  /// Draws the edited feed at once, with caches of its own, and throws unless it looks the same.
  @MainActor
  private func compare(
    _ picture: BandedImage, with items: [FeedItem], _ progress: ProgressLine
  ) throws {
    let list = makeList()
    try list.show(progress) { TableModel(feed: items) }
    let other = try list.picture(progress)
    guard try MainLoop.result(progress, { try picture.isSame(as: other) }) else {
      throw CommandFailure(
        description: "after \(request.updates) edits the image differs from the feed's "
          + "(seed \(request.seed))")
    }
  }
}

/// A scene or a text on its way to an image.
struct DrawingJob: ImageJob {
  let drawing: Drawing
  let request: ImageRequest
  let images: ImageFileProvider
  private let shown: ShownImages

  /// Reads a scene or a text.
  init(_ request: ImageRequest) throws {
    images = ImageFileProvider(folder: request.input.imageFolder)
    drawing = try Drawing(request, images: images)
    var request = request
    request.fonts = drawing.fonts
    self.request = request
    shown = ShownImages(of: drawing.layout, from: images)
    if request.isStrict, !imageFaults.isEmpty { throw CommandFailure.report(imageFaults) }
  }

  var imageFaults: [String] {
    guard let source = drawing.source else {
      return images.failures.map { "\(request.input.name): \($0)" }
    }
    return shown.faults(in: source).map(\.description)
  }

  var filePaths: [String] {
    drawing.layout.images.filter { !$0.isInline }.map { "\(images.folder)/\($0.name)" }
      + drawing.fontPaths
  }

  @MainActor
  func draw(_ report: inout RenderReport) throws -> DrawnImage {
    let name = request.input.name
    let progress = ProgressLine { "drawing \(name)" }
    defer { progress.clear() }
    let (image, done) = try MainLoop.result(progress) {
      try request.deadline.run(name, isCancelled: { false }) { try drawn(isCancelled: $0) }
    }
    report.note(image, done, rowsShown: 1)
    return image
  }

  /// Lays out and draws; without a list, since there is one layout and nothing comes after it.
  private func drawn(
    isCancelled: () -> Bool
  ) throws -> (image: DrawnImage, done: PipelineStatistics) {
    let environment = drawing.environment
    let typesetter = Typesetter(fonts: request.fonts, measuresTime: true)
    let arranger = CellArranger(typesetter: typesetter, images: images, budget: request.budget)
    let rasterizer = request.rasterizer(images, in: environment)
    let start = ContinuousClock.now
    let arrangement = try arranger.arrange(
      shown.layout, in: environment, isCancelled: isCancelled)
    let layOutTime = ContinuousClock.now - start
    let picture = try picture(
      of: arrangement.page(in: environment), by: rasterizer, isCancelled: isCancelled)
    var done = PipelineStatistics(of: arrangement, by: typesetter, layOutTime)
    done.nanoseconds[.rasterize] = (ContinuousClock.now - start - layOutTime).nanoseconds
    done.glyphs = rasterizer.glyphs.cache.statistics
    let page = try page(of: arrangement, by: arranger)
    return (
      DrawnImage(picture: picture, page: page, typesetter: typesetter, rasterizer: rasterizer), done
    )
  }

  /// The picture: drawn at once, or in bands while it is written where it is large.
  ///
  /// - Throws: `CommandFailure` where it is too large for any image or has no pixels, or where an
  ///   image cannot be read that must be.
  private func picture(
    of list: DisplayList, by rasterizer: DisplayRasterizer, isCancelled: () -> Bool
  ) throws -> BandedImage {
    let scale = drawing.environment.scale
    let (width, height) = (scale.pixels(list.size.width), scale.pixels(list.size.height))
    guard width > 0, height > 0 else {
      throw CommandFailure(
        description: "\(request.input.name): has no pixels: \(width) × \(height)")
    }
    try request.checkSides(width: width, height: height)
    let picture = try rasterizer.bands(
      of: list, scale: scale, background: drawing.background,
      text: drawing.environment.textRendering, isCancelled: isCancelled)
    let checked = request.isStrict ? try picture.failing(with: images) : picture
    let isWhole = checked.bandCount == 1
    let drawn = isWhole ? BandedImage(try checked.bitmap(isCancelled: isCancelled)) : checked
    return picture.drawing.map { drawn.drawn(from: $0) } ?? drawn
  }

  /// The layouts, where they are asked for or have something to tell.
  private func page(
    of arrangement: CellArrangement, by arranger: CellArranger
  ) throws -> DrawnPage? {
    guard request.needsPage || !arrangement.missingCharacters.isEmpty else { return nil }
    var page = DrawnPage(drawing.environment)
    try page.add(shown.layout, arranger)
    page.lines = drawing.lines
    return page
  }
}

/// One layout to draw: a scene, or a text.
struct Drawing {
  let layout: LayoutNode
  let background: Color
  let environment: LayoutEnvironment
  /// Those asked for, behind those that a scene brings along.
  let fonts: FontCollection
  /// The files of those that a scene brings along.
  let fontPaths: [String]
  /// Where a scene was read from; nil for a text.
  let source: SceneSource?
  /// Where a scene says what its nodes are, as far as its layouts are asked for.
  private(set) var lines: [SceneNodeLine] = []

  /// The room around a text, in layout points.
  private static let margin = 8.0
  /// The em of a text where nobody asks for another, in layout points.
  private static let textSize = 16.0

  /// Reads the scene or the text that is asked for.
  ///
  /// - Parameter images: Where the images of a text come from.
  init(_ request: ImageRequest, images: ImageFileProvider) throws {
    let input = request.input
    if input.kind == .scene {
      let source = try input.scene()
      let scene: Scene
      do {
        scene = try source.scene(budget: request.budget)
      } catch let excess as RenderBudget.Excess {
        throw excess
      } catch {
        throw CommandFailure.report(source.faults.map(\.description))
      }
      try self.init(scene, source, request)
      guard request.needsPage else { return }
      lines = scene.nodeLines(in: source.text, limit: PageAnatomy.boxLimit)
    } else {
      let text = try Markup(
        try input.text(), lineBreaks: input.isMarkdown ? .spaces : .kept, budget: request.budget)
      self.init(text, request, images: images)
    }
  }

  private init(
    _ scene: Scene, _ source: SceneSource, _ request: ImageRequest
  ) throws(FontError) {
    self.source = source
    let theme = request.theme ?? scene.theme
    let folder = request.input.imageFolder
    fonts = try scene.fonts(before: request.fonts, folder: folder)
    fontPaths = scene.fontPaths(in: folder)
    layout = scene.layout(in: theme)
    background = scene.background(in: theme)
    environment = LayoutEnvironment(
      width: request.width ?? scene.width, scale: request.scale, theme: theme,
      fonts: request.preference, textRendering: request.rendering ?? scene.rendering)
  }

  private init(_ text: Markup, _ request: ImageRequest, images: ImageFileProvider) {
    let theme = request.theme ?? .light
    let width = request.width ?? ImageRequest.defaultWidth
    fonts = request.fonts
    fontPaths = []
    source = nil
    layout = text.layout(
      MarkupStyle(theme: theme, size: request.size ?? Self.textSize),
      imageWidth: max(1, width - 2 * Self.margin)
    ) { path in
      images.naturalSize(of: ImageReference(path))
    }
    .padding(Self.margin)
    background = theme == .dark ? .black : .white
    environment = LayoutEnvironment(
      width: width, scale: request.scale, theme: theme, fonts: request.preference,
      textRendering: request.rendering ?? .automatic)
  }
}

/// An image, and what it was made of and with.
struct DrawnImage: Sendable {
  let picture: BandedImage
  /// The layouts; nil where nobody asks for them.
  let page: DrawnPage?
  let typesetter: Typesetter
  let rasterizer: DisplayRasterizer
}

extension DrawnImage {
  /// All pixels at once.
  ///
  /// - Parameter copies: How many times they are held, with what is made of them.
  /// - Throws: `RenderBudget.Excess` where these are over the budget, or what drawing throws.
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
  /// What it took to lay out one layout.
  fileprivate init(
    of arrangement: CellArrangement, by typesetter: Typesetter, _ layOutTime: Duration
  ) {
    self.init()
    (rowsMeasured, rowsRasterized) = (1, 1)
    glyphsDrawn = arrangement.displayList.glyphCount
    missingCharacters = arrangement.missingCharacters.count
    nanoseconds = [PipelineStage.layOut: layOutTime.nanoseconds]
      .tellingApart(typesetter.statistics)
  }
}

extension GlyphRendering {
  /// The rendering of an environment, with glyphs at any place.
  fileprivate static func exact(in environment: LayoutEnvironment) -> GlyphRendering {
    var rendering = preset(environment.textRendering, for: environment.scale)
    rendering.placement = .exact
    return rendering
  }
}

extension BandedImage {
  /// A picture that is not to be had where one of its images is not, which is known when its pixels
  /// were asked for.
  func failing(with images: ImageFileProvider) throws -> BandedImage {
    let failing = try BandedImage(
      width: width, height: height, bandHeight: bandHeight
    ) { rows, isCancelled in
      let band = try band(rows, isCancelled: isCancelled)
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
      let (one, two) = (
        try band(rows, isCancelled: { false }), try other.band(rows, isCancelled: { false })
      )
      if one != two { return false }
    }
    return true
  }
}
