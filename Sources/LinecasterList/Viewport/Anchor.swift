import LinecasterBase

/// The row that keeps its place while others are inserted, deleted or resized (CSS
/// `overflow-anchor`).
public enum Anchor: Hashable, Sendable {
  /// No row is kept in place: the list keeps its offset.
  case none
  /// The first visible row keeps its distance from the top of the viewport.
  case firstVisible
  /// The last visible row keeps its distance from the bottom of the viewport.
  case lastVisible
  /// A given row keeps its distance from the top of the viewport while it is visible; otherwise the
  /// first visible row does.
  case row(RowIdentity)
  /// The end of the list stays in view, to follow new messages. Once the reader has scrolled away
  /// from the end, or holds the list (``Viewport/allowsFollowing``), the first visible row keeps
  /// its place until the reader comes back, or the program calls
  /// ``AutoDiffController/scrollToEnd(animated:)``.
  case end

  /// A given item keeps its distance from the top of the viewport while it is visible; otherwise
  /// the first visible row does.
  public static func item(_ identifier: ItemIdentifier) -> Anchor {
    .row(RowIdentity(identifier))
  }
}

/// Finds the offset at which the anchor keeps its place.
///
/// A deleted anchor passes on to the nearest surviving row: a visible one, else the next below,
/// else the next above. If a named row, or its successor, is out of view, the first visible row is
/// used. A row that was moved past others is used only if there is no other, unless it is the named
/// row: the eye follows what most rows do. A pinned header above a blank row stays at the top
/// anyway, so the next shown row is used.
struct AnchorResolver: Sendable {
  /// The anchor.
  let anchor: Anchor
  /// The list before the update.
  let old: TableSnapshot
  /// The viewport on the list before the update.
  let viewport: Viewport
  /// Whether the reader has not left the end of the list.
  var isFollowing = true

  /// Returns the anchor point through an update; `nil` if no row qualifies, or none is wanted.
  ///
  /// - Parameters:
  ///   - mapping: The mapping from old rows to new ones.
  ///   - locate: Finds rows before the update.
  ///   - isShown: Returns whether the reader sees a row in the viewport; such rows go before rows
  ///     that are blank.
  /// - Returns: A row after the update, and its distance from the viewport's edge before.
  /// - Complexity: O(log rows), and O(visible rows + moves) at worst.
  func point(
    through mapping: RowMapping, locate: (RowIdentity) -> Int? = { _ in nil },
    isShown: (Int) -> Bool = { _ in false }
  ) -> AnchorPoint? {
    guard old.rowCount > 0, let (row, edge) = survivor(through: mapping, isShown, locate),
      let newRow = mapping.newRow(ofOld: row)
    else { return nil }
    return AnchorPoint(row, edge, in: old, viewport)?.moved(to: newRow)
  }

  /// Returns the offset of the viewport after an update.
  ///
  /// - Parameters:
  ///   - mapping: The mapping from old rows to new ones.
  ///   - new: The list after the update.
  ///   - locate: Finds rows before the update.
  ///   - isShown: Returns whether the reader sees a row in the viewport.
  /// - Complexity: O(log rows), and O(visible rows + moves) at worst.
  func offset(
    through mapping: RowMapping, in new: TableSnapshot,
    locate: (RowIdentity) -> Int? = { _ in nil }, isShown: (Int) -> Bool = { _ in false }
  ) -> Double {
    if followsEnd { return viewport.offset(atEndOf: new.geometry.totalHeight) }
    return point(through: mapping, locate: locate, isShown: isShown)?.offset(in: new, viewport)
      ?? viewport.clamped(viewport.offset, totalHeight: new.geometry.totalHeight)
  }

  /// Returns the offset of the viewport after heights were corrected. A list that bounces beyond an
  /// end continues to, and one that is just leaving its end continues from there.
  ///
  /// - Parameters:
  ///   - new: The same rows after the correction.
  ///   - locate: Finds rows.
  ///   - isShown: Returns whether the reader sees a row in the viewport.
  /// - Complexity: O(log rows + visible rows).
  func offset(
    correctedIn new: TableSnapshot, locate: (RowIdentity) -> Int? = { _ in nil },
    isShown: (Int) -> Bool = { _ in false }
  ) -> Double {
    let total = old.geometry.totalHeight
    let beyond = viewport.offset - viewport.clamped(viewport.offset, totalHeight: total)
    if followsEnd {
      let way = viewport.offset - viewport.offset(atEndOf: total)
      return viewport.offset(atEndOf: new.geometry.totalHeight) + way
    }
    let point = point(
      through: .identity(count: old.rowCount), locate: locate, isShown: isShown)
    guard let point else { return viewport.offset }
    return point.offset(in: new, viewport, beyondEnd: max(0, beyond)) ?? viewport.offset
  }

  /// Returns the place through an update at which a new host starts; `nil` if no row qualifies.
  ///
  /// - Parameters:
  ///   - mapping: The mapping from old rows to new ones.
  ///   - locate: Finds rows before the update.
  /// - Complexity: O(log rows), and O(moves) at worst.
  func start(
    through mapping: RowMapping, locate: (RowIdentity) -> Int? = { _ in nil }
  ) -> StartingPoint? {
    followsEnd ? .end : point(through: mapping, locate: locate).map { .row($0) }
  }

  /// Whether the end of the list is followed, even if its rows change.
  var followsEnd: Bool {
    anchor == .end && isFollowing && viewport.allowsFollowing
      && viewport.isAtEnd(of: old.geometry.totalHeight)
  }

