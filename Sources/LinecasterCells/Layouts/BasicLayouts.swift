public import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
public import LinecasterText

/// A horizontal stack, which begins at the leading edge (SwiftUI `HStack`).
///
///     Row(spacing: 8, alignment: .center) {
///       Box(.black, size: Size(width: 24, height: 24), cornerRadius: 12)
///       Text("Ada Lovelace").grow()
///       if isNew { Text("new") }
///     }
public struct Row: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - spacing: The distance between neighbours, in layout points.
  ///   - alignment: The alignment of children between the row's top and bottom edges.
  ///   - distribution: The distribution of free space along the row.
  ///   - content: The children.
  public init(
    spacing: Double = 0, alignment: BoxAlign = .stretch, distribution: BoxJustify = .flexStart,
    @LayoutBuilder content: () -> [LayoutNode]
  ) {
    node = LayoutNode(
      .stack(content()),
      style: .stack(.row, spacing: spacing, alignment: alignment, distribution: distribution))
  }
}

extension BoxStyle {
  /// Returns the style of a stack along a direction.
  static func stack(
    _ direction: FlexDirection, spacing: Double, alignment: BoxAlign, distribution: BoxJustify
  ) -> BoxStyle {
    var style = BoxStyle()
    style.direction = direction
    style.gap = .points(spacing)
    style.alignItems = alignment
    style.justifyContent = distribution
    return style
  }
}

/// A vertical stack, which begins at the top (SwiftUI `VStack`).
///
///     Column(spacing: 4) {
///       for line in lines { Text(line) }
///     }
///     .padding(12)
public struct Column: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - spacing: The distance between neighbours, in layout points.
  ///   - alignment: The alignment of children between the column's left and right edges.
  ///   - distribution: The distribution of free space along the column.
  ///   - content: The children.
  public init(
    spacing: Double = 0, alignment: BoxAlign = .stretch, distribution: BoxJustify = .flexStart,
    @LayoutBuilder content: () -> [LayoutNode]
  ) {
    node = LayoutNode(
      .stack(content()),
      style: .stack(.column, spacing: spacing, alignment: alignment, distribution: distribution))
  }
}

/// A stack of layouts in front of each other, whose size is that of the first one (SwiftUI
/// `ZStack`).
///
///     let avatar = Overlay(alignment: .flexEnd, distribution: .flexEnd) {
///       Image(ImageReference("ada.jpg"), size: Size(width: 40, height: 40)).cornerRadius(20)
///       Box(Color(rgb: 0x2DA44E), size: Size(width: 10, height: 10), cornerRadius: 5)
///     }
public struct Overlay: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates an overlay.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of front layouts between the leading and trailing edges.
  ///   - distribution: The alignment of front layouts between the top and bottom edges.
  ///   - content: The layouts from back to front; layouts with
  ///     `absolute(leading:top:trailing:bottom:)` set their own positions.
  public init(
    alignment: BoxAlign = .stretch, distribution: BoxJustify = .flexStart,
    @LayoutBuilder content: () -> [LayoutNode]
  ) {
    let layers = content()
    let front = layers.dropFirst().map { layer in
      guard layer.style.position != .absolute else { return layer }
      return Column(alignment: alignment, distribution: distribution) { layer }
        .absolute(leading: .zero, top: .zero, trailing: .zero, bottom: .zero)
    }
    var style = BoxStyle()
    style.direction = .column
    style.width = .fitContent
    style.height = .fitContent
    node = LayoutNode(.stack(layers.prefix(1) + front), style: style)
  }
}

