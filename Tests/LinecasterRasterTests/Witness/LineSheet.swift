import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterRaster

/// Lines under, through and over transparent text, each in its own cell.
struct LineSheet: Sendable, CustomTestStringConvertible {
  /// A line with the place of its text, in CSS pixels.
  struct Cell: Sendable {
    var x: Double
    var y: Double
    var size: Double
    var decoration: TextDecoration
    var text = ""
    var language: String?
    var mode = WritingMode.horizontal
    var orientation = TextOrientation.mixed
  }

  let name: String
  /// The size of a cell, and the distance of its text from its corner.
  let cell: Size
  let inset: Point
  let cells: [Cell]
  let scales: [Double]

  var testDescription: String { name }

  static let all = [patterns, asked, columns, letters]
  private static let everyScale = [1, 1.25, 1.5, 2, 3]
  private static let red = Color(rgb: 0xFF0000)
  private static let perRow = 15

  private init(
    _ name: String, cell: Size, inset: Point, scales: [Double] = everyScale, _ cells: [Cell]
  ) {
    self.name = name
    self.cell = cell
    self.inset = inset
    self.scales = scales
    self.cells = cells.enumerated().map { index, line in
      let frame = Self.frame(index, cell: cell)
      var moved = line
      moved.x += frame.minX + inset.x
      moved.y += frame.minY + inset.y
      // Places between pixels too, in whole 64ths of a pixel, which browsers use. The browser's
      // vertical lines are blurred there, which is not to be followed.
      guard line.mode == .horizontal else { return moved }
      moved.x += index % 2 == 0 ? 0 : 0.25
      moved.y += (index + index / Self.perRow) % 3 == 0 ? 0 : 0.375
      return moved
    }
  }

  private static func frame(_ index: Int, cell: Size) -> Rect {
    let (row, column) = index.quotientAndRemainder(dividingBy: perRow)
    return Rect(
      x: Double(column) * cell.width, y: Double(row) * cell.height, width: cell.width,
      height: cell.height)
  }

  /// The frame of a cell.
  func frame(_ index: Int) -> Rect { Self.frame(index, cell: cell) }

  var size: Size {
    let last = frame(cells.count - 1)
    return Size(width: cell.width * Double(Self.perRow), height: last.maxY)
  }
}

extension LineSheet {
  /// Every place and pattern at ten sizes.
  private static let patterns = LineSheet(
    "patterns", cell: Size(width: 40, height: 100), inset: Point(x: 4, y: 24),
    [9, 11, 13, 14, 16, 18, 20, 24, 32, 48].flatMap { size in
      TextDecoration.Position.allCases.flatMap { position in
        TextDecoration.Pattern.allCases.map { pattern in
          Cell(
            x: 0, y: 0, size: size,
            decoration: TextDecoration(position, pattern: pattern, color: red),
            text: blanks(30, size))
        }
      }
    })

  /// Explicit thicknesses and offsets.
  private static let asked = LineSheet(
    "asked", cell: Size(width: 40, height: 60), inset: Point(x: 4, y: 16), scales: [1, 1.5, 2],
    [nil, 0, 2.75, -3.25].flatMap { offset in
      [0.375, 2.5, 5].flatMap { thickness in
        TextDecoration.Pattern.allCases.map { pattern in
          Cell(
            x: 0, y: 0, size: 16,
            decoration: TextDecoration(
              .underline, pattern: pattern, color: red, thickness: thickness, offset: offset),
            text: blanks(30, 16))
        }
      }
    })

  /// Lines in vertical text.
  private static let columns = LineSheet(
    "columns", cell: Size(width: 80, height: 40), inset: Point(x: 24, y: 4),
    scales: [1, 1.25, 1.5, 2],
    [(11.0, nil), (16, nil), (20, "ja"), (32, nil), (13, "ja")].flatMap { size, language in
      [WritingMode.verticalRightToLeft, .verticalLeftToRight].flatMap { mode in
        TextDecoration.Position.allCases.flatMap { position in
          TextDecoration.Pattern.allCases.map { pattern in
            Cell(
              x: 0, y: 0, size: size,
              decoration: TextDecoration(position, pattern: pattern, color: red),
              text: blanks(30, size), language: language, mode: mode,
              orientation: size == 16 ? .sideways : .mixed)
          }
        }
      }
    })

  /// Letters that cross the line.
  private static let letters = LineSheet(
    "letters", cell: Size(width: 80, height: 40), inset: Point(x: 4, y: 4), scales: [1, 1.5, 2],
    [12, 16, 20].flatMap { size in
      [.solid, .double, .dotted, .dashed].flatMap { pattern in
        [nil, 1, 2].map { thickness in
          Cell(
            x: 0, y: 0, size: size,
            decoration: TextDecoration(
              .underline, pattern: pattern, color: red, thickness: thickness),
            text: size == 20 ? "jagy/p" : "jpgqy/Qx_")
        }
      }
    })