  /// Returns the surviving row to hold on to, with the edge that must not move.
  private func survivor(
    through mapping: RowMapping, _ isShown: (Int) -> Bool, _ locate: (RowIdentity) -> Int?
  ) -> (row: Int, edge: AnchorPoint.Edge)? {
    switch anchor {
    case .none: return nil
    case .firstVisible, .end: return visibleSurvivor(.top, mapping, isShown).map { ($0, .top) }
    case .lastVisible: return visibleSurvivor(.bottom, mapping, isShown).map { ($0, .bottom) }
    case .row(let identity):
      let survivor = locate(identity).flatMap { visibleHeir(of: $0, mapping) }
      return (survivor ?? visibleSurvivor(.top, mapping, isShown)).map { ($0, .top) }
    }
  }

  /// Returns a visible row, or its nearest survivor if that is visible.
  private func visibleHeir(of row: Int, _ mapping: RowMapping) -> Int? {
    let rows = visibleRows
    guard rows.contains(row) else { return nil }
    guard mapping.newRow(ofOld: row) == nil else { return row }
    return nearestSurvivor(of: row, mapping).flatMap { rows.contains($0) ? $0 : nil }
  }

  /// The visible rows; if there are none, the row next to the viewport.
  private var visibleRows: Range<Int> {
    let rows = old.geometry.rows(in: viewport.range)
    if !rows.isEmpty { return rows }
    let row = old.geometry.row(at: max(0, viewport.offset)) ?? old.rowCount - 1
    return row..<row + 1
  }

  /// Returns the shown survivor nearest to an edge of the viewport, else the visible one, else the
  /// survivor nearest to the row at that edge.
  private func visibleSurvivor(
    _ edge: AnchorPoint.Edge, _ mapping: RowMapping, _ isShown: (Int) -> Bool
  ) -> Int? {
    let rows = visibleRows
    func isSeenToStay(_ row: Int) -> Bool {
      isShown(row) && mapping.survivor(atOrBelow: row, stays: true) == row
    }
    let shown =
      edge == .top ? rows.first(where: isSeenToStay) : rows.last(where: isSeenToStay)
    if let shown {
      guard edge == .top, isPinned(shown), !isShown(shown + 1) else { return shown }
      return rows.first { $0 > shown && isSeenToStay($0) } ?? shown
    }
    func survivor(stays: Bool) -> Int? {
      let row =
        edge == .top
        ? mapping.survivor(atOrBelow: rows.lowerBound, stays: stays)
        : mapping.survivor(above: rows.upperBound, stays: stays)
      return row.flatMap { rows.contains($0) ? $0 : nil }
    }
    return survivor(stays: true) ?? survivor(stays: false)
      ?? nearestSurvivor(of: edge == .top ? rows.lowerBound : rows.upperBound - 1, mapping)
  }

  /// Returns whether a row is a header that is drawn below its place in the list. It stays at the
  /// top of the viewport, even if the rows between it and the next shown one get other heights.
  private func isPinned(_ row: Int) -> Bool {
    guard let header = old.stickyHeader(at: viewport.offset), header.row == row,
      let frame = old.frame(ofRow: row)
    else { return false }
    return frame.minY < viewport.offset
  }

  private func nearestSurvivor(of row: Int, _ mapping: RowMapping) -> Int? {
    mapping.survivor(atOrBelow: row, stays: true) ?? mapping.survivor(above: row, stays: true)
      ?? mapping.survivor(atOrBelow: row) ?? mapping.survivor(above: row)
  }
}

/// A row that keeps its distance from an edge of the viewport.
struct AnchorPoint: Hashable, Sendable {
  /// The edge of the row and of the viewport between which the distance is measured.
  enum Edge: Hashable, Sendable {
    case top, bottom
  }

  /// The row.
  let row: Int
  /// The edges.
  let edge: Edge
  /// The distance from the edge of the viewport down to that of the row, in layout points.
  let distance: Double

  /// Takes the distance from a list; `nil` for rows out of range.
  init?(_ row: Int, _ edge: Edge, in snapshot: TableSnapshot, _ viewport: Viewport) {
    guard let place = Self.place(of: row, edge, in: snapshot) else { return nil }
    self.init(row: row, edge: edge, distance: place - Self.place(of: edge, viewport))
  }

  private init(row: Int, edge: Edge, distance: Double) {
    self.row = row
    self.edge = edge
    self.distance = distance
  }

  /// Returns the same point for a row with a new index.
  func moved(to row: Int) -> AnchorPoint {
    AnchorPoint(row: row, edge: edge, distance: distance)
  }

  /// Returns the offset at which the row has the distance, or the nearest one at which the list
  /// fills the viewport; `nil` if there is no such row.
  ///
  /// - Parameter room: The distance that the viewport may go beyond the end of the list.
  func offset(
    in snapshot: TableSnapshot, _ viewport: Viewport, beyondEnd room: Double = 0
  ) -> Double? {
    guard let place = Self.place(of: row, edge, in: snapshot) else { return nil }
    let edgeInViewport = Self.place(of: edge, viewport) - viewport.offset
    return viewport.clamped(
      place - distance - edgeInViewport, totalHeight: snapshot.geometry.totalHeight,
      beyondEnd: room)
  }

  /// Returns the position of the cell's edge, without insets of its section, which may change.
  private static func place(of row: Int, _ edge: Edge, in snapshot: TableSnapshot) -> Double? {
    let frame = snapshot.frame(ofRow: row)
    return edge == .top ? frame?.minY : frame?.maxY
  }

  private static func place(of edge: Edge, _ viewport: Viewport) -> Double {
    edge == .top ? viewport.range.lowerBound : viewport.range.upperBound
  }
}
