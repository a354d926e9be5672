public import LinecasterBase
public import LinecasterCells
package import LinecasterDisplay
public import LinecasterFiles
public import LinecasterFonts
public import LinecasterRaster
import LinecasterText

/// Draws scenes into files of pictures, on the thread that asks for one.
///
/// For servers and batches, which have threads of their own; lists have `PrecomputePipeline`. One
/// serves all threads of a program, and what it keeps makes pictures faster, not different: the
/// bytes of one depend on the request, the fonts and the images only.
///
///     let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")
///     let request = PictureRequest(try SceneSource(json: bytes))
///     let picture = try painter.picture(of: request)
///     send(picture.bytes, as: picture.format.mediaType)
///
/// Those who watch what is done take the steps one by one: `read`, `arrange`, `draw`, `encode`.
public final class PicturePainter: Sendable {
  /// Where the pixels of images come from.
  public let images: ImageFileProvider
  /// How much a picture may take, from its text to its file.
  public let budget: RenderBudget

  private let fonts: FontCollection
  private let typesetters: SceneTypesetters
  private let rasterizer: DisplayRasterizer
  /// Whether glyphs start at any place, not only at quarters of a pixel.
  private let isExact: Bool

  /// Makes a painter.
  ///
  /// - Parameters:
  ///   - fonts: The fonts, behind those that scenes bring along.
  ///   - folder: The folder with the images and the fonts that scenes name; nothing outside of it
  ///     is read, though symbolic links in it are followed.
  ///   - images: How images are read; nil for the usual limits.
  ///   - budget: How much a picture may take, from its text to its file; the time begins with
  ///     `read`.
  public convenience init(
    fonts: FontCollection, folder: String, images: ImageFileProvider? = nil,
    budget: RenderBudget = RenderBudget()
  ) {
    self.init(
      fonts: fonts, folder: folder, images: images, budget: budget, measuresTime: false,
      isExact: false)
  }

  /// Makes a painter for programs that watch it.
  ///
  /// - Parameters:
  ///   - measuresTime: Whether the statistics of its typesetters have the time of each stage.
  ///   - isExact: Whether glyphs start at any place, not only at quarters of a pixel.
  package init(
    fonts: FontCollection, folder: String, images: ImageFileProvider? = nil, budget: RenderBudget,
    measuresTime: Bool, isExact: Bool
  ) {
    let images = images ?? ImageFileProvider(folder: folder)
    (self.fonts, self.images, self.budget) = (fonts, images, budget)
    self.isExact = isExact
    typesetters = SceneTypesetters(fonts, folder: folder, measuresTime: measuresTime)
    rasterizer = DisplayRasterizer(images: images, budget: budget)
  }

  /// What draws, and its version: with another one the same request may have other bytes.
  public static let engine = "linecaster \(version)"
  package static let version = "0.1.0"

  /// A digest of the fonts, as hexadecimal digits: with others the same request may have other
  /// bytes.
  ///
  /// - Throws: `FontError` where the fonts of the package cannot be read.
  /// - Complexity: O(bytes of fonts that are not the package's); each call looks at them again.
  public func fontDigest() throws(FontError) -> String { try SceneTypesetters.digest(of: fonts) }

  /// Drops the text and the glyphs that are kept from picture to picture where they take more than
  /// `bytes`, as when memory is short or nothing was drawn for a while.
  ///
  /// All of them, since small pieces that stay would keep the pages around them, and the fonts are
  /// closed until they are needed again. What other threads use at the moment stays. Images are
  /// dropped by `images`.
  ///
  /// - Returns: Whether they were dropped.
  /// - Complexity: O(dropped).
  @discardableResult public func releaseMemory(over bytes: Int) -> Bool {
    guard typesetters.keptBytes + rasterizer.glyphs.keptBytes > bytes else {
      return false
    }
    typesetters.removeAll()
    rasterizer.glyphs.removeAll()
    return true
  }

