import LinecasterBase
import LinecasterDiff

/// The state of a list that a host showed, and the part of it that was visible.
struct FormerView: Sendable {
  let snapshot: TableSnapshot
  let viewport: Viewport
}

/// The place at which a new host starts.
enum StartingPoint: Hashable, Sendable {
  /// At the end, which the list follows.
  case end
  /// At a row, at its distance from the edge of the viewport.
  case row(AnchorPoint)

  /// Returns the offset at which a host starts.
  ///
  /// - Complexity: O(log rows).
  func offset(in snapshot: TableSnapshot, _ viewport: Viewport) -> Double {
    let (end, start) = (snapshot.geometry.totalHeight, Viewport(offset: 0, length: viewport.length))
    return switch self {
    case .end: start.offset(atEndOf: end)
    case .row(let point): point.offset(in: snapshot, start) ?? 0
    }
  }
}

/// The state from which an update's anchor comes: the shown one, or for a new host the one that the
/// last host showed.
struct AnchorOrigin: Sendable {
  /// The heights of the last host's rows; `nil` unless a new host starts.
  let carried: CarriedHeights?
  /// The place at which a new host starts; `nil` unless it does.
  let start: StartingPoint?
  private let resolver: AnchorResolver
  private let mapping: RowMapping
  private let anchorRow: Int?

  /// Takes the anchor from the shown state.
  init(_ request: UpdateRequest, _ mapping: RowMapping) {
    resolver = AnchorResolver(
      anchor: request.anchor, old: request.base, viewport: request.viewport,
      isFollowing: request.isFollowing)
    self.mapping = mapping
    anchorRow = request.anchorRow
    carried = nil
    start = nil
  }

  /// Takes the anchor from the state that the last host showed; `nil` if no row of it is left.
  ///
  /// - Parameter rows: The rows of the update.
  /// - Complexity: That of a diff.
  init?(_ request: UpdateRequest, _ former: FormerView, to rows: TableRows) {
    let old = former.snapshot
    let changes = Changeset(
      fromSections: old.model.sections, toSections: rows.model.sections)
    let carried = CarriedHeights(changes, from: old, to: rows)
    self.carried = carried
    mapping = carried.mapping
    anchorRow = request.anchor.row.flatMap { identity in
      (0..<old.rowCount).first { old.identity(ofRow: $0) == identity }
    }
    resolver = AnchorResolver(
      anchor: request.anchor == .none ? .firstVisible : request.anchor, old: old,
      viewport: former.viewport, isFollowing: request.isFollowing)
    start = resolver.start(through: mapping) { [anchorRow] _ in anchorRow }
    if start == nil { return nil }
  }

  /// Returns the offset of the viewport after the update.
  ///
  /// - Parameter viewport: The viewport of the host, for the length.
  func offset(in snapshot: TableSnapshot, _ viewport: Viewport) -> Double {
    start?.offset(in: snapshot, viewport)
      ?? resolver.offset(through: mapping, in: snapshot) { _ in anchorRow }
  }
}

extension Anchor {
  /// The row that it names, if it names one.
  var row: RowIdentity? {
    guard case .row(let identity) = self else { return nil }
    return identity
  }
}
