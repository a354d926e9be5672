import LinecasterDisplay
import LinecasterGeometry
import LinecasterText

/// An image that is being put together, in layout points.
struct Sheet {
  static let width = 600.0
  static let margin = 20.0
  /// The width between the margins.
  static let contentWidth = width - 2 * margin

  /// What lays the texts of the image out.
  let typesetter: Typesetter
  /// How far down the image reaches.
  private var height = Sheet.margin
  private var commands: [DisplayCommand] = []

  init(typesetter: Typesetter) {
    self.typesetter = typesetter
  }

  /// Where the next row starts.
  var nextRow: Double { height == Self.margin ? height : height + 16 }

  /// All that was drawn, with a margin below.
  var displayList: DisplayList {
    var list = DisplayList(size: Size(width: Self.width, height: height + Self.margin))
    for command in commands { list.append(command) }
    return list
  }

  mutating func fill(_ rect: Rect, _ color: Color, cornerRadius: Double = 0) {
    commands.append(.fill(DisplayShape(rect, cornerRadius: cornerRadius), .color(color)))
    height = max(height, rect.maxY)
  }

  /// Draws the outline of a rectangle, half a point thick, inside of it.
  mutating func outline(_ rect: Rect, _ color: Color) {
    let thickness = 0.5
    for edge in [
      Rect(x: rect.minX, y: rect.minY, width: rect.width, height: thickness),
      Rect(x: rect.minX, y: rect.maxY - thickness, width: rect.width, height: thickness),
      Rect(x: rect.minX, y: rect.minY, width: thickness, height: rect.height),
      Rect(x: rect.maxX - thickness, y: rect.minY, width: thickness, height: rect.height),
    ] { fill(edge, color) }
  }

  /// Adds a step of drawing.
  mutating func add(_ command: DisplayCommand) {
    commands.append(command)
    height = max(height, Self.bottom(of: command))
  }

  /// How far down a step reaches, shadows aside.
  private static func bottom(of command: DisplayCommand) -> Double {
    switch command {
    case .fill(let shape, _), .border(let shape, _), .shadow(let shape, _),
      .image(_, let shape, _):
      shape.rect.maxY
    case .text(let layout, let origin), .textShadow(let layout, let origin, _):
      origin.y + layout.size.height
    case .group(let group):
      group.clip?.rect.maxY ?? group.commands.map(bottom).max() ?? 0
    }
  }

  mutating func draw(_ layout: TextLayout, at origin: Point) {
    commands.append(.text(layout, origin: origin))
    height = max(height, origin.y + layout.size.height)
  }

  /// Draws a small grey text in lines of a width, and returns where what is below it may start.
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
