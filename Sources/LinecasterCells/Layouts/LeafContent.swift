import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
public import LinecasterText

/// Custom content that measures and draws itself, for example a chart.
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
/// Values may be used from any thread. Equal values must measure and draw the same in the same
/// context. Do not store closures in them.
public protocol LeafContent: Hashable, Sendable {
  /// Returns the size of the content for a constraint, in layout points. The size is later rounded
  /// up to whole pixels.
  ///
  /// Called on workers, possibly also for the minimum size.
  func measure(in constraint: BoxConstraint, _ context: LeafContext) -> BoxMeasurement

  /// Draws the content into an area of `list.size`, in layout points from its top-left corner.
  /// Called on workers. `list.size` is the measured size, unless the layout assigns another one.
  func draw(to list: inout DisplayList, _ context: LeafContext)
}

/// The environment and the typesetter for measuring and drawing a leaf.
public struct LeafContext: Sendable {
  /// The environment of the cell.
  public let environment: LayoutEnvironment
  /// The typesetter that prepares the text of a leaf.
  public let typesetter: Typesetter
}

/// A layout of custom content.
///
///     let chart = Leaf(Bars(values: [0.2, 0.7, 0.4])).padding(8).background(.white)
public struct Leaf: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates a layout of custom content.
  public init(_ content: some LeafContent) {
    node = LayoutNode(.leaf(AnyLeafContent(content)))
  }
}

/// Custom content of any type.
public struct AnyLeafContent: Hashable, Sendable {
  /// The wrapped content.
  public let base: any LeafContent

  /// Wraps custom content.
  public init(_ content: some LeafContent) {
    base = content
  }

  /// Returns whether two values wrap equal content of the same type.
  ///
  /// - Complexity: That of comparing the content.
  public static func == (left: AnyLeafContent, right: AnyLeafContent) -> Bool {
    func isEqual<Content: LeafContent>(_ content: Content) -> Bool {
      content == right.base as? Content
    }
    return isEqual(left.base)
  }

  /// Feeds the type and the content to the hasher.
  ///
  /// - Complexity: That of hashing the content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    hasher.combine(base)
  }

  /// Returns the size of the content, rounded up to whole pixels.
  func measure(in constraint: BoxConstraint, _ context: LeafContext) -> BoxMeasurement {
    let measured = base.measure(in: constraint, context)
    let scale = context.environment.scale
    return BoxMeasurement(
      size: scale.roundedUp(measured.size), firstBaseline: measured.firstBaseline)
  }

  /// Returns the drawing steps of the content in its box in the cell.
  func draw(in frame: Rect, _ context: LeafContext) -> [DisplayCommand] {
    var list = DisplayList(size: frame.size)
    base.draw(to: &list, context)
    return list.commands.map { $0.offset(x: frame.minX, y: frame.minY) }
  }
}
