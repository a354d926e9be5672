public import LinecasterBase
public import LinecasterCells
public import LinecasterDiff
public import LinecasterRaster

/// What a host gets for an update: what changed, the state after it, and where to scroll.
public struct TableBatch: Sendable {
  /// The changes from the state the host shows to `snapshot`: items and sections, headers and
  /// footers as updates of their sections.
  public let changes: Changeset
  /// Identifiers that occurred more than once in the model of the update, with both places.
  public let duplicates: [DuplicateIdentifier]
  /// The state after the changes.
  public internal(set) var snapshot: TableSnapshot
  /// Whether nothing of the old state is in the new one, so that there is nothing to animate.
  public let replacesAll: Bool
  /// Whether width, scale or theme changed too, so that rows without changes look different.
  let changesEnvironment: Bool
  /// The distance from the top of the list to the top of the viewport once the batch is applied, in
  /// layout points: what can be seen stays where it is.
  public internal(set) var offset = 0.0
  /// Whether the update asks for an animation.
  public internal(set) var isAnimated = false

  /// Where rows of the old state are in the new one.
  let mapping: RowMapping
  /// Rows that show something else than before, ascending; counted after the update.
  let updatedRows: [Int]
  /// The heights of cells measured for the update.
  let means: HeightMeans
  /// What becomes of the index of rows.
  let index: IdentityIndex.Step
  /// Whether the host would see a difference.
  let isVisible: Bool
}

/// What a host should show of a row.
public struct DisplayedRow: Sendable {
  /// What a row looks like, in the form that the controller was asked for.
  public enum Content: Sendable {
    /// Its pixels.
    case bitmap(CellImage)
    /// What to draw where, for hosts that draw with a GPU of their own.
    case arrangement(CellArrangement)
  }

  /// Which row it is.
  public let identity: RowIdentity
  /// Which rows it is like, for hosts that use views again.
  public let kind: ReuseKind
  /// What it looks like.
  public let content: Content

  /// What is shown.
  let key: MeasurementKey

  /// Where everything in the row is.
  var arrangement: CellArrangement? {
    switch content {
    case .bitmap(let image): image.arrangement
    case .arrangement(let arrangement): arrangement
    }
  }

  /// The pixels, if they are what the controller was asked for.
  public var image: CellImage? {
    guard case .bitmap(let image) = content else { return nil }
    return image
  }
}

/// The pixels of a cell, ready to be copied to a screen.
public struct CellImage: Sendable {
  /// The pixels.
  public let bitmap: Bitmap
  /// The size of the cell, in layout points.
  public let size: Size
  /// Device pixels a layout point.
  public let scale: PixelScale
  /// The characters in it that no font has.
  var missingCharacters: [Unicode.Scalar] = []
  /// What was drawn, and what can be touched in it; nil for pixels that are not of a cell.
  var arrangement: CellArrangement?

  /// The pixels that are not those of an earlier image of the cell, for hosts that keep the pixels
  /// in a texture: at most sixteen rectangles, or all of the cell where its size or scale differs.
  ///
  /// - Complexity: O(pixels), without drawing. Any thread.
  public func changes(since earlier: CellImage) -> [PixelRect] {
    bitmap.changes(since: earlier.bitmap)
  }
}
