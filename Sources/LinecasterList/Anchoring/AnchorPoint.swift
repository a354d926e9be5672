import LinecasterGeometry

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
  func offset(in snapshot: TableSnapshot, _ viewport: Viewport) -> Double? {
    guard let place = Self.place(of: row, edge, in: snapshot) else { return nil }
    let edgeInViewport = Self.place(of: edge, viewport) - viewport.offset
    return viewport.clamped(
      place - distance - edgeInViewport, totalHeight: snapshot.geometry.totalHeight)
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
