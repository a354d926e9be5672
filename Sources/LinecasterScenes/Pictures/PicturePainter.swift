public import LinecasterBase
public import LinecasterCells
package import LinecasterDisplay
import LinecasterFiles
public import LinecasterFonts
public import LinecasterRaster
import LinecasterText

/// Renders scenes, marked-up texts and layouts as picture files, on the calling thread.
///
/// A painter is for servers and batches, which have threads of their own; lists use
/// `PrecomputePipeline`. One painter serves all threads of a program. Caches never change the
/// result: the bytes of a picture depend only on the request, the fonts and the images.
///
///     let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")
///     let request = PictureRequest(try SceneSource(json: bytes))
///     let picture = try painter.picture(of: request)
///     send(picture.bytes, as: picture.format.mediaType)
///
/// To observe the stages, call them one by one: `read`, `arrange`, `draw` and `encode`.
public final class PicturePainter: Sendable {
  /// The limits of a picture, from its text to its file.
  public let budget: RenderBudget

  /// The provider of image pixels; `nil` draws placeholders.
  package let images: (any ImageProvider)?
  /// The rasterizer, which shares its glyphs.
  package let rasterizer: DisplayRasterizer

  private let fonts: FontCollection
  private let typesetters: SceneTypesetters
  /// Whether glyphs start at any place, not only at quarters of a pixel.
  private let isExact: Bool

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - fonts: The fonts, used after those that a scene names.
  ///   - folder: The folder with the images and fonts that scenes name. Files outside of it are not
  ///     read, but symbolic links in it are followed.
  ///   - images: The provider of images; `nil` for the files of the folder, with default limits.
  ///   - budget: The limits of a picture, from its text to its file. The time begins with `read`.
  public convenience init(
    fonts: FontCollection, folder: String, images: (any ImageProvider)? = nil,
    budget: RenderBudget = RenderBudget()
  ) {
    self.init(
      fonts: fonts, folder: folder, images: images ?? ImageFileProvider(folder: folder),
      budget: budget, measuresTime: false, isExact: false)
  }

  /// Creates a painter for programs that observe it.
  ///
  /// - Parameters:
  ///   - images: The provider of images; `nil` draws placeholders.
  ///   - measuresTime: Whether its typesetters record the time of each stage.
  ///   - isExact: Whether glyphs start at any place, not only at quarters of a pixel.
  package init(
    fonts: FontCollection, folder: String = ".", images: (any ImageProvider)?,
    budget: RenderBudget = RenderBudget(), measuresTime: Bool = false, isExact: Bool = false
  ) {
    (self.fonts, self.images, self.budget) = (fonts, images, budget)
    self.isExact = isExact
    typesetters = SceneTypesetters(fonts, folder: folder, measuresTime: measuresTime)
    rasterizer = DisplayRasterizer(images: images, budget: budget)
  }

  /// The name and version of the engine. Another version may return other bytes for the same
  /// request.
  public static let engine = "linecaster \(version)"
  package static let version = "0.1.0"

  /// Returns a digest of the fonts, as hexadecimal digits. With other fonts, the same request may
  /// give other bytes.
  ///
  /// - Throws: `FontError` if the bundled fonts cannot be read.
  /// - Complexity: O(bytes) of the fonts that are not bundled, which are read again on each call.
  public func fontDigest() throws(FontError) -> String { try SceneTypesetters.digest(of: fonts) }

  /// Drops all cached text and glyphs and closes the fonts, if they use more than `bytes`. Call it
  /// on memory warnings and in idle times.
  ///
  /// All caches are dropped, because small remaining parts would keep their memory pages. Fonts
  /// reopen on demand. Data in use by other threads stays, and so do the images of the provider.
  ///
  /// - Returns: Whether the caches were dropped.
  /// - Complexity: O(dropped entries).
  @discardableResult public func releaseMemory(over bytes: Int) -> Bool {
    guard typesetters.keptBytes + rasterizer.glyphs.keptBytes > bytes else {
      return false
    }
    typesetters.removeAll()
    rasterizer.glyphs.removeAll()
    return true
  }

  /// The arranger of layouts, which shares its text.
  package var arranger: CellArranger { arranger(typesetters.shared.typesetter) }

  private func arranger(_ typesetter: Typesetter) -> CellArranger {
    CellArranger(typesetter: typesetter, images: images, budget: budget)
  }

  /// The families, weights and styles that were missing so far.
  package var fontIssues: [FontIssue] { typesetters.fontIssues }
  /// The glyphs that could not be drawn from their font so far.
  package var glyphFaults: [RasterError] { rasterizer.glyphs.faults }

