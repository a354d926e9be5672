import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterText

extension Gallery {
  /// The images of the chapter on the canvas.
  static let canvas: [any Figure] =
    [BoxesFigure(), EffectsFigure(), ContentModesFigure(), GlyphsFigure()]
    + ComparisonFigure.all.map { $0 }
}

/// Corners, borders and gradients.
private struct BoxesFigure: Figure {
  let name = "canvas-boxes"

  private let columns = Columns(count: 4)

  func draw(on sheet: inout Sheet) {
    draw(Self.corners, on: &sheet) { sheet, shape, corners in
      let shape = DisplayShape(shape.rect, corners: corners)
      sheet.add(.fill(shape, .color(Palette.tint)))
      sheet.add(.border(shape, Border(all: BorderEdge(width: 2, color: Palette.mark(0)))))
    }
    draw(Self.borders, on: &sheet) { sheet, shape, border in
      sheet.add(.border(shape, border))
    }
    draw(Self.paints, on: &sheet) { sheet, shape, paint in sheet.add(.fill(shape, paint)) }
  }

  /// Draws a row of boxes with their captions.
  private func draw<Value>(
    _ row: [(String, Value)], on sheet: inout Sheet,
    _ draw: (inout Sheet, DisplayShape, Value) -> Void
  ) {
    let top = sheet.nextRow
    for (column, (caption, value)) in row.enumerated() {
      let y = sheet.caption(caption, at: columns.origin(column, y: top))
      let rect = Rect(x: columns.left(column), y: y, width: columns.width, height: 64)
      draw(&sheet, DisplayShape(rect, cornerRadius: 12), value)
    }
  }

  private static let corners: [(String, CornerRadii)] = [
    ("all alike", CornerRadii(all: 12)),
    ("two of four", CornerRadii(topLeft: 24, bottomRight: 24)),
    ("half the height", CornerRadii(all: 32)),
    ("too large: reduced", CornerRadii(topLeft: 300, topRight: 100, bottomRight: 50)),
  ]

  private static let borders: [(String, Border)] = [
    ("dashed", Border(all: BorderEdge(width: 3, color: Palette.mark(1), pattern: .dashed))),
    ("dotted", Border(all: BorderEdge(width: 4, color: Palette.mark(2), pattern: .dotted))),
    (
      "widths of their own",
      Border(
        top: BorderEdge(width: 2, color: Palette.mark(3)),
        right: BorderEdge(width: 14, color: Palette.mark(3)),
        bottom: BorderEdge(width: 6, color: Palette.mark(3)),
        left: BorderEdge(width: 6, color: Palette.mark(3)))
    ),
    (
      "colours and patterns",
      Border(
        top: BorderEdge(width: 6, color: Palette.mark(0)),
        right: BorderEdge(width: 6, color: Palette.mark(1), pattern: .dashed),
        bottom: BorderEdge(width: 6, color: Palette.mark(2)),
        left: BorderEdge(width: 6, color: Palette.mark(4), pattern: .dotted))
    ),
  ]

  private static let blue = Color(rgb: 0x4361EE)
  private static let paints: [(String, DisplayPaint)] = [
    ("to the right", .linear(LinearGradient(angle: 90, stops: .even(blue, Palette.accent)))),
    (
      "from corner to corner",
      .linear(
        LinearGradient(
          angle: 135,
          stops: [
            GradientStop(Palette.mark(5), at: 0), GradientStop(Palette.mark(5), at: 0.4),
            GradientStop(Color(rgb: 0xFFE066), at: 0.4), GradientStop(Palette.mark(1), at: 1),
          ]))
    ),
    (
      "to nothing", .linear(LinearGradient(angle: 90, stops: .even(Palette.mark(2), .clear)))
    ),
    (
      "outwards",
      .radial(
        RadialGradient(
          center: Point(x: 0.3, y: 0.3), extent: .farthestSide,
          stops: .even(.white, blue, Color(rgb: 0x101F5C))))
    ),
  ]
}

/// An image in boxes with other aspect ratios.
private struct ContentModesFigure: Figure {
  let name = "canvas-images"

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: ContentMode.allCases.count)
    let top = sheet.nextRow
    for (column, mode) in ContentMode.allCases.enumerated() {
      var y = sheet.caption("\(mode)", at: columns.origin(column, y: top))
      for height in [60.0, 130] {
        let rect = Rect(x: columns.left(column), y: y, width: columns.width, height: height)
        let shape = DisplayShape(rect, cornerRadius: 14)
        sheet.add(.fill(shape, .color(Palette.tint)))
        sheet.add(.image(SampleImages.landscape, shape, mode))
        y += height + 12
      }
    }
  }
}

