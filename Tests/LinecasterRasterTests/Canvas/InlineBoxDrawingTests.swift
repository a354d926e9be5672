import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

/// Pixels of boxes around transparent text, compared with plain arithmetic.
@Suite struct InlineBoxDrawingTests {
  private static let fill = Color(rgb: 0x3060C0)
  private static let line = Color(rgb: 0xC03020)
  private static let size = Size(width: 130, height: 180)
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func box(_ change: (inout InlineBox) -> Void = { _ in }) -> InlineBox {
    var box = InlineBox(
      style: TextStyle(size: 14, color: .clear),
      padding: Insets(top: 1, left: 5, bottom: 2, right: 3),
      border: Insets(top: 1, left: 2, bottom: 3, right: 4))
    box.decoration = InlineDecoration(
      background: ThemeColor(Self.fill), borderColor: ThemeColor(Self.line))
    change(&box)
    return box
  }

  /// Words in a box over several lines, with a word before and a word behind it.
  private func layout(_ box: InlineBox, _ mode: WritingMode = .horizontal) -> TextLayout {
    var text = AttributedText("Aa ", style: box.style)
    text.append(AttributedText("some words that go on and on", style: box.style), in: box)
    text.append(" end", style: box.style)
    let lines = ParagraphStyle(writingMode: mode, lineHeight: .points(40))
    return typesetter.prepare(Paragraph(text, style: lines)).layout(width: 100)
  }

  private func draw(_ layout: TextLayout, at origin: Point = .zero) throws -> Bitmap {
    var list = DisplayList(size: Self.size)
    list.append(.text(layout, origin: origin))
    return try DisplayRasterizer().rasterize(list, background: .white)
  }

  /// The expected colour of a pixel; boxes do not overlap here.
  private func expected(_ x: Int, _ y: Int, _ fragments: [InlineFragment], at origin: Point)
    -> Color
  {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    for fragment in fragments {
      let frame = PixelScale.one.rounded(fragment.frame.offset(x: origin.x, y: origin.y))
      guard frame.minX < x, x < frame.maxX, frame.minY < y, y < frame.maxY else { continue }
      let border = fragment.box.border
      let isLine =
        y < frame.minY + border.top || y > frame.maxY - border.bottom
        || fragment.hasLeftEdge && x < frame.minX + border.left
        || fragment.hasRightEdge && x > frame.maxX - border.right
      return isLine ? Self.line : Self.fill
    }
    return .white
  }

  @Test(arguments: BoxDecorationBreak.allCases)
  func fragmentsAreFilledAndTheirEdgesDrawn(decorationBreak: BoxDecorationBreak) throws {
    let layout = layout(box { $0.decorationBreak = decorationBreak })
    let fragments = layout.boxFragments
    #expect(fragments.count >= 3)
    let whole = fragments.filter { $0.hasLeftEdge && $0.hasRightEdge }
    #expect(whole.count == (decorationBreak == .clone ? fragments.count : 0))
    let origin = Point(x: 4.3, y: 6)
    let drawn = try draw(layout, at: origin)
    var lines = 0
    var wrong: [String] = []
    for y in 0..<drawn.height {
      for x in 0..<drawn.width {
        let color = expected(x, y, fragments, at: origin)
        lines += color == Self.line ? 1 : 0
        if drawn.color(atX: x, y: y) != color { wrong.append("\(x) \(y)") }
      }
    }
    #expect(lines > 100 && wrong.isEmpty, "\(wrong.prefix(5))")
  }

  /// Only the corners at the ends of a box are round.
  @Test func cornersAreThoseOfTheWholeBox() throws {
    let layout = layout(
      box {
        $0.border = .zero
        $0.decoration.corners = CornerRadii(all: 6)
      })
    let drawn = try draw(layout)
    let frames = layout.boxFragments.map { PixelScale.one.rounded($0.frame) }
    for (index, frame) in frames.enumerated() {
      let corners = [
        (frame.minX, frame.minY, index == 0), (frame.minX, frame.maxY - 1, index == 0),
        (frame.maxX - 1, frame.minY, index == 2), (frame.maxX - 1, frame.maxY - 1, index == 2),
      ]
      for (x, y, isRound) in corners {
        let pixel = drawn.color(atX: Int(saturating: x), y: Int(saturating: y))
        #expect((pixel == Self.fill) == !isRound, "\(index) \(x) \(y)")
      }
    }
  }

  /// The shadow of a broken box is that of a continuous one, up to the break.
  @Test(arguments: [false, true])
  func shadowsEndWhereBoxesAreCut(isInset: Bool) throws {
    let shadow = Shadow(
      .black, offset: Point(x: 1, y: 2), blur: 4, spread: 1, isInset: isInset)
    let layout = layout(
      box {
        $0.border = .zero
        $0.decoration = InlineDecoration(shadows: [shadow])
      })
    let middle = layout.boxFragments[1]
    #expect(!middle.hasLeftEdge && !middle.hasRightEdge)
    let frame = PixelScale.one.rounded(middle.frame)
    let drawn = try draw(layout, at: Point(x: 10, y: 0))
    var list = DisplayList(size: Self.size)
    let long = Rect(x: -200, y: frame.minY, width: 600, height: frame.height)
    list.append(.shadow(DisplayShape(long), shadow))
    let whole = try DisplayRasterizer().rasterize(list, background: .white)
    let y = Int(saturating: isInset ? frame.minY : frame.maxY)
    let (left, right) = (Int(saturating: frame.minX) + 10, Int(saturating: frame.maxX) + 10)
    #expect(whole.color(atX: 50, y: y) != .white)
    for x in left..<right {
      #expect(drawn.color(atX: x, y: y) == whole.color(atX: x, y: y), "\(x)")
    }
    for x in [left - 2, left - 1, right, right + 1] {
      #expect(drawn.color(atX: x, y: y) == .white, "\(x)")
    }
  }