  /// Draws a picture and encodes it as a file.
  ///
  /// - Parameters:
  ///   - request: The source and its options.
  ///   - isCancelled: Called during all stages, about every millisecond or more often.
  /// - Throws: `SceneError` with the location of the first fault of the scene, or of an unavailable
  ///   image or a warning if the request is strict; `RenderBudget.Excess` if it exceeds the budget;
  ///   `FontError`, `ArrangementError`, `RasterError` or `ImageError` for other failures;
  ///   `CancellationError` if `isCancelled` returns true.
  /// - Complexity: O(bytes + nodes + text + pixels).
  public func picture(
    of request: PictureRequest, isCancelled: () -> Bool = { false }
  ) throws -> Picture {
    let deadline = Deadline(budget)
    return try WorkScope.run(by: deadline, of: Self.name, isCancelled: isCancelled) { scope in
      let read = try read(
        request.source, options: request.options, named: Self.name, by: deadline, scope)
      let arranged = try arrange(read, scope)
      let drawn = try draw(arranged, drawsPixels: read.drawsPixels, scope)
      return try encode(drawn, scope)
    }
  }

  /// The name of pictures in messages.
  private static let name = "picture"

  /// Reads the source of a request, and locates its images: the first stage.
  ///
  /// - Throws: The errors of `picture(of:isCancelled:)`.
  /// - Complexity: O(bytes + nodes).
  public func read(
    _ request: PictureRequest, isCancelled: () -> Bool = { false }
  ) throws -> ReadPicture {
    let deadline = Deadline(budget)
    return try WorkScope.run(by: deadline, of: Self.name, isCancelled: isCancelled) { scope in
      try read(
        request.source, options: request.options, named: Self.name, by: deadline, scope)
    }
  }

  /// Reads a source, and locates its images.
  ///
  /// - Parameters:
  ///   - name: The name of the source in messages.
  ///   - deadline: The time by which the picture must be encoded.
  ///   - lineLimit: The most nodes whose line numbers are recorded.
  /// - Throws: As `picture(of:isCancelled:)`.
  package func read(
    _ source: PictureSource, options: PictureOptions, named name: String, by deadline: Deadline,
    lineLimit: Int
  ) throws -> ReadPicture {
    try WorkScope.run(by: deadline, of: name, isCancelled: { false }) { scope in
      try read(
        source, options: options, named: name, by: deadline, lineLimit: lineLimit, scope)
    }
  }

  private func read(
    _ source: PictureSource, options: PictureOptions, named name: String, by deadline: Deadline,
    lineLimit: Int = 0, _ scope: WorkScope
  ) throws -> ReadPicture {
    let content = try source.content(
      options, images: images, budget: budget, lineLimit: lineLimit, scope)
    let shown = ShownImages(of: content.layout, in: source, from: images)
    if options.isStrict, let fault = shown.faults.first { throw fault }
    let fonts = try typesetters.entry(for: content.scene)
    return ReadPicture(
      filePaths: shown.names + (content.scene?.fontNames ?? []), name: name, options: options,
      deadline: deadline, images: shown, background: content.background,
      environment: content.environment, fonts: fonts,
      arranger: arranger(fonts.typesetter),
      rasterizer: rasterizer(in: content.environment), lines: content.lines,
      title: content.scene?.title, language: content.scene?.language)
  }

  /// The rasterizer of an environment: the shared one, unless glyphs start at any place.
  package func rasterizer(in environment: LayoutEnvironment) -> DisplayRasterizer {
    guard isExact else { return rasterizer }
    var rendering = GlyphRendering.preset(environment.textRendering, for: environment.scale)
    rendering.placement = .exact
    return DisplayRasterizer(images: images, rendering: rendering, budget: budget)
  }

  /// Lays out a source that was read: the second stage.
  ///
  /// - Throws: The errors of `picture(of:isCancelled:)`.
  /// - Complexity: O(nodes + text).
  public func arrange(
    _ read: ReadPicture, isCancelled: () -> Bool = { false }
  ) throws -> ArrangedPicture {
    try WorkScope.run(by: read.deadline, of: read.name, isCancelled: isCancelled) { scope in
      try arrange(read, scope)
    }
  }

  private func arrange(_ read: ReadPicture, _ scope: WorkScope) throws -> ArrangedPicture {
    let arranged = ArrangedPicture(
      read: read,
      arrangement: try read.arranger.arrange(read.layout, in: read.environment, scope))
    if read.options.isStrict, let fault = arranged.warnings.first { throw fault }
    return arranged
  }

