import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// An image under construction, in layout points.
struct Sheet {
  static let width = 600.0
  static let margin = 20.0
  /// The width between the margins.
  static let contentWidth = width - 2 * margin

  /// The typesetter of the image's texts.
  let typesetter: Typesetter
  /// The width of the image.
  private let width: Double
  /// The current height of the image.
  private var height = Sheet.margin
  private var commands: [DisplayCommand] = []

  init(typesetter: Typesetter, width: Double = Sheet.width) {
    self.typesetter = typesetter
    self.width = width
  }

  /// The top of the next row.
  var nextRow: Double { height == Self.margin ? height : height + 16 }

  /// The display list of all content, with a margin below.
  var displayList: DisplayList {
    var list = DisplayList(size: Size(width: width, height: height + Self.margin))
    for command in commands { list.append(command) }
    return list
  }

  mutating func fill(_ rect: Rect, _ color: Color, cornerRadius: Double = 0) {
    commands.append(.fill(DisplayShape(rect, cornerRadius: cornerRadius), .color(color)))
    height = max(height, rect.maxY)
  }

  /// Draws the outline of a rectangle, half a point thick, inside it.
  mutating func outline(_ rect: Rect, _ color: Color) {
    let thickness = 0.5
    for edge in [
      Rect(x: rect.minX, y: rect.minY, width: rect.width, height: thickness),
      Rect(x: rect.minX, y: rect.maxY - thickness, width: rect.width, height: thickness),
      Rect(x: rect.minX, y: rect.minY, width: thickness, height: rect.height),
      Rect(x: rect.maxX - thickness, y: rect.minY, width: thickness, height: rect.height),
    ] { fill(edge, color) }
  }

  /// Adds a display command.
  mutating func add(_ command: DisplayCommand) {
    commands.append(command)
    height = max(height, Self.bottom(of: command))
  }

  /// The bottom of a command, ignoring shadows.
  private static func bottom(of command: DisplayCommand) -> Double {
    switch command {
    case .fill(let shape, _), .border(let shape, _), .shadow(let shape, _),
      .image(_, let shape, _, _):
      shape.rect.maxY
    case .text(let layout, let origin), .textShadow(let layout, let origin, _),
      .textStroke(let layout, let origin, _):
      origin.y + layout.axes.pageSize.height
    case .group(let group):
      group.clip?.rect.maxY ?? group.commands.map(bottom).max() ?? 0
    }
  }

  mutating func draw(_ layout: TextLayout, at origin: Point) {
    commands.append(.text(layout, origin: origin))
    height = max(height, origin.y + layout.axes.pageSize.height)
  }

  /// Draws a small grey text wrapped to a width, and returns the top of the content below it.
  @discardableResult
  mutating func caption(
    _ text: String, at origin: Point, width: Double = .infinity, color: Color = Palette.caption
  ) -> Double {
    let layout = layout(text, TextStyle(size: 11, color: color), width: width)
    draw(layout, at: origin)
    return origin.y + layout.size.height + 4
  }

  func layout(
    _ text: String, _ style: TextStyle, _ paragraphStyle: ParagraphStyle = ParagraphStyle(),
    width: Double = .infinity
  ) -> TextLayout {
    typesetter.prepare(Paragraph(text, style: style, paragraphStyle: paragraphStyle))
      .layout(width: width)
  }
}

/// An image of the documentation.
protocol Figure: Sendable {
  /// The name of the image in articles.
  var name: String { get }

  /// The scale, in device pixels per layout point.
  var scale: PixelScale { get }
  /// The width of the image in layout points.
  var width: Double { get }
  var background: Color { get }

  /// Draws the figure from top to bottom.
  func draw(on sheet: inout Sheet) throws
}

extension Figure {
  var scale: PixelScale { FigurePainter.scale }
  var width: Double { Sheet.width }
  var background: Color { Palette.paper }
}

/// Draws figures to bitmaps, each with a fresh typesetter.
struct FigurePainter: Sendable {
  /// The default scale, in device pixels per layout point.
  static let scale = PixelScale(2)

  private let fonts: FontCollection
  private let rasterizer = DisplayRasterizer(images: FigureImages())

  init() throws(FontError) {
    fonts = try .bundled()
  }

  /// The file name of a figure, with the DocC suffix of its scale.
  static func fileName(of figure: some Figure, _ ending: String = "") -> String {
    "\(figure.name)\(ending)\(figure.scale == scale ? "@2x" : "").png"
  }

  /// The smallest file of an image: text compresses better without filters, photographs with them.
  static func file(of image: Bitmap) throws(ImageError) -> [UInt8] {
    var files: [[UInt8]] = []
    for compression in [PNGEncoder.Compression.fast, .small] {
      files.append(try PNGEncoder(compression: compression).encode(image))
    }
    return files.min { $0.count < $1.count } ?? []
  }

  func paint(_ figure: some Figure) throws -> Bitmap {
    var sheet = Sheet(typesetter: Typesetter(fonts: fonts), width: figure.width)
    try figure.draw(on: &sheet)
    return try rasterizer.rasterize(
      sheet.displayList, scale: figure.scale, background: figure.background)
  }
}

/// Columns of equal width between the margins of a sheet.
struct Columns {
  static let gap = 20.0

  let count: Int

  /// The width of each column.
  var width: Double { (Sheet.contentWidth - Double(count - 1) * Self.gap) / Double(count) }

  /// The left edge of a column.
  func left(_ column: Int) -> Double { Sheet.margin + Double(column) * (width + Self.gap) }

  /// The origin of a row in a column.
  func origin(_ column: Int, y: Double) -> Point { Point(x: left(column), y: y) }
}

/// The colours of all images.
enum Palette {
  static let paper = Color(rgb: 0xFFFFFF)
  static let ink = Color(rgb: 0x1D1D1F)
  static let caption = Color(rgb: 0x6E6E73)
  static let rule = Color(rgb: 0xC7C7CC)
  static let accent = Color(rgb: 0xD62839)
  static let tint = Color(rgb: 0xE8F0FE)

  /// Colours for series that are distinguishable on paper.
  static let marks = [
    0x1A5FB4, 0xC64600, 0x26802B, 0x813D9C, 0xA51D2D, 0x0B7A75, 0x8F5A00, 0xB5179E,
    0x5C5C66,
  ].map { Color(rgb: $0) }

  static func mark(_ index: Int) -> Color { marks[index % marks.count] }
}