/// A coloured rectangle of a fixed size.
///
///     let dot = Box(Color(rgb: 0x2DA44E), size: Size(width: 8, height: 8), cornerRadius: 4)
///     let line = Box(.black, size: Size(width: 320, height: 0.5)).margin(Insets(vertical: 4))
public struct Box: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates a box; it neither grows nor shrinks.
  ///
  /// - Parameters:
  ///   - color: The colour of the rectangle.
  ///   - size: The size in layout points.
  ///   - cornerRadius: The radius of its corners, in layout points.
  public init(_ color: Color, size: Size, cornerRadius: Double = 0) {
    self.init(ThemeColor(color), size: size, cornerRadius: cornerRadius)
  }

  /// Creates a box whose colour depends on the theme; it neither grows nor shrinks.
  ///
  /// - Parameters:
  ///   - color: The colour of the rectangle in each theme.
  ///   - size: The size in layout points.
  ///   - cornerRadius: The radius of its corners, in layout points.
  public init(_ color: ThemeColor, size: Size, cornerRadius: Double = 0) {
    var style = BoxStyle()
    style.width = .points(size.width)
    style.height = .points(size.height)
    style.shrink = 0
    node = LayoutNode(
      .empty, style: style, decoration: BoxDecoration(background: color, cornerRadius: cornerRadius)
    )
  }
}

/// Flexible space that takes all space that its neighbours leave (SwiftUI `Spacer`).
///
///     Row {
///       Text("left")
///       Spacer()
///       Text("right")
///     }
public struct Spacer: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates a spacer.
  public init() {
    var style = BoxStyle()
    style.grow = 1
    node = LayoutNode(.empty, style: style)
  }
}

/// A layout of text, as large as the lines of the text (SwiftUI `Text`).
///
///     let title = Text("Today", style: TextStyle(size: 20, weight: .bold))
///     let note = Text("A long one, of which two lines show", paragraphStyle: twoLines)
///     let card = title.padding(12).background(.white, cornerRadius: 8)
public struct Text: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates text of one style.
  public init(
    _ string: String, style: TextStyle = TextStyle(),
    paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) {
    self.init(Paragraph(string, style: style, paragraphStyle: paragraphStyle))
  }

  /// Creates text from a paragraph.
  public init(_ paragraph: Paragraph) {
    node = LayoutNode(.text(paragraph))
  }

  /// Limits the lines, of which the last ends in an ellipsis if text is left (SwiftUI `lineLimit`).
  ///
  /// With a limit of 1, the text does not wrap, so it fills its width up to the ellipsis, and the
  /// layout can become narrower than its words. `ParagraphStyle` has finer settings.
  ///
  /// - Parameter count: The number of lines; values below 1 count as 1, and `nil` removes the
  ///   limit.
  public func lineLimit(_ count: Int?) -> LayoutNode {
    modified { node in
      guard case .text(var paragraph) = node.content else { return }
      paragraph.style.maximumLines = count.map { max(1, $0) }
      if let count, count <= 1 {
        paragraph.style.truncatesOverflow = true
        paragraph.style.whiteSpace = paragraph.style.whiteSpace.withoutWrapping
        node.style.minWidth = .zero
      }
      node.content = .text(paragraph)
    }
  }
}

/// An image with a size that is known before its pixels (SwiftUI `Image`).
///
///     let coast = ImageReference("coast.jpg")
///     let avatar = Image(coast, size: Size(width: 40, height: 40), mode: .fill).cornerRadius(20)
///     let wide = Image(coast).frame(width: 320)
public struct Image: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates an image of its natural size: one layout point per pixel of the image file.
  ///
  /// If modifiers set the width or the height, the other one follows. The size comes from
  /// `CellArranger.images`, which reads only headers; an unknown image takes no space. Lists cache
  /// measurements, so give a file another name if its size changes.
  ///
  /// - Parameters:
  ///   - image: The name by which the rasterizer finds the pixels.
  ///   - mode: The scaling of the image to its box (CSS `object-fit`).
  public init(_ image: ImageReference, mode: ContentMode = .stretch) {
    node = LayoutNode(.image(image, mode))
  }

  /// Creates an image of a given size.
  ///
  /// - Parameters:
  ///   - image: The name by which the rasterizer finds the pixels.
  ///   - size: The size in layout points, which neither shrinks nor stretches. If modifiers set or
  ///     limit the width, the height follows.
  ///   - mode: The scaling of the image to its box (CSS `object-fit`).
  public init(_ image: ImageReference, size: Size, mode: ContentMode = .stretch) {
    var style = BoxStyle()
    style.width = .points(size.width)
    style.shrink = 0
    if size.height > 0 {
      style.aspectRatio = size.width / size.height
      // Not automatic, so stacks do not stretch it.
      style.height = .fitContent
    } else {
      style.height = 0
    }
    node = LayoutNode(.image(image, mode), style: style)
  }
}