  /// Draws an arranged picture: the third stage. Bands and documents are drawn later, on demand.
  ///
  /// - Throws: The errors of `picture(of:isCancelled:)`.
  /// - Complexity: O(pixels + glyphs).
  public func draw(
    _ arranged: ArrangedPicture, isCancelled: () -> Bool = { false }
  ) throws -> DrawnPicture {
    let read = arranged.read
    return try WorkScope.run(by: read.deadline, of: read.name, isCancelled: isCancelled) { scope in
      try draw(arranged, drawsPixels: read.drawsPixels, scope)
    }
  }

  /// Draws a picture as `draw(_:isCancelled:)` does, and all pixels of a single band immediately.
  /// Only then are all faults of a document's images and glyphs known.
  package func drawPixels(of arranged: ArrangedPicture) throws -> DrawnPicture {
    let read = arranged.read
    return try WorkScope.run(by: read.deadline, of: read.name, isCancelled: { false }) { scope in
      try draw(arranged, drawsPixels: true, scope)
    }
  }

  private func draw(
    _ arranged: ArrangedPicture, drawsPixels: Bool, _ scope: WorkScope
  ) throws -> DrawnPicture {
    let read = arranged.read
    let (size, scale) = (arranged.page.size, read.environment.scale)
    try checkSize(
      PixelSize(width: scale.pixels(size.width), height: scale.pixels(size.height)),
      as: read.options.encoding.format)
    var drawing = BandedImage.Drawing(
      list: arranged.page, scale: scale, background: read.background,
      text: read.environment.textRendering, rasterizer: read.rasterizer)
    if read.options.encoding.format.isDocument { drawing.document = arranged.document }
    let picture = try drawing.bands(scope)
    guard drawsPixels, picture.bandCount == 1 else {
      return DrawnPicture(arranged: arranged, picture: picture)
    }
    let drawn = BandedImage(try picture.drawn(in: scope))
    let origin = read.options.encoding.format.isDocument ? picture.drawing : nil
    return DrawnPicture(
      arranged: arranged, picture: origin.map { drawn.drawn(from: $0) } ?? drawn)
  }

  /// Throws if a picture has more pixels than the budget allows; documents have none.
  func checkSize(_ size: PixelSize, as format: PictureFormat) throws(RenderBudget.Excess) {
    guard !format.isDocument else { return }
    try budget.checkSize(width: size.width, height: size.height)
  }

  /// Encodes a drawn picture as a file.
  ///
  /// - Throws: The errors of `picture(of:isCancelled:)`.
  /// - Complexity: O(pixels).
  public func encode(
    _ drawn: DrawnPicture, isCancelled: () -> Bool = { false }
  ) throws -> Picture {
    let read = drawn.arranged.read
    return try WorkScope.run(by: read.deadline, of: read.name, isCancelled: isCancelled) { scope in
      try encode(drawn, scope)
    }
  }

  private func encode(_ drawn: DrawnPicture, _ scope: WorkScope) throws -> Picture {
    let (picture, read) = (drawn.picture, drawn.arranged.read)
    let encoding = read.options.encoding
    var bytes: [UInt8] = []
    try encoding.encoder(for: picture).encode(
      picture, name: read.name, budget: budget, in: scope
    ) { bytes += $0 }
    // The faults of an image may be unknown until it is drawn.
    let faults = read.images.faults
    if read.options.isStrict, let fault = faults.first { throw fault }
    return Picture(
      bytes: bytes, format: encoding.format, width: picture.width, height: picture.height,
      missingCharacters: drawn.arranged.arrangement.missingCharacters, imageFaults: faults,
      warnings: drawn.arranged.warnings)
  }
}

/// A source that was read for a picture.
public struct ReadPicture: Sendable {
  /// The paths of the images and fonts of the scene, in the painter's folder.
  public let filePaths: [String]
  /// The name of the picture in messages.
  let name: String
  let options: PictureOptions
  /// The time limit of the picture.
  let deadline: Deadline
  /// Whether pixels are drawn before encoding; documents draw them on demand.
  var drawsPixels: Bool { !options.encoding.format.isDocument }
  let images: ShownImages
  package let background: Color
  package let environment: LayoutEnvironment
  let fonts: SceneTypesetters.Entry
  package let arranger: CellArranger
  package let rasterizer: DisplayRasterizer
  /// The source lines of a scene's nodes in pre-order, up to the requested number.
  package let lines: [SceneNodeLine]
  /// The title of the scene; `nil` for none.
  let title: String?
  /// The language of the scene, as a BCP 47 tag; `nil` if it is unknown.
  let language: String?

  /// The layout, with words instead of images that are known to be missing.
  package var layout: LayoutNode { images.layout }

  /// The image faults known so far; complete after drawing.
  package var imageFaults: [String] { images.faultMessages(named: name) }

