import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
public import LinecasterText

/// Content that measures and draws itself, such as a chart: a value that any thread may ask.
///
///     struct Bars: LeafContent {
///       var values: [Double]
///       func measure(
///         in constraint: BoxConstraint, _ context: LeafContext
///       ) -> BoxMeasurement {
///         BoxMeasurement(size: Size(width: Double(values.count) * 10, height: 40))
///       }
///       func draw(to list: inout DisplayList, _ context: LeafContext) {
///         let color = ThemeColor.accent.color(in: context.environment.theme)
///         for (index, value) in values.enumerated() {
///           let height = list.size.height * value
///           let bar = Rect(
///             x: Double(index) * 10, y: list.size.height - height, width: 8, height: height)
///           list.append(.fill(DisplayShape(bar), .color(color)))
///         }
///       }
///     }
///     let card = Column { Leaf(Bars(values: [0.2, 0.7, 0.4])) }
///
/// Two equal ones measure and draw the same in the same context. Closures do not belong in them.
public protocol LeafContent: Hashable, Sendable {
  /// The extents of the content in the room there is, in layout points; called on workers, more
  /// than once where flexbox asks for the least size too. Whole pixels are made of it.
  func measure(in constraint: BoxConstraint, _ context: LeafContext) -> BoxMeasurement

  /// Draws the content into an area of `list.size`, in layout points from its top-left corner;
  /// called on workers. The size is the measured one unless flexbox gave another.
  func draw(to list: inout DisplayList, _ context: LeafContext)
}

/// What a leaf is measured and drawn with.
public struct LeafContext: Sendable {
  /// What the cell is laid out in.
  public let environment: LayoutEnvironment
  /// Prepares text that a leaf has in it.
  public let typesetter: Typesetter
}

/// A layout of content that measures and draws itself.
///
///     let chart = Leaf(Bars(values: [0.2, 0.7, 0.4])).padding(8).background(.white)
public struct Leaf: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a layout of content.
  public init(_ content: some LeafContent) {
    node = LayoutNode(.leaf(AnyLeafContent(content)))
  }
}

/// Content of any type that measures and draws itself.
public struct AnyLeafContent: Hashable, Sendable {
  /// The content.
  public let base: any LeafContent

  /// Wraps content.
  public init(_ content: some LeafContent) {
    base = content
  }

  /// Whether both are equal content of one type.
  public static func == (left: AnyLeafContent, right: AnyLeafContent) -> Bool {
    func isEqual<Content: LeafContent>(_ content: Content) -> Bool {
      content == right.base as? Content
    }
    return isEqual(left.base)
  }

  /// Feeds the type and the content to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    hasher.combine(base)
  }

  /// The extents of the content, rounded up to whole pixels.
  func measure(in constraint: BoxConstraint, _ context: LeafContext) -> BoxMeasurement {
    let measured = base.measure(in: constraint, context)
    let scale = context.environment.scale
    return BoxMeasurement(
      size: scale.roundedUp(measured.size), firstBaseline: measured.firstBaseline)
  }

  /// The drawing steps of the content in its box in the cell.
  func draw(in frame: Rect, _ context: LeafContext) -> [DisplayCommand] {
    var list = DisplayList(size: frame.size)
    base.draw(to: &list, context)
    return list.commands.map { $0.offset(x: frame.minX, y: frame.minY) }
  }
}