/// Layouts in rows and columns (CSS `display: grid`, SwiftUI `Grid`).
///
///     let table = Grid(columns: [.fraction(1), .fit(200), 80], spacing: 8) {
///       Text("Things").gridColumn(1, .span(3))
///       Text("Engine")
///       Text("with a mill and a store")
///       Text("1").justification(.end)
///     }
///
/// Children without a given place take the next free cells. Implicit rows are as high as their
/// content.
public struct Grid: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - columns: The explicit columns (CSS `grid-template-columns`).
  ///   - rows: The explicit rows (CSS `grid-template-rows`).
  ///   - autoColumns: The implicit columns, repeated (CSS `grid-auto-columns`).
  ///   - autoRows: The implicit rows, repeated (CSS `grid-auto-rows`).
  ///   - areas: The named areas, for `gridArea(_:of:)` (CSS `grid-template-areas`).
  ///   - flow: The direction in which children without a given place fill the grid (CSS
  ///     `grid-auto-flow`).
  ///   - spacing: The distance between rows and between columns, in layout points.
  ///   - alignment: The alignment of children between the top and bottom edges of their cells.
  ///   - justification: The alignment of children between the left and right edges of their cells.
  ///   - content: The children.
  public init(
    columns: GridTrackList = [], rows: GridTrackList = [], autoColumns: [GridTrack] = [],
    autoRows: [GridTrack] = [], areas: GridAreas = .none, flow: GridFlow = .row,
    spacing: Double = 0, alignment: BoxAlign = .stretch, justification: BoxAlign = .stretch,
    @LayoutBuilder content: () -> [LayoutNode]
  ) {
    var style = BoxStyle()
    style.display = .grid
    style.gap = .points(spacing)
    style.alignItems = alignment
    style.justifyItems = justification
    var node = LayoutNode(.stack(content()), style: style)
    let template = GridTemplate(
      columns: columns, rows: rows, autoColumns: autoColumns, autoRows: autoRows, flow: flow,
      areas: areas)
    if template != GridTemplate() { node.grid = template }
    self.node = node
  }
}

extension Layout {
  /// Sets the columns that the layout occupies in its grid (CSS `grid-column`).
  ///
  /// Give two lines, for example `gridColumn(1, 3)`, or a number of columns, for example
  /// `gridColumn(1, .span(2))` or `gridColumn(.span(2))`. Lines count from 1, or backwards from -1
  /// for the last one.
  public func gridColumn(_ start: GridLine, _ end: GridLine = .auto) -> LayoutNode {
    modified { $0.style.gridColumn = GridRange(start, end) }
  }

  /// Sets the rows that the layout occupies in its grid (CSS `grid-row`), in the same way as
  /// `gridColumn(_:_:)`.
  public func gridRow(_ start: GridLine, _ end: GridLine = .auto) -> LayoutNode {
    modified { $0.style.gridRow = GridRange(start, end) }
  }

  /// Places the layout in a named area of its grid (CSS `grid-area`); a no-op for names that
  /// `areas` does not have.
  ///
  ///     let areas = try GridAreas(["photo title", "photo note"])
  ///     let card = Grid(columns: [40, .fraction(1)], areas: areas, spacing: 8) {
  ///       Box(.black, size: Size(width: 40, height: 40)).gridArea("photo", of: areas)
  ///       Text("Ada").gridArea("title", of: areas)
  ///       Text("Engines").gridArea("note", of: areas)
  ///     }
  public func gridArea(_ name: String, of areas: GridAreas) -> LayoutNode {
    modified {
      guard let area = areas[name] else { return }
      $0.style.gridColumn = area.column
      $0.style.gridRow = area.row
    }
  }

  /// Sets the alignment of the layout between the left and right edges of its grid cells (CSS
  /// `justify-self`).
  public func justification(_ alignment: BoxAlign) -> LayoutNode {
    modified { $0.style.justifySelf = alignment }
  }

  /// Sets the order among siblings of a stack or grid (CSS `order`). Lower numbers come first; the
  /// default is 0.
  public func order(_ order: Int) -> LayoutNode { modified { $0.style.order = order } }
}
