public import LinecasterDisplay
import LinecasterGeometry
public import LinecasterText

/// Lays out cells: builds the flexbox tree, measures its text, and lists what to draw where.
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
  /// - Throws: `ArrangementError` where the tree is too deep, or the work was called off.
  /// - Complexity: O(nodes + text). May run on any thread.
  public func arrange(
    _ layout: some Layout, in environment: LayoutEnvironment,
    isCancelled: () -> Bool = { false }
  ) throws(ArrangementError) -> CellArrangement {
    var planner = FlexPlanner(
      typesetter: typesetter, images: images, environment: environment)
    try planner.add(layout.node, isCancelled: isCancelled)
    let frames = try planner.frames(isCancelled: isCancelled)
    return try planner.arrangement(frames, isCancelled: isCancelled)
  }
}
