/// How near the end of a list must come before more of it is loaded.
public enum LoadMoreThreshold: Hashable, Sendable {
  /// As soon as less than so many lengths of the viewport are left below it.
  case screens(Double)
  /// As soon as no more than so many rows are left below those that can be seen.
  case rows(Int)

  /// Whether the end is that near.
  ///
  /// - Complexity: O(log rows).
  func isReached(by viewport: Viewport, in geometry: RowGeometry) -> Bool {
    switch self {
    case .screens(let screens):
      return geometry.totalHeight - viewport.range.upperBound <= screens * viewport.length
    case .rows(let rows):
      let visible = geometry.rows(in: 0..<max(0, viewport.range.upperBound))
      return geometry.count - visible.upperBound <= rows
    }
  }
}
