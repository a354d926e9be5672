public import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
public import LinecasterText

/// Layouts side by side, from the start of the line.
///
///     Row(spacing: 8, alignment: .center) {
///       Box(.black, size: Size(width: 24, height: 24), cornerRadius: 12)
///       Text("Ada Lovelace").grow()
///       if isNew { Text("new") }
///     }
public struct Row: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - spacing: The distance between neighbours, in layout points.
  ///   - alignment: How children sit between the row's top and bottom edges.
  ///   - distribution: How children share the free space along the row.
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
  /// The style of a stack along a direction.
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

/// Layouts under each other, from the top.
///
///     Column(spacing: 4) {
///       for line in lines { Text(line) }
///     }
///     .padding(12)
public struct Column: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - spacing: The distance between neighbours, in layout points.
  ///   - alignment: How children sit between the column's left and right edges.
  ///   - distribution: How children share the free space along the column.
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

/// Layouts in front of each other: the first decides how large it is, later ones are in front.
///
///     let avatar = Overlay(alignment: .flexEnd, distribution: .flexEnd) {
///       Image(ImageReference("ada.jpg"), size: Size(width: 40, height: 40)).cornerRadius(20)
///       Box(Color(rgb: 0x2DA44E), size: Size(width: 10, height: 10), cornerRadius: 5)
///     }
public struct Overlay: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes an overlay.
  ///
  /// - Parameters:
  ///   - alignment: How those in front sit between the leading and trailing edges of the first.
  ///   - distribution: How those in front sit between its top and bottom edges.
  ///   - content: The layouts from back to front; those that are `absolute` place themselves.
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
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a box; it neither grows nor shrinks.
  ///
  /// - Parameters:
  ///   - color: The colour of the rectangle.
  ///   - size: The size in layout points.
  ///   - cornerRadius: The radius of its corners, in layout points.
  public init(_ color: Color, size: Size, cornerRadius: Double = 0) {
    var style = BoxStyle()
    style.width = .points(size.width)
    style.height = .points(size.height)
    style.shrink = 0
    node = LayoutNode(
      .empty, style: style, decoration: BoxDecoration(background: color, cornerRadius: cornerRadius)
    )
  }
}

/// Room that takes what its neighbours leave.
///
///     Row {
///       Text("left")
///       Spacer()
///       Text("right")
///     }
public struct Spacer: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a spacer.
  public init() {
    var style = BoxStyle()
    style.grow = 1
    node = LayoutNode(.empty, style: style)
  }
}

/// Text that takes the room its lines need.
///
///     let title = Text("Today", style: TextStyle(size: 20, weight: .bold))
///     let note = Text("A long one, of which two lines show", paragraphStyle: twoLines)
///     let card = title.padding(12).background(.white, cornerRadius: 8)
public struct Text: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes text of one style.
  public init(
    _ string: String, style: TextStyle = TextStyle(),
    paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) {
    self.init(Paragraph(string, style: style, paragraphStyle: paragraphStyle))
  }

  /// Makes text of a paragraph.
  public init(_ paragraph: Paragraph) {
    node = LayoutNode(.text(paragraph))
  }
}

/// An image whose size is known before its pixels are.
///
///     let coast = ImageReference("coast.jpg")
///     let avatar = Image(coast, size: Size(width: 40, height: 40), mode: .fill).cornerRadius(20)
///     let wide = Image(coast).frame(width: 320)
public struct Image: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes an image as large as it is itself, a pixel of its file a layout point.
  ///
  /// Of a width or a height that modifiers give, the other follows. The size comes from
  /// `CellArranger.images`, which reads headers and not pixels; an image of which nothing is
  /// known there takes no room. A list keeps what it measured, so a file whose size changes should
  /// be given another name.
  ///
  /// - Parameters:
  ///   - image: The name by which the rasterizer finds the pixels.
  ///   - mode: How an image of other proportions fills its box.
  public init(_ image: ImageReference, mode: ContentMode = .stretch) {
    node = LayoutNode(.image(image, mode))
  }

  /// Makes an image of a size that the program knows.
  ///
  /// - Parameters:
  ///   - image: The name by which the rasterizer finds the pixels.
  ///   - size: The size in layout points. It neither shrinks nor stretches, and of a width that
  ///     modifiers give or limit, the height follows.
  ///   - mode: How an image of other proportions fills it.
  public init(_ image: ImageReference, size: Size, mode: ContentMode = .stretch) {
    var style = BoxStyle()
    style.width = .points(size.width)
    style.shrink = 0
    if size.height > 0 {
      style.aspectRatio = size.width / size.height
      // Not automatic, so that no stack stretches it.
      style.height = .fitContent
    } else {
      style.height = 0
    }
    node = LayoutNode(.image(image, mode), style: style)
  }
}