  /// Families, weights and styles that fonts do not have, so far.
  package var shortfalls: [FontShortfall] { typesetters.shortfalls }
  /// Glyphs that were not drawn as their font has them, so far.
  package var glyphFaults: [RasterError] { rasterizer.glyphs.faults }

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - request: What to draw, and how.
  ///   - isCancelled: Asked all along, at least each millisecond or so.
  /// - Throws: `SceneError` with the place of the first fault of the scene, or of an image that
  ///   cannot be had where the request is strict; `RenderBudget.Excess` where it takes more than
  ///   the budget has; `FontError`, `ArrangementError`, `RasterError` or `ImageError` where
  ///   something else is wrong; `CancellationError` if `isCancelled` says so.
  /// - Complexity: O(bytes + nodes + text + pixels).
  public func picture(
    of request: PictureRequest, isCancelled: () -> Bool = { false }
  ) throws -> Picture {
    let scene = try read(request, isCancelled: isCancelled)
    let arranged = try arrange(scene, isCancelled: isCancelled)
    let drawn = try draw(arranged, isCancelled: isCancelled)
    return try encode(drawn, isCancelled: isCancelled)
  }

  /// Reads the scene of a request, and looks for its images.
  ///
  /// - Throws: As `picture(of:isCancelled:)`.
  public func read(
    _ request: PictureRequest, isCancelled: () -> Bool = { false }
  ) throws -> ReadPicture {
    try read(
      .scene(request.source), options: request.options, by: Deadline(budget),
      isCancelled: isCancelled)
  }

  /// Reads a source, and looks for its images.
  ///
  /// - Parameters:
  ///   - name: The name of the source in messages.
  ///   - deadline: The time by which the picture must be a file.
  ///   - lineLimit: The number of nodes of a scene whose lines are looked up.
  /// - Throws: As `picture(of:isCancelled:)`.
  package func read(
    _ source: PictureSource, options: PictureOptions, named name: String = "picture",
    by deadline: Deadline, lineLimit: Int = 0, isCancelled: () -> Bool = { false }
  ) throws -> ReadPicture {
    try WorkScope.run(by: deadline, of: name, isCancelled: isCancelled) { scope in
      let content = try source.content(
        options, images: images, budget: budget, lineLimit: lineLimit, scope)
      let shown = ShownImages(of: content.layout, in: source, from: images)
      if options.isStrict, let fault = shown.faults.first { throw fault }
      let fonts = try typesetters.entry(for: content.scene)
      let environment = LayoutEnvironment(
        width: content.width, scale: PixelScale(options.scale.within(PictureOptions.scales)),
        theme: content.theme,
        fonts: FontPreference(scale: options.textScale.within(PictureOptions.textScales)),
        textRendering: options.rendering ?? content.rendering)
      return ReadPicture(
        filePaths: shown.names + (content.scene?.fontNames ?? []), name: name, options: options,
        deadline: deadline, images: shown, background: content.background,
        environment: environment, fonts: fonts,
        arranger: CellArranger(typesetter: fonts.typesetter, images: images, budget: budget),
        rasterizer: rasterizer(in: environment), lines: content.lines)
    }
  }

  private func rasterizer(in environment: LayoutEnvironment) -> DisplayRasterizer {
    guard isExact else { return rasterizer }
    return DisplayRasterizer(
      images: images, rendering: .exact(in: environment), budget: budget)
  }

  /// Lays a scene out.
  ///
  /// - Throws: As `picture(of:isCancelled:)`.
  public func arrange(
    _ read: ReadPicture, isCancelled: () -> Bool = { false }
  ) throws -> ArrangedPicture {
    try WorkScope.run(by: read.deadline, of: read.name, isCancelled: isCancelled) { scope in
      ArrangedPicture(
        read: read,
        arrangement: try read.arranger.arrange(
          read.layout, in: read.environment, isCancelled: { scope.isCancelled }))
    }
  }

  /// Draws what was laid out; of a picture that is drawn in bands, and of documents, none yet.
  ///
  /// - Throws: As `picture(of:isCancelled:)`.
  public func draw(
    _ arranged: ArrangedPicture, isCancelled: () -> Bool = { false }
  ) throws -> DrawnPicture {
    let isDocument = arranged.read.options.encoding.format.isDocument
    return try draw(arranged, drawsPixels: !isDocument, isCancelled: isCancelled)
  }

