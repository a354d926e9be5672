public import LinecasterBase

/// Converts between layout coordinates, along and across the lines, and page coordinates.
///
///     let tategaki = ParagraphStyle(writingMode: .verticalRightToLeft)
///     let paragraph = Paragraph("縦書き", paragraphStyle: tategaki)
///     let layout = typesetter.prepare(paragraph).layout(width: 200)
///     let box = layout.axes.pageSize  // what it takes on the page
///     let caret = layout.axes.page(layout.caret(at: 1).frame)
///     let offset = layout.offset(at: layout.axes.layout(touch))
///
/// Page coordinates are layout points from the top-left corner of the layout's area on the page, y
/// down. For horizontal text, layout and page coordinates are the same.
public struct LineAxes: Hashable, Sendable {
  /// The direction of the lines and of their progression.
  public let writingMode: WritingMode
  /// The size along and across the lines.
  private let extent: Size

  init(_ writingMode: WritingMode, extent: Size) {
    self.writingMode = writingMode
    self.extent = extent
  }

  /// The axes of horizontal text.
  static let horizontal = LineAxes(.horizontal, extent: .zero)

  /// Whether page coordinates are those of the layout.
  package var isHorizontal: Bool { writingMode == .horizontal }

  /// The size of the layout on the page.
  public var pageSize: Size { writingMode.alongLine(extent) }

  /// Converts a point of the layout to the page.
  public func page(_ point: Point) -> Point {
    switch writingMode {
    case .horizontal: point
    case .verticalRightToLeft, .sidewaysRightToLeft:
      Point(x: extent.height - point.y, y: point.x)
    case .verticalLeftToRight: Point(x: point.y, y: point.x)
    case .sidewaysLeftToRight: Point(x: point.y, y: extent.width - point.x)
    }
  }

  /// Converts a rectangle of the layout to the page.
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

  /// Converts a point on the page, for example a touch, to the layout.
  public func layout(_ point: Point) -> Point {
    switch writingMode {
    case .horizontal: point
    case .verticalRightToLeft, .sidewaysRightToLeft:
      Point(x: point.y, y: extent.height - point.x)
    case .verticalLeftToRight: Point(x: point.y, y: point.x)
    case .sidewaysLeftToRight: Point(x: extent.width - point.y, y: point.x)
    }
  }

  /// Returns the axes in a unit that is `factor` times smaller than a layout point.
  package func scaled(by factor: Double) -> LineAxes {
    LineAxes(
      writingMode, extent: Size(width: extent.width * factor, height: extent.height * factor))
  }
}

extension TextLayout {
  /// The conversion between layout and page coordinates.
  public var axes: LineAxes { LineAxes(paragraph.style.writingMode, extent: size) }
}

extension PreparedParagraph {
  /// The direction of its lines.
  package var writingMode: WritingMode { style.writingMode }
}

extension WritingMode {
  /// Converts line-relative insets, as from `alongLine`, to physical ones.
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

/// The rotation of glyphs on the page.
public enum GlyphTurn: UInt8, Hashable, Sendable, CaseIterable {
  /// No rotation.
  case none
  /// A quarter turn clockwise: the tops of letters point to the right.
  case clockwise
  /// A quarter turn anticlockwise: the tops of letters point to the left.
  case anticlockwise
}
