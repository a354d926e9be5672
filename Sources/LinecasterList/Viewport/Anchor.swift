import LinecasterBase

/// Which row stays where it is seen while others come, go and change their heights.
public enum Anchor: Hashable, Sendable {
  /// None: the list keeps its offset.
  case none
  /// The first row that can be seen keeps its distance from the top of the viewport.
  case firstVisible
  /// The last row that can be seen keeps its distance from the bottom of the viewport.
  case lastVisible
  /// A certain row keeps its distance from the top of the viewport as long as it can be seen; where
  /// it cannot, the first visible row does.
  case row(RowIdentity)
  /// The end of the list stays in sight, as new messages are followed; once the reader has scrolled
  /// away from it, the first row that can be seen stays, as long as he does not come back.
  case end

  /// A certain item keeps its distance from the top of the viewport as long as it can be seen;
  /// where it cannot, the first visible row does.
  public static func item(_ identifier: ItemIdentifier) -> Anchor {
    .row(RowIdentity(identifier))
  }
}

/// Finds the offset at which the anchor stays where it is seen.
///
/// An anchor that is deleted passes on to the nearest row that survives: one that can be seen, else
/// the next below, else the next above. A row by name that is out of sight, or whose heir is, gives
/// way to the first that can be seen. A row that was moved past others stands in only where no
/// other does, unless it is the anchor by name: what most rows do is what the eye takes for
/// standing still.
struct AnchorResolver: Sendable {
  /// Which row stays.
  let anchor: Anchor
  /// The list as it is.
  let old: TableSnapshot
  /// What can be seen of them.
  let viewport: Viewport

  /// What to hold on to through an update; nil where there is nothing, or no anchor is wanted.
  ///
  /// - Parameters:
  ///   - mapping: Which row is which after the update.
  ///   - locate: Finds rows before the update.
  /// - Returns: A row after the update, and where it is seen before.
  /// - Complexity: O(log rows), and O(moves) at worst.
  func point(
    through mapping: RowMapping, locate: (RowIdentity) -> Int? = { _ in nil }
  ) -> AnchorPoint? {
    guard old.rowCount > 0, let (row, edge) = survivor(through: mapping, locate),
      let newRow = mapping.newRow(ofOld: row)
    else { return nil }
    return AnchorPoint(row, edge, in: old, viewport)?.moved(to: newRow)
  }

  /// The offset of the viewport after an update.
  ///
  /// - Parameters:
  ///   - mapping: Which row is which after the update.
  ///   - new: The list then.
  ///   - locate: Finds rows before the update.
  /// - Complexity: O(log rows), and O(moves) at worst.
  func offset(
    through mapping: RowMapping, in new: TableSnapshot, locate: (RowIdentity) -> Int? = { _ in nil }
  ) -> Double {
    if followsEnd { return viewport.offset(atEndOf: new.geometry.totalHeight) }
    return point(through: mapping, locate: locate)?.offset(in: new, viewport)
      ?? viewport.clamped(viewport.offset, totalHeight: new.geometry.totalHeight)
  }

  /// The offset of the viewport after heights have been corrected; a list that bounces over an end
  /// goes on to, and one that is just leaving its end goes on from there.
  ///
  /// - Parameters:
  ///   - new: The same rows then.
  ///   - locate: Finds rows.
  /// - Complexity: O(log rows).
  func offset(
    correctedIn new: TableSnapshot, locate: (RowIdentity) -> Int? = { _ in nil }
  ) -> Double {
    let total = old.geometry.totalHeight
    let beyond = viewport.offset - viewport.clamped(viewport.offset, totalHeight: total)
    if followsEnd {
      let way = viewport.offset - viewport.offset(atEndOf: total)
      return viewport.offset(atEndOf: new.geometry.totalHeight) + way
    }
    guard let point = point(through: .identity(count: old.rowCount), locate: locate) else {
      return viewport.offset
    }
    return point.offset(in: new, viewport, beyondEnd: max(0, beyond)) ?? viewport.offset
  }

  /// Whether the end of the list is followed, whatever becomes of its rows.
  private var followsEnd: Bool {
    anchor == .end && viewport.isAtEnd(of: old.geometry.totalHeight)
  }