  @Test func bordersWithoutAColourHaveThatOfTheText() throws {
    var box = box()
    box.style = TextStyle(
      size: 14, color: ThemeColor(light: Self.line, dark: Color(rgb: 0x20C040)))
    box.decoration = InlineDecoration()
    var layout = layout(box)
    layout.theme = .dark
    let colors = layout.inlineCommands().map { command in
      if case .border(_, let border) = command { border.top.color } else { Color.clear }
    }
    #expect(colors.count == 3 && Set(colors) == [Color(rgb: 0x20C040)])
  }

  /// In every writing mode the borders are those of the page: the top border is at the top.
  @Test(arguments: WritingMode.allCases)
  func sidesAreThoseOfThePage(mode: WritingMode) throws {
    let layout = layout(
      box { $0.decorationBreak = .clone }, mode)
    let size = layout.axes.pageSize
    let origin = Point(x: 20, y: 20)
    var list = DisplayList(size: Size(width: size.width + 40, height: size.height + 40))
    list.append(.text(layout, origin: origin))
    let drawn = try DisplayRasterizer().rasterize(list, background: .white)
    for fragment in layout.boxFragments {
      let place = layout.axes.page(fragment.frame).offset(x: origin.x, y: origin.y)
      let frame = PixelScale.one.rounded(place)
      let (x, y) = (frame.minX + frame.width / 2, frame.minY + frame.height / 2)
      let edges = [
        run(of: drawn, Self.line, from: Point(x: x, y: frame.minY), dx: 0, dy: 1),
        run(of: drawn, Self.line, from: Point(x: frame.maxX - 1, y: y), dx: -1, dy: 0),
        run(of: drawn, Self.line, from: Point(x: x, y: frame.maxY - 1), dx: 0, dy: -1),
        run(of: drawn, Self.line, from: Point(x: frame.minX, y: y), dx: 1, dy: 0),
      ]
      #expect(edges == [1, 4, 3, 2], "\(mode) \(frame)")
    }
  }

  /// The number of consecutive pixels with a colour from a place on.
  private func run(of bitmap: Bitmap, _ color: Color, from place: Point, dx: Int, dy: Int) -> Int {
    var (x, y) = (Int(saturating: place.x), Int(saturating: place.y))
    var count = 0
    while 0..<bitmap.width ~= x, 0..<bitmap.height ~= y, bitmap.color(atX: x, y: y) == color {
      count += 1
      x += dx
      y += dy
    }
    return count
  }

  @Test func attachmentsShowImagesAndWhatElseIsDrawn() throws {
    struct Dot: AttachmentContent {
      func commands(in frame: Rect, theme: Theme) -> [DisplayCommand] {
        [.fill(DisplayShape(frame), .color(theme == .dark ? .white : InlineBoxDrawingTests.line))]
      }
    }
    let style = TextStyle(size: 14, color: .clear)
    var text = AttributedText("Aa ", style: style)
    text.append(Attachment(Dot(), size: Size(width: 7, height: 9)), style: style)
    let image = ImageReference("ada.png")
    text.append(
      Attachment(AttachedImage(image), size: Size(width: 20, height: 12)), style: style)
    let layout = typesetter.prepare(Paragraph(text)).layout(width: 200)
    #expect(layout.images == [image])
    let drawn = try draw(layout)
    let places = layout.attachmentPlaces
    for (place, color) in zip(places, [Self.line, Canvas.placeholderColor]) {
      let frame = PixelScale.one.rounded(place.frame)
      let count = (0..<drawn.height).reduce(0) { count, y in
        count + (0..<drawn.width).filter { drawn.color(atX: $0, y: y) == color }.count
      }
      #expect(Double(count) == frame.width * frame.height)
    }
    #expect(places.map(\.frame.width) == [7, 20])
  }

  /// Content nested deeper than any thread's stack allows is left out.
  @Test func contentThatNestsDeepIsLeftOut() {
    struct Deep: AttachmentContent {
      let depth: Int

      func commands(in frame: Rect, theme: Theme) -> [DisplayCommand] {
        var command = DisplayCommand.fill(DisplayShape(frame), .color(.black))
        for _ in 0..<depth { command = .group(DisplayGroup([command])) }
        return [command]
      }
    }
    let counts = [0, 4, 5].map { depth in
      let deep = Attachment(Deep(depth: depth), size: Size(width: 5, height: 5))
      var text = AttributedText("a")
      text.append(deep, style: TextStyle())
      return typesetter.prepare(Paragraph(text)).layout().inlineCommands().count
    }
    #expect(counts == [1, 1, 0])
  }
}
