import LinecasterBase
public import LinecasterCells
public import LinecasterDiff
import LinecasterRaster

/// An update for a host: the changes, the state after them, and the scroll offset.
public struct TableBatch: Sendable {
  /// The changes from the shown state to `snapshot`, as items and sections. Changed headers and
  /// footers count as updates of their sections.
  public let changes: Changeset
  /// The identifiers that occurred more than once in the model of the update, with both places.
  public let duplicates: [DuplicateIdentifier]
  /// The state after the changes.
  public internal(set) var snapshot: TableSnapshot
  /// Whether the old and the new state share no rows, so there is nothing to animate.
  public let replacesAll: Bool
  /// Whether width, scale or theme changed too, so rows without changes look different.
  let changesEnvironment: Bool
  /// The distance from the top of the list to the top of the viewport once the batch is applied, in
  /// layout points. Visible rows keep their place.
  public internal(set) var offset = 0.0
  /// Whether the update asks for an animation.
  public internal(set) var isAnimated = false

  /// The mapping from old rows to new ones.
  let mapping: RowMapping
  /// The place where a new host starts; `nil` if the host goes on with the list.
  var start: StartingPoint?
  /// The rows with new content, ascending; counted after the update.
  let updatedRows: [Int]
  /// The heights of cells measured for the update.
  let means: HeightMeans
  /// The change of the row index.
  let index: IdentityIndex.Step
  /// The separators and spaces after the changes; `nil` if those before are not counted.
  var gaps: GapRows?
  /// Whether the host would see a difference.
  let isVisible: Bool
}

/// The content of a row for a host to show.
public struct DisplayedRow: Sendable {
  /// The content of a row, in the output form that the controller was created with.
  public enum Content: Sendable {
    /// The pixels of the row.
    case bitmap(CellImage)
    /// Drawing commands and regions, for hosts that draw with a GPU of their own.
    case arrangement(CellArrangement)

    /// The pixels; `nil` if the content is an arrangement.
    var image: CellImage? {
      guard case .bitmap(let image) = self else { return nil }
      return image
    }

    /// The arrangement.
    var arrangement: CellArrangement? {
      switch self {
      case .bitmap(let image): image.arrangement
      case .arrangement(let arrangement): arrangement
      }
    }

    /// Whether later versions of the row may share much of it.
    var isTall: Bool {
      switch self {
      case .bitmap(let image): image.isTall
      case .arrangement(let arrangement):
        arrangement.size.height > Double(RowDrawing.bandHeight)
      }
    }
  }

  /// The identity of the row.
  public let identity: RowIdentity
  /// The reuse kind of the row, for hosts that reuse views.
  public let kind: ReuseKind
  /// The content of the row: pixels or drawing commands.
  public let content: Content

  /// The measurement that is shown.
  let key: MeasurementKey

  /// The bands of the row that need no drawing.
  var bands: Range<Int> { image?.drawnBands ?? RowDrawing.allBands }

  /// The arrangement of the row.
  var arrangement: CellArrangement? { content.arrangement }

  /// The pixels of the row; `nil` if the content is an arrangement.
  public var image: CellImage? { content.image }
}