  /// The digest of the scene's own fonts; empty if it has none.
  ///
  /// - Throws: As `PicturePainter.fontDigest`.
  package func fontDigest() throws(FontError) -> String { try fonts.digest() }
}

/// A source that was laid out for a picture.
public struct ArrangedPicture: Sendable {
  let read: ReadPicture
  /// The positions of all nodes and texts.
  public let arrangement: CellArrangement
  /// The differences from the scene in its layout, as `Picture.warnings`.
  package let warnings: [SceneError]

  init(read: ReadPicture, arrangement: CellArrangement) {
    (self.read, self.arrangement) = (read, arrangement)
    guard let source = read.images.source.scene else {
      warnings = []
      return
    }
    let page = Size(width: read.environment.width, height: arrangement.size.height)
    warnings = source.bracesFaults + source.faults(of: arrangement.overflows, outOf: page)
  }

  /// The display list, as wide as its environment.
  package var page: DisplayList {
    var list = arrangement.displayList
    list.size.width = read.environment.width
    return list
  }
}

/// A picture that was drawn.
public struct DrawnPicture: Sendable {
  let arranged: ArrangedPicture
  /// The pixels, in bands if there are many. Documents are drawn on demand.
  public let picture: BandedImage
}

/// A picture, encoded as a file.
public struct Picture: Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The format of the file.
  public let format: PictureFormat
  /// The width in pixels; for documents, the width in pixels at the requested scale.
  public let width: Int
  /// The height in pixels; for documents, the height in pixels at the requested scale.
  public let height: Int
  /// The characters that no font has, in text order.
  public let missingCharacters: [Unicode.Scalar]
  /// The errors of unavailable images, with their locations in the scene. Words replace these
  /// images in the picture.
  public let imageFaults: [SceneError]
  /// Content outside of the picture, and names in braces in a scene that is not a template, with
  /// their locations.
  public let warnings: [SceneError]

  /// The message that names the first of `missingCharacters`; `nil` if none is missing.
  public var missingCharactersMessage: String? { PrintableText.message(missing: missingCharacters) }
}

/// The images of a layout, and the faults of unavailable ones.
struct ShownImages: Sendable {
  let source: PictureSource
  private let shown: LayoutNode
  private let images: [ImageReference]
  private let provider: (any ImageProvider)?
  /// The images that were missing at first sight.
  private let missing: Set<ImageReference>

  /// The most characters of the name that replaces an image.
  private static let nameLength = 60

  /// Locates the images of a layout.
  ///
  /// - Complexity: O(nodes + text), plus reading the headers of the image files.
  init(of layout: LayoutNode, in source: PictureSource, from provider: (any ImageProvider)?) {
    self.source = source
    var known: Set<ImageReference> = []
    shown = layout
    let images = layout.images.filter { known.insert($0).inserted }
    self.images = images
    self.provider = provider
    // Missing files are known before layout.
    missing =
      source.namesImages ? Set(images.filter { provider?.naturalSize(of: $0) == nil }) : []
  }

  /// The names of images that are files.
  var names: [String] { images.filter { !$0.isInline }.map(\.name) }

  /// The provider, if its images are files, whose errors it remembers.
  private var files: ImageFileProvider? { provider as? ImageFileProvider }

  /// The errors of images so far; complete after drawing.
  private var failures: [ImageReference: ImageError] {
    var failures: [ImageReference: ImageError] = [:]
    for image in images {
      failures[image] = files?.failure(of: image)
      // A provider remembers a limited number of failures.
      if failures[image] == nil, missing.contains(image) {
        failures[image] = ImageError(
          code: .unreadable, source: image.name, reason: "cannot be read")
      }
    }
    return failures
  }

  /// The errors of a scene's unavailable images so far, with their locations; none for texts.
  var faults: [SceneError] {
    guard let scene = source.scene else { return [] }
    return scene.faults(ofImages: failures.mapValues { $0.description })
  }

  /// The messages for image faults known so far.
  ///
  /// - Parameter name: The name of a text, whose faults have no location.
  func faultMessages(named name: String) -> [String] {
    guard source.scene == nil else { return faults.map(\.description) }
    return files?.failures.map { "\(name): \($0)" } ?? []
  }

  /// The layout with words instead of unavailable images.
  var layout: LayoutNode {
    guard source.namesImages else { return shown }
    var words: [ImageReference: String] = [:]
    for (image, error) in failures {
      let name = PrintableText.line(image.name, limit: Self.nameLength)
      words[image] = name + (error.code == .unreadable ? " is missing" : " cannot be shown")
    }
    return shown.replacing(words)
  }
}