  /// Draws a picture as `draw(_:isCancelled:)` does.
  ///
  /// - Parameter drawsPixels: Whether the pixels of a single band are drawn at once. Only then all
  ///   faults of a document's images and glyphs are known.
  package func draw(
    _ arranged: ArrangedPicture, drawsPixels: Bool, isCancelled: () -> Bool = { false }
  ) throws -> DrawnPicture {
    let read = arranged.read
    return try WorkScope.run(by: read.deadline, of: read.name, isCancelled: isCancelled) { scope in
      let picture = try read.rasterizer.bands(
        of: arranged.page, scale: read.environment.scale, background: read.background,
        text: read.environment.textRendering, isCancelled: { scope.isCancelled })
      guard drawsPixels, picture.bandCount == 1 else {
        return DrawnPicture(arranged: arranged, picture: picture)
      }
      let drawn = BandedImage(try picture.bitmap(isCancelled: { scope.isCancelled }))
      let drawing = read.options.encoding.format.isDocument ? picture.drawing : nil
      return DrawnPicture(
        arranged: arranged, picture: drawing.map { drawn.drawn(from: $0) } ?? drawn)
    }
  }

  /// Makes a file of what was drawn.
  ///
  /// - Throws: As `picture(of:isCancelled:)`.
  public func encode(
    _ drawn: DrawnPicture, isCancelled: () -> Bool = { false }
  ) throws -> Picture {
    let (picture, read) = (drawn.picture, drawn.arranged.read)
    let encoding = read.options.encoding
    var bytes: [UInt8] = []
    try WorkScope.run(by: read.deadline, of: read.name, isCancelled: isCancelled) { scope in
      try encoding.encoder(for: picture).encode(
        picture, name: read.name, budget: budget, isCancelled: { scope.isCancelled }
      ) { bytes += $0 }
    }
    // What is wrong with an image may not be known before it is drawn.
    let faults = read.images.faults
    if read.options.isStrict, let fault = faults.first { throw fault }
    return Picture(
      bytes: bytes, format: encoding.format, width: picture.width, height: picture.height,
      missingCharacters: drawn.arranged.arrangement.missingCharacters, imageFaults: faults)
  }
}

/// A scene that was read for a picture.
public struct ReadPicture: Sendable {
  /// The paths in the painter's folder of the images and fonts that it names.
  public let filePaths: [String]
  /// The name of the picture in messages.
  let name: String
  let options: PictureOptions
  /// When its time is up.
  let deadline: Deadline
  let images: ShownImages
  let background: Color
  package let environment: LayoutEnvironment
  let fonts: SceneTypesetters.Entry
  package let arranger: CellArranger
  package let rasterizer: DisplayRasterizer
  /// The lines of a scene's nodes in pre-order, as far as they were asked for.
  package let lines: [SceneNodeLine]

  /// The layout, with words in the place of images that are known to be missing.
  package var layout: LayoutNode { images.layout }

  /// The faults of images known so far: all when all is drawn.
  package var imageFaults: [String] { images.faultMessages(named: name) }

  /// The digest of the fonts that it brings along; empty where it brings none.
  ///
  /// - Throws: As `PicturePainter.fontDigest`.
  package func fontDigest() throws(FontError) -> String { try fonts.digest() }
}

/// A scene that was laid out for a picture.
public struct ArrangedPicture: Sendable {
  let read: ReadPicture
  /// Where everything is.
  public let arrangement: CellArrangement

  /// What is drawn, which is as wide as what it was laid out in.
  package var page: DisplayList {
    var list = arrangement.displayList
    list.size.width = read.environment.width
    return list
  }
}

/// What was drawn of a picture.
public struct DrawnPicture: Sendable {
  let arranged: ArrangedPicture
  /// The pixels, in bands where they are many; those of documents are drawn when asked for.
  public let picture: BandedImage
}

/// A picture as a file.
public struct Picture: Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// What it is written in.
  public let format: PictureFormat
  /// The number of pixels of a row; of a document, those that it would have at the scale.
  public let width: Int
  /// The number of rows, likewise.
  public let height: Int
  /// The characters that no font has, in the order of the text.
  public let missingCharacters: [Unicode.Scalar]
  /// The places that name images which could not be had; words stand in their places.
  public let imageFaults: [SceneError]
}