  /// The row to hold on to, which survives, by the edge that must not move.
  private func survivor(
    through mapping: RowMapping, _ locate: (RowIdentity) -> Int?
  ) -> (row: Int, edge: AnchorPoint.Edge)? {
    switch anchor {
    case .none: return nil
    case .firstVisible, .end: return visibleSurvivor(.top, mapping).map { ($0, .top) }
    case .lastVisible: return visibleSurvivor(.bottom, mapping).map { ($0, .bottom) }
    case .row(let identity):
      let survivor = locate(identity).flatMap { visibleHeir(of: $0, mapping) }
      return (survivor ?? visibleSurvivor(.top, mapping)).map { ($0, .top) }
    }
  }

  /// A row that can be seen, or the nearest one that survives it if that can be.
  private func visibleHeir(of row: Int, _ mapping: RowMapping) -> Int? {
    let rows = visibleRows
    guard rows.contains(row) else { return nil }
    guard mapping.newRow(ofOld: row) == nil else { return row }
    return nearestSurvivor(of: row, mapping).flatMap { rows.contains($0) ? $0 : nil }
  }

  /// The rows that can be seen; where none can, the one next to the viewport.
  private var visibleRows: Range<Int> {
    let rows = old.geometry.rows(in: viewport.range)
    if !rows.isEmpty { return rows }
    let row = old.geometry.row(at: max(0, viewport.offset)) ?? old.rowCount - 1
    return row..<row + 1
  }

  /// The survivor that can be seen nearest to an edge of the viewport, else the one nearest to
  /// what was there.
  private func visibleSurvivor(_ edge: AnchorPoint.Edge, _ mapping: RowMapping) -> Int? {
    let rows = visibleRows
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

  private func nearestSurvivor(of row: Int, _ mapping: RowMapping) -> Int? {
    mapping.survivor(atOrBelow: row, stays: true) ?? mapping.survivor(above: row, stays: true)
      ?? mapping.survivor(atOrBelow: row) ?? mapping.survivor(above: row)
  }
}

/// A row that keeps its distance from an edge of the viewport.
struct AnchorPoint: Hashable, Sendable {
  /// The edge of the row and of the viewport between which the distance is.
  enum Edge: Hashable, Sendable {
    case top, bottom
  }

  /// The row.
  let row: Int
  /// The edges.
  let edge: Edge
  /// The distance from the edge of the viewport down to that of the row, in layout points.
  let distance: Double

  /// Takes the distance from a list; nil for rows that are not there.
  init?(_ row: Int, _ edge: Edge, in snapshot: TableSnapshot, _ viewport: Viewport) {
    guard let place = Self.place(of: row, edge, in: snapshot) else { return nil }
    self.init(row: row, edge: edge, distance: place - Self.place(of: edge, viewport))
  }

  private init(row: Int, edge: Edge, distance: Double) {
    self.row = row
    self.edge = edge
    self.distance = distance
  }

  /// The same point of a row that has another index.
  func moved(to row: Int) -> AnchorPoint {
    AnchorPoint(row: row, edge: edge, distance: distance)
  }

  /// The offset at which the row has the distance, or the nearest one at which the list fills the
  /// viewport; nil where there is no such row.
  ///
  /// - Parameter room: How far the viewport may go beyond the end of the list.
  func offset(
    in snapshot: TableSnapshot, _ viewport: Viewport, beyondEnd room: Double = 0
  ) -> Double? {
    guard let place = Self.place(of: row, edge, in: snapshot) else { return nil }
    let edgeInViewport = Self.place(of: edge, viewport) - viewport.offset
    return viewport.clamped(
      place - distance - edgeInViewport, totalHeight: snapshot.geometry.totalHeight,
      beyondEnd: room)
  }

  /// The edge of the cell: insets of its section lie outside, and may come and go.
  private static func place(of row: Int, _ edge: Edge, in snapshot: TableSnapshot) -> Double? {
    let frame = snapshot.frame(ofRow: row)
    return edge == .top ? frame?.minY : frame?.maxY
  }

  private static func place(of edge: Edge, _ viewport: Viewport) -> Double {
    edge == .top ? viewport.range.lowerBound : viewport.range.upperBound
  }
}
