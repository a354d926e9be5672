public import LinecasterCells
package import LinecasterDisplay
public import LinecasterFonts
public import LinecasterBase
public import LinecasterFiles
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

  /// Makes a painter.
  ///
  /// - Parameters:
  ///   - fonts: The fonts, behind those that scenes bring along.
  ///   - folder: The folder with the images and the fonts that scenes name; nothing outside of it
  ///     is read, though symbolic links in it are followed.
  ///   - images: How images are read; nil for the usual limits.
  ///   - budget: How much a picture may take, from its text to its file; the time begins with
  ///     `read`.
  public init(
    fonts: FontCollection, folder: String, images: ImageFileProvider? = nil,
    budget: RenderBudget = RenderBudget()
  ) {
    let images = images ?? ImageFileProvider(folder: folder)
    (self.fonts, self.images, self.budget) = (fonts, images, budget)
    typesetters = SceneTypesetters(fonts, folder: folder)
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
    let deadline = Deadline(budget)
    let scene = try deadline.run(Self.name, isCancelled: isCancelled) { isCancelled in
      try request.source.scene(budget: budget, isCancelled: isCancelled)
    }
    let options = request.options
    let theme = options.theme ?? scene.theme
    let shown = ShownImages(of: scene.layout(in: theme), from: images)
    if options.isStrict, let fault = shown.faults(in: request.source).first { throw fault }
    let scale = options.scale.within(PictureOptions.scales)
    let fonts = try typesetters.entry(for: scene)
    return ReadPicture(
      filePaths: shown.names + scene.fontNames, request: request, deadline: deadline,
      images: shown, background: scene.background(in: theme),
      environment: LayoutEnvironment(
        width: (options.width ?? scene.width).within(Scene.widths), scale: PixelScale(scale),
        theme: theme,
        fonts: FontPreference(scale: options.textScale.within(PictureOptions.textScales)),
        textRendering: options.rendering ?? scene.rendering),
      arranger: CellArranger(typesetter: fonts.typesetter, images: images, budget: budget),
      fontDigest: fonts.digest)
  }

  /// What stands for a picture in messages.
  private static let name = "picture"

  /// Lays a scene out.
  ///
  /// - Throws: As `picture(of:isCancelled:)`.
  public func arrange(
    _ read: ReadPicture, isCancelled: () -> Bool = { false }
  ) throws -> ArrangedPicture {
    ArrangedPicture(
      read: read,
      arrangement: try read.deadline.run(Self.name, isCancelled: isCancelled) { isCancelled in
        try read.arranger.arrange(
          read.images.layout, in: read.environment, isCancelled: isCancelled)
      })
  }

  /// Draws what was laid out; of a picture that is drawn in bands, and of documents, none yet.
  ///
  /// - Throws: As `picture(of:isCancelled:)`.
  public func draw(
    _ arranged: ArrangedPicture, isCancelled: () -> Bool = { false }
  ) throws -> DrawnPicture {
    let environment = arranged.read.environment
    let isDocument = arranged.read.request.options.encoding.format.isDocument
    return try arranged.read.deadline.run(Self.name, isCancelled: isCancelled) { isCancelled in
      let picture = try rasterizer.bands(
        of: arranged.arrangement.page(in: environment), scale: environment.scale,
        background: arranged.read.background, text: environment.textRendering,
        isCancelled: isCancelled)
      return DrawnPicture(
        arranged: arranged,
        picture: picture.bandCount == 1 && !isDocument
          ? BandedImage(try picture.bitmap(isCancelled: isCancelled)) : picture)
    }
  }

  /// Makes a file of what was drawn.
  ///
  /// - Throws: As `picture(of:isCancelled:)`.
  public func encode(
    _ drawn: DrawnPicture, isCancelled: () -> Bool = { false }
  ) throws -> Picture {
    let (picture, read) = (drawn.picture, drawn.arranged.read)
    let encoding = read.request.options.encoding
    var bytes: [UInt8] = []
    try read.deadline.run(Self.name, isCancelled: isCancelled) { isCancelled in
      try encoding.encoder(for: picture).encode(
        picture, name: Self.name, budget: budget, isCancelled: isCancelled
      ) { bytes += $0 }
    }
    // What is wrong with an image may not be known before it is drawn.
    let faults = read.images.faults(in: read.request.source)
    if read.request.options.isStrict, let fault = faults.first { throw fault }
    return Picture(
      bytes: bytes, format: encoding.format, width: picture.width, height: picture.height,
      missingCharacters: drawn.arranged.arrangement.missingCharacters, imageFaults: faults)
  }
}

extension CellArrangement {
  /// What is drawn of it in a picture, which is as wide as what it was laid out in.
  package func page(in environment: LayoutEnvironment) -> DisplayList {
    var list = displayList
    list.size.width = environment.width
    return list
  }
}

/// A scene that was read for a picture.
public struct ReadPicture: Sendable {
  /// The paths in the painter's folder of the images and fonts that it names.
  public let filePaths: [String]
  let request: PictureRequest
  /// When its time is up.
  let deadline: Deadline
  let images: ShownImages
  let background: Color
  let environment: LayoutEnvironment
  let arranger: CellArranger
  /// The digest of the fonts that it brings along; empty where it brings none.
  package let fontDigest: String
}

/// A scene that was laid out for a picture.
public struct ArrangedPicture: Sendable {
  let read: ReadPicture
  /// Where everything is.
  public let arrangement: CellArrangement
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

extension Double {
  /// The nearest number of a range; its lower end for what is no number.
  fileprivate func within(_ range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
