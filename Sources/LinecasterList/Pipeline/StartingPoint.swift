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

extension Anchor {
  /// The row that it names, if it names one.
  var row: RowIdentity? {
    guard case .row(let identity) = self else { return nil }
    return identity
  }
}
