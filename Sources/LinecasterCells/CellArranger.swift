public import LinecasterDisplay
public import LinecasterFlexbox
public import LinecasterGeometry
public import LinecasterText

/// Lays out cells: builds the flexbox tree, measures its text, and lists what to draw where.
///
///     let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
///     let environment = LayoutEnvironment(width: 320, scale: PixelScale(2))
///     let arrangement = try arranger.arrange(Text("Hello").padding(8), in: environment)
///     print(arrangement.size, arrangement.displayList.commands.count)
///
/// One arranger serves any number of threads.
public struct CellArranger: Sendable {
  /// Prepares the text of cells.
  public let typesetter: Typesetter
  /// How large images are that are laid out without a size; such have none where this is nil.
  public let images: (any ImageSizes)?

  /// Makes an arranger.
  ///
  /// - Parameters:
  ///   - typesetter: Prepares the text of cells.
  ///   - images: How large images are that are laid out without a size, such as the provider
  ///     of their pixels.
  public init(typesetter: Typesetter, images: (any ImageSizes)? = nil) {
    self.typesetter = typesetter
    self.images = images
  }

  /// Arranges a layout in the width of an environment, as high as its content.
  ///
  /// - Parameters:
  ///   - layout: What the cell is made of.
  ///   - environment: The width to fill, the pixel grid, the theme and the reader's fonts.
  ///   - isCancelled: Asked before each text is prepared, measured or listed, while that goes on
  ///     where a text is long, and before each node is listed.
  /// - Throws: `ArrangementError` where the tree is too deep; `CancellationError` where
  ///   `isCancelled` says so.
  /// - Complexity: O(nodes + text). May run on any thread.
  public func arrange(
    _ layout: some Layout, in environment: LayoutEnvironment,
    isCancelled: () -> Bool = { false }
  ) throws -> CellArrangement {
    var planner = FlexPlanner(
      typesetter: typesetter, images: images, environment: environment)
    try planner.add(layout.node, isCancelled: isCancelled)
    let frames = try planner.frames(isCancelled: isCancelled)
    return try planner.arrangement(frames, isCancelled: isCancelled)
  }
}

extension CellArranger {
  /// The boxes of a layout's nodes in pre-order, on the pixel grid, from the cell's top-left
  /// corner.
  ///
  /// For tools that show what a layout is made of; nodes without a box have an empty one.
  ///
  /// - Throws: `ArrangementError`, as `arrange` does.
  /// - Complexity: O(nodes + text), as `arrange`.
  package func frames(
    of layout: some Layout, in environment: LayoutEnvironment
  ) throws -> [Rect] {
    var planner = FlexPlanner(
      typesetter: typesetter, images: images, environment: environment)
    try planner.add(layout.node) { false }
    let frames = try planner.frames { false }
      .rounded(to: environment.scale, roundsTextUp: false)
    return (0..<frames.count).map { frames.absoluteFrame(of: FlexNodeID(index: $0)) }
  }
}

/// Where everything in a cell is: its size and what to draw, with all text laid out.
///
///     let rows = try texts.map { try arranger.arrange(Text($0), in: environment) }
///     let height = rows.reduce(0) { $0 + $1.size.height }
///     let bitmap = try rasterizer.rasterize(rows[0].displayList, scale: environment.scale)
///
/// Immutable; measuring and drawing use the same value, so they cannot disagree.
public struct CellArrangement: Sendable {
  /// The size of the cell in layout points, whole pixels at the environment's scale.
  public let size: Size
  /// What to draw, from back to front, in layout points from the cell's top-left corner.
  public let displayList: DisplayList
  /// The characters that no font has, in text order.
  public let missingCharacters: [Unicode.Scalar]
  /// An estimate of the memory the value keeps alive, in bytes.
  public let byteCount: Int
}

/// Why a cell could not be arranged.
public enum ArrangementError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Stacks are nested deeper than `LayoutNode.maximumDepth`.
  case tooDeep
  /// The layout tree is not one that flexbox can lay out.
  case unusable(FlexError)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .tooDeep: "Stacks are nested deeper than \(LayoutNode.maximumDepth) levels."
    case .unusable(let error): "The layout tree cannot be arranged: \(error)"
    }
  }
}
