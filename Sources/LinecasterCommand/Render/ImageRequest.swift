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

/// The layouts of an image, in a column, with their analysis.
struct DrawnPage {
  /// A layout and its position.
  struct Row {
    let top: Double
    let layout: LayoutNode
    let arrangement: CellArrangement
    /// The placements of its nodes, in pre-order.
    let placements: [NodePlacement]
  }

  let environment: LayoutEnvironment
  /// The source lines of the first row's nodes, in pre-order; empty if they are unknown.
  var lines: [SceneNodeLine] = []
  private(set) var rows: [Row] = []
  private(set) var height = 0.0

  init(_ environment: LayoutEnvironment) {
    self.environment = environment
  }

  var scale: PixelScale { environment.scale }
  var width: Double { environment.width }

  /// Arranges a layout below the others.
  mutating func add(_ layout: LayoutNode, _ arranger: CellArranger) throws {
    let arrangement = try arranger.arrange(layout, in: environment)
    rows.append(
      Row(
        top: height, layout: layout, arrangement: arrangement,
        placements: try arranger.placements(of: layout, in: environment)))
    height += arrangement.size.height
  }

  /// The text layouts from top to bottom, with the positions of their top-left corners.
  var texts: [(layout: TextLayout, origin: Point)] {
    rows.flatMap { row in
      row.arrangement.displayList.commands.texts.map {
        ($0.layout, $0.origin.offset(x: 0, y: row.top))
      }
    }
  }
}

extension [DisplayCommand] {
  /// The text layouts with their top-left corners, including those in groups.
  var texts: [(layout: TextLayout, origin: Point)] {
    flatMap { command -> [(layout: TextLayout, origin: Point)] in
      switch command {
      case .text(let layout, let origin): [(layout, origin)]
      case .group(let group): group.commands.texts
      case .fill, .border, .shadow, .textShadow, .textStroke, .image: []
      }
    }
  }
}

extension LayoutNode {
  /// The name of the node's kind, for example `Row`.
  var shortName: String {
    switch content {
    case .stack where style.display == .grid: "Grid"
    case .stack: [.column, .columnReverse].contains(style.direction) ? "Column" : "Row"
    case .text: "Text"
    case .image: "Image"
    case .leaf: "Leaf"
    case .empty: style.grow > 0 ? "Spacer" : "Box"
    }
  }

  /// A short description of the content.
  var detail: String {
    switch content {
    case .stack(let children): "\(children.count)"
    case .text(let paragraph): Self.short(paragraph.text.string)
    case .image(let image, _): Self.short(image.name)
    case .leaf(let leaf): Self.short("\(type(of: leaf.base))")
    case .empty: ""
    }
  }

  private static func short(_ text: String) -> String {
    let line = text.prefix(lengthShown + 1).map { $0.isNewline ? " " : String($0) }
    return line.count > lengthShown ? line.prefix(lengthShown).joined() + "…" : line.joined()
  }

  private static let lengthShown = 32
}