/// Shadows of boxes and of text, and groups.
private struct EffectsFigure: Figure {
  let name = "canvas-effects"

  private let columns = Columns(count: 4)

  func draw(on sheet: inout Sheet) {
    let top = sheet.nextRow
    for (column, (caption, shadows)) in Self.shadows.enumerated() {
      let y = sheet.caption(caption, at: columns.origin(column, y: top)) + 10
      let rect = Rect(x: columns.left(column), y: y, width: columns.width, height: 40)
      let shape = DisplayShape(rect, cornerRadius: 12)
      for shadow in shadows where !shadow.isInset { sheet.add(.shadow(shape, shadow)) }
      sheet.add(.fill(shape, .color(.white)))
      for shadow in shadows where shadow.isInset { sheet.add(.shadow(shape, shadow)) }
    }
    drawText(on: &sheet)
    drawGroups(on: &sheet)
  }

  private func drawText(on sheet: inout Sheet) {
    let style = TextStyle(size: 28, weight: .bold, color: .white)
    let layout = sheet.layout("Shadows of text, अक्षर और 影", style)
    let origin = Point(x: Sheet.margin + 14, y: sheet.nextRow + 18)
    let size = layout.size
    let band = Rect(
      x: Sheet.margin, y: origin.y - 6, width: Sheet.contentWidth, height: size.height + 12)
    sheet.add(.fill(DisplayShape(band, cornerRadius: 10), .color(Palette.mark(5))))
    let shadow = Shadow(Color.black.opacity(0.6), offset: Point(x: 2, y: 2), blur: 4)
    sheet.add(.textShadow(layout, origin: origin, shadow))
    sheet.add(.text(layout, origin: origin))
  }

  private func drawGroups(on sheet: inout Sheet) {
    let columns = Columns(count: 3)
    let top = sheet.nextRow
    for (column, caption) in ["each at half", "a group at half", "a round clip"].enumerated() {
      let y = sheet.caption(caption, at: columns.origin(column, y: top))
      let rect = Rect(x: columns.left(column), y: y, width: columns.width, height: 70)
      let disks = Self.disks(in: rect)
      switch column {
      case 0: for disk in disks { sheet.add(.group(DisplayGroup([disk], opacity: 0.5))) }
      case 1: sheet.add(.group(DisplayGroup(disks, opacity: 0.5)))
      default:
        let seen = rect.inset(by: Insets(top: 14, left: 12, bottom: 14, right: 16))
        let clip = DisplayShape(seen, corners: CornerRadii(topLeft: 21, bottomRight: 21))
        sheet.add(.group(DisplayGroup(disks, clip: clip)))
      }
    }
  }

  /// Three overlapping disks side by side, which extend out of a rectangle.
  private static func disks(in rect: Rect) -> [DisplayCommand] {
    (0..<3).map { index in
      let disk = Rect(
        x: rect.minX + 50 * Double(index), y: rect.minY, width: rect.height, height: rect.height)
      return .fill(
        DisplayShape(disk, cornerRadius: rect.height / 2), .color(Palette.mark(index)))
    }
  }

  private static let shadows: [(String, [Shadow])] = [
    ("blur 12, 4 down", [Shadow(Color.black.opacity(0.35), offset: Point(x: 0, y: 4), blur: 12)]),
    ("spread 4, no blur", [Shadow(Palette.mark(0).opacity(0.4), spread: 4)]),
    (
      "two",
      [
        Shadow(Palette.accent, offset: Point(x: 6, y: 6), blur: 8, spread: -2),
        Shadow(Palette.mark(0), offset: Point(x: -6, y: -6), blur: 8, spread: -2),
      ]
    ),
    (
      "inset",
      [Shadow(Color.black.opacity(0.5), offset: Point(x: 0, y: 3), blur: 8, isInset: true)]
    ),
  ]
}

/// Small text as its pixels, drawn in six ways.
private struct GlyphsFigure: Figure {
  let name = "canvas-glyphs"

  private let columns = Columns(count: 3)
  /// The side of a pixel in the figure, in layout points.
  private let side = 3.5

  func draw(on sheet: inout Sheet) throws {
    for row in stride(from: 0, to: Self.renderings.count, by: columns.count) {
      let top = sheet.nextRow
      for column in 0..<columns.count {
        let (caption, rendering, isLight) = Self.renderings[row + column]
        let y = sheet.caption(caption, at: columns.origin(column, y: top))
        let pixels = try pixels(sheet, rendering, isLight: isLight)
        // Whole points: a pixel is seven pixels of the figure, and edges between them no seams.
        let origin = Point(x: columns.left(column).rounded(), y: y.rounded())
        draw(pixels, at: origin, on: &sheet)
      }
    }
  }

