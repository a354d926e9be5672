import LinecasterGeometry

extension TableSnapshot {
  /// The offset of a viewport in which a row stands at a position; nil for rows that are not there.
  ///
  /// What stands there is the frame of the row, without the insets of its section. Where the list
  /// ends before, the offset is the nearest one that fills the viewport. Of a row that is taller
  /// than the viewport, `.nearest` shows as much as it can.
  ///
  /// - Complexity: O(log rows).
  public func offset(
    showing row: Int, at position: ScrollPosition, in viewport: Viewport
  ) -> Double? {
    guard let frame = frame(ofRow: row) else { return nil }
    let cover = cover(ofRow: row)
    let top = frame.minY - cover
    let bottom = frame.maxY - viewport.length
    let offset =
      switch position {
      case .top: top
      case .center: (top + bottom) / 2
      case .bottom: bottom
      // Between these two the row can be seen whole, or fills what can be seen.
      case .nearest: max(min(top, bottom), min(viewport.offset, max(top, bottom)))
      }
    return viewport.clamped(offset, totalHeight: geometry.totalHeight)
  }

  /// The height of the header that covers the top of the viewport when a row stands there.
  private func cover(ofRow row: Int) -> Double {
    guard let section = rows.numbering.section(ofRow: row), model.sections[section].isHeaderSticky,
      let header = rows.numbering.header(ofSection: section), header != row
    else { return 0 }
    return frame(ofRow: header)?.height ?? 0
  }
}
