import LinecasterCells
public import LinecasterGeometry

extension TableSnapshot {
  /// Where the cell of a row is in the list, in layout points from its top left corner; nil for
  /// rows that are not there.
  ///
  /// Insets of the section lie outside. A cell narrower than the room beside the insets stands in
  /// the middle, its left edge on a pixel edge.
  ///
  /// - Complexity: O(log rows).
  public func frame(ofRow row: Int) -> Rect? {
    guard let section = rows.numbering.section(ofRow: row) else { return nil }
    let insets = rows.insets(ofRow: row, inSection: section)
    let room = max(0, environment.width - insets.horizontal)
    let width = rows.environment(ofSection: section).width
    return Rect(
      x: insets.left + environment.scale.rounded((room - width) / 2),
      y: geometry.offset(ofRow: row) + insets.top, width: width,
      height: max(0, geometry.height(ofRow: row) - insets.vertical))
  }

  /// The header that stays at the top of a viewport that begins at `offset`, and where it is in the
  /// list; nil where none does.
  ///
  /// It is the header of the section that is seen at the top, if that is sticky and would else be
  /// above the viewport. The end of its section pushes it up.
  ///
  /// - Complexity: O(log rows).
  public func stickyHeader(at offset: Double) -> (row: Int, frame: Rect)? {
    guard let row = geometry.row(at: offset), let section = rows.numbering.section(ofRow: row),
      model.sections[section].isHeaderSticky,
      let header = rows.numbering.header(ofSection: section), let frame = frame(ofRow: header),
      frame.minY <= offset
    else { return nil }
    let end =
      geometry.offset(ofRow: rows.numbering.rows(ofSection: section).upperBound)
      - rows.insets(ofSection: section).bottom
    let top = max(frame.minY, min(offset, end - frame.height))
    guard top + frame.height > offset else { return nil }
    return (header, frame.offset(x: 0, y: top - frame.minY))
  }
}
