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

  /// Returns a painter with caches of its own.
  func painter(_ images: ImageFileProvider) -> PicturePainter {
    PicturePainter(
      fonts: fonts, folder: input.imageFolder, images: images, budget: budget,
      measuresTime: true, isExact: isExact)
  }

  /// Throws if an image has no pixels, or exceeds the maximum width or height.
  func checkSides(_ size: PixelSize) throws(CommandFailure) {
    let (width, height) = (size.width, size.height)
    guard width > 0, height > 0 else {
      throw CommandFailure(description: "\(input.name): has no pixels: \(width) × \(height)")
    }
    guard max(width, height) > Bitmap.maximumSide else { return }
    let error = RasterError(
      code: .tooLarge, source: "image of \(width) × \(height) pixels",
      reason: "the limit is \(Bitmap.maximumSide) per side")
    throw CommandFailure(
      description: "\(input.name): \(error.description); try "
        + "\(input.kind == .feed ? "--rows or " : "")a smaller --scale")
  }

  /// Reads the messages of a feed.
  func items() throws -> [FeedItem] {
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