  /// No-break spaces of about `width` CSS pixels.
  private static func blanks(_ width: Double, _ size: Double) -> String {
    String(repeating: "\u{A0}", count: max(2, Int(saturating: width / (0.26 * size))))
  }
}

extension LineSheet {
  /// The sheet on white.
  func draw(scale: Double) throws -> Bitmap {
    let typesetter = Typesetter(fonts: try .bundled())
    let metrics = try SampleFonts.sans().metrics
    var list = DisplayList(size: size)
    for cell in cells {
      var style = TextStyle(size: cell.size, language: cell.language, color: .clear)
      style.orientation = cell.orientation
      style.decorations = [cell.decoration]
      let lines = ParagraphStyle(writingMode: cell.mode)
      let paragraph = Paragraph(cell.text, style: style, paragraphStyle: lines)
      let layout = typesetter.prepare(paragraph).layout()
      list.append(.text(layout, origin: Self.origin(cell, layout, metrics, scale)))
    }
    return try DisplayRasterizer().rasterize(
      list, scale: PixelScale(scale), background: .white)
  }

  /// The origin of a layout with the baseline of a browser, which rounds ascents and descents to
  /// whole pixels.
  private static func origin(
    _ cell: Cell, _ layout: TextLayout, _ metrics: FontMetrics, _ scale: Double
  ) -> Point {
    let em = cell.size * scale / Double(metrics.unitsPerEm)
    let (ascent, descent) = (
      (metrics.ascent * em).rounded(), (metrics.descent * em).rounded()
    )
    let baseline = Point(x: 0, y: layout.lines[0].baseline)
    guard cell.mode != .horizontal else {
      return Point(x: cell.x, y: cell.y + ascent / scale - baseline.y)
    }
    // The middle, or for sideways letters the baseline.
    let distance = cell.orientation == .sideways ? descent : (ascent + descent) / 2
    return Point(x: cell.x + distance / scale - layout.axes.page(baseline).x, y: cell.y)
  }

  /// The sheet with the same font as a page of HTML.
  func html() throws -> String {
    let font = try SampleFonts.sans().data.source
    return """
      <!DOCTYPE html><meta charset="utf-8"><title>Lines</title><style>
      @font-face{font-family:Sans;src:url("\(URL(fileURLWithPath: font).absoluteString)")}
      body{margin:0;background:#fff}
      div{position:absolute;font-family:Sans;color:transparent;white-space:pre}
      </style>
      \(cells.map(Self.html).joined(separator: "\n"))
      """
  }

  private static func html(_ cell: Cell) -> String {
    let modes: [WritingMode: String] = [
      .verticalRightToLeft: "vertical-rl", .verticalLeftToRight: "vertical-lr",
    ]
    let position = cell.decoration.position
    let place = position == .strikethrough ? "line-through" : "\(position)"
    var style = "left:\(cell.x)px;top:\(cell.y)px;font-size:\(cell.size)px;"
    style += "text-decoration:\(place) \(cell.decoration.pattern) #f00;"
    style += "writing-mode:\(modes[cell.mode] ?? "horizontal-tb");"
    style += "text-orientation:\(cell.orientation);"
    if let thickness = cell.decoration.thickness {
      style += "text-decoration-thickness:\(thickness)px;"
    }
    if let offset = cell.decoration.offset { style += "text-underline-offset:\(offset)px;" }
    return "<div lang=\"\(cell.language ?? "en")\" style=\"\(style)\">\(cell.text)</div>"
  }
}

/// Borders between pixels, with fractional widths.
enum BorderSheet {
  static let scales = [1, 1.25, 1.5, 2, 3]

  static let list: DisplayList = {
    var list = DisplayList(size: Size(width: 260, height: 240))
    for (row, width) in [0.125, 0.5, 1, 1.375, 1.75, 2, 2.5, 3.75].enumerated() {
      for (column, shift) in [0, 0.25, 0.375, 0.5, 0.625, 0.75].enumerated() {
        let rect = Rect(
          x: 8 + 42 * Double(column) + shift, y: 6 + 29 * Double(row) + shift / 2, width: 30.25,
          height: 20.625)
        list.append(.border(DisplayShape(rect), border(width, of: column)))
      }
    }
    return list
  }()

  /// Four equal sides, or two pairs.
  private static func border(_ width: Double, of column: Int) -> Border {
    let line = BorderEdge(width: width, color: CanvasScene.blue)
    guard column % 2 == 1 else { return Border(all: line) }
    let wide = BorderEdge(width: width * 2.25, color: CanvasScene.blue)
    return Border(top: line, right: wide, bottom: line, left: wide)
  }

  static func draw(scale: Double) throws -> Bitmap {
    try DisplayRasterizer().rasterize(list, scale: PixelScale(scale), background: .white)
  }
}