  /// The text drawn by itself, a pixel a layout point.
  private func pixels(
    _ sheet: Sheet, _ rendering: GlyphRendering, isLight: Bool
  ) throws -> Bitmap {
    let layout = sheet.layout("Regen", TextStyle(size: 15, color: isLight ? .white : .black))
    let width = (columns.width / side).rounded(.down)
    var list = DisplayList(size: Size(width: width, height: layout.size.height))
    list.append(.text(layout, origin: Point(x: 2, y: 0)))
    return try DisplayRasterizer(rendering: rendering)
      .rasterize(list, background: isLight ? Color(rgb: 0x20304A) : .white)
  }

  private func draw(_ pixels: Bitmap, at origin: Point, on sheet: inout Sheet) {
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        guard let color = pixels.color(atX: x, y: y) else { continue }
        sheet.fill(
          Rect(
            x: origin.x + Double(x) * side, y: origin.y + Double(y) * side, width: side,
            height: side), color)
      }
    }
  }

  private static let renderings: [(String, GlyphRendering, isLight: Bool)] = [
    ("plain", .plain, false),
    ("light hinting", GlyphRendering(hinting: .light), false),
    ("full hinting", GlyphRendering(hinting: .full), false),
    ("stripes", GlyphRendering(antialiasing: .rgb), false),
    ("contrast 1", GlyphRendering(contrast: 1), false),
    ("gamma 2.2", GlyphRendering(gamma: 2.2), true),
  ]
}

/// Plain lines of text in several scripts, on a screen of one or two pixels per point, for
/// comparison with a browser.
struct ComparisonFigure: Figure {
  let scale: PixelScale
  let isDark: Bool

  static let all = [1.0, 2].flatMap { scale in
    [false, true].map { ComparisonFigure(scale: PixelScale(scale), isDark: $0) }
  }

  /// A line of text, in plain, underlined or bordered pieces.
  struct Row {
    enum Look { case plain, underlined, bordered }

    let family: String
    var language: String?
    var size = 13.0
    let pieces: [(words: String, look: Look)]
  }

  static let rows = [
    Row(
      family: "Noto Sans",
      pieces: [
        ("Letters for ", .plain), ("few pixels", .underlined), (" and ", .plain),
        ("many", .bordered),
      ]),
    // At this size, browsers place lines the same with and without hinting.
    Row(
      family: "Noto Sans Devanagari", size: 14,
      pieces: [("हिन्दी में लिखा हुआ ", .plain), ("एक वाक्य", .underlined)]),
    Row(family: "Noto Sans Arabic", language: "ar", pieces: [("نص عربي على شاشة صغيرة", .plain)]),
    Row(
      family: "Noto Sans CJK JP", language: "ja",
      pieces: [("日本語の文章を", .plain), ("画面", .bordered), ("で読む", .plain)]),
  ]

  static let lineHeight = 22.0
  static let margin = 8.0
  static let border = Insets(horizontal: 4, vertical: 0)

  var name: String {
    "canvas-lines-\(Int(saturating: scale.factor))-\(isDark ? "dark" : "light")"
  }

  var width: Double { 224 }
  var background: Color { isDark ? Color(rgb: 0x12141C) : .white }
  var ink: Color { isDark ? Color(rgb: 0xE9EBF4) : Color(rgb: 0x1A1C26) }
  var frame: Color { isDark ? Color(rgb: 0x8A8FFF) : Color(rgb: 0x4A4DE8) }

  func draw(on sheet: inout Sheet) {
    for (index, row) in Self.rows.enumerated() {
      let style = ParagraphStyle(
        alignment: .left, lineHeight: .points(Self.lineHeight), whiteSpace: .pre)
      let layout = sheet.typesetter.prepare(Paragraph(text(of: row), style: style)).layout()
      sheet.draw(
        layout, at: Point(x: Self.margin, y: Self.margin + Double(index) * Self.lineHeight))
    }
  }

  private func text(of row: Row) -> AttributedText {
    let style = TextStyle(
      families: [row.family, "Noto Sans"], size: row.size, language: row.language, color: ink)
    var text = AttributedText("", style: style)
    for (words, look) in row.pieces {
      switch look {
      case .plain: text.append(words, style: style)
      case .underlined:
        var lined = style
        lined.decorations = [TextDecoration(.underline)]
        text.append(words, style: lined)
      case .bordered:
        var box = InlineBox(style: style, padding: Self.border, border: Insets(all: 1))
        box.decoration.borderColor = ThemeColor(frame)
        text.append(AttributedText(words, style: style), in: box)
      }
    }
    return text
  }
}
