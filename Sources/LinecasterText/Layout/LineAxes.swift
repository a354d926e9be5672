public import LinecasterBase

/// How the lines of a layout lie on a page: turns places of the layout, along and across its lines,
/// into places on the page, and back.
///
///     let tategaki = ParagraphStyle(writingMode: .verticalRightToLeft)
///     let paragraph = Paragraph("縦書き", paragraphStyle: tategaki)
///     let layout = typesetter.prepare(paragraph).layout(width: 200)
///     let box = layout.axes.pageSize  // what it takes on the page
///     let caret = layout.axes.page(layout.caret(at: 1).frame)
///     let offset = layout.offset(at: layout.axes.layout(touch))
///
/// Places on the page are layout points from the top-left corner of the room that the layout takes
/// there, y down. Of horizontal text both are the same.
public struct LineAxes: Hashable, Sendable {
  /// Which way lines run.
  public let writingMode: WritingMode
  /// The extents along and across the lines.
  private let extent: Size

  init(_ writingMode: WritingMode, extent: Size) {
    self.writingMode = writingMode
    self.extent = extent
  }

  /// Those of horizontal text.
  static let horizontal = LineAxes(.horizontal, extent: .zero)

  /// Whether places on the page are those of the layout.
  package var isHorizontal: Bool { writingMode == .horizontal }

  /// The extent of the layout on the page.
  public var pageSize: Size { writingMode.alongLine(extent) }

  /// The place on the page of a place of the layout.
  public func page(_ point: Point) -> Point {
    switch writingMode {
    case .horizontal: point
    case .verticalRightToLeft, .sidewaysRightToLeft:
      Point(x: extent.height - point.y, y: point.x)
    case .verticalLeftToRight: Point(x: point.y, y: point.x)
    case .sidewaysLeftToRight: Point(x: point.y, y: extent.width - point.x)
    }
  }

  /// The rectangle on the page that a rectangle of the layout is.
  public func page(_ rect: Rect) -> Rect {
    switch writingMode {
    case .horizontal: return rect
    case .verticalRightToLeft, .sidewaysRightToLeft:
      return turned(rect, x: extent.height - rect.maxY, y: rect.minX)
    case .verticalLeftToRight: return turned(rect, x: rect.minY, y: rect.minX)
    case .sidewaysLeftToRight: return turned(rect, x: rect.minY, y: extent.width - rect.maxX)
    }
  }

  private func turned(_ rect: Rect, x: Double, y: Double) -> Rect {
    Rect(x: x, y: y, width: rect.height, height: rect.width)
  }

  /// The place of the layout that a place on the page is, such as one that was touched.
  public func layout(_ point: Point) -> Point {
    switch writingMode {
    case .horizontal: point
    case .verticalRightToLeft, .sidewaysRightToLeft:
      Point(x: point.y, y: extent.height - point.x)
    case .verticalLeftToRight: Point(x: point.y, y: point.x)
    case .sidewaysLeftToRight: Point(x: extent.width - point.y, y: point.x)
    }
  }

  /// The same in a unit of which a layout point has so many.
  package func scaled(by factor: Double) -> LineAxes {
    LineAxes(
      writingMode, extent: Size(width: extent.width * factor, height: extent.height * factor))
  }
}

extension TextLayout {
  /// How its lines lie on a page.
  public var axes: LineAxes { LineAxes(paragraph.style.writingMode, extent: size) }
}

extension PreparedParagraph {
  /// Which way its lines run.
  package var writingMode: WritingMode { style.writingMode }
}

extension WritingMode {
  /// Insets of the line, as `alongLine` gives them, as those of the page.
  func onPage(_ insets: Insets) -> Insets {
    switch self {
    case .horizontal: insets
    case .verticalRightToLeft, .verticalLeftToRight, .sidewaysRightToLeft:
      Insets(top: insets.left, left: insets.bottom, bottom: insets.right, right: insets.top)
    case .sidewaysLeftToRight:
      Insets(top: insets.right, left: insets.top, bottom: insets.left, right: insets.bottom)
    }
  }
}

/// Which way glyphs are turned on the page.
public enum GlyphTurn: UInt8, Hashable, Sendable, CaseIterable {
  /// Not at all.
  case none
  /// By a quarter, with their tops to the right.
  case clockwise
  /// By a quarter, with their tops to the left.
  case anticlockwise
}
