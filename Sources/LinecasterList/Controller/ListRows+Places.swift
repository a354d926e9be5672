package import LinecasterBase
import LinecasterCells
import LinecasterText

/// Hit tests in the rows that are shown. Points are layout points from the top-left corner of the
/// viewport.
extension ListRows {
  /// Returns the row and regions at a point; `nil` if there is no row.
  ///
  /// - Complexity: O(log rows + regions of the row).
  func hit(at point: Point, seen viewport: Viewport) -> RowHit? {
    let place = Point(x: point.x, y: point.y + viewport.offset)
    let header = snapshot.stickyHeader(at: viewport.offset)
    if let header, header.frame.contains(place) { return hit(header.row, header.frame, place) }
    guard let row = snapshot.geometry.row(at: place.y), let frame = snapshot.frame(ofRow: row),
      frame.contains(place)
    else { return nil }
    return hit(row, frame, place)
  }

  private func hit(_ row: Int, _ frame: Rect, _ place: Point) -> RowHit? {
    guard let identity = snapshot.identity(ofRow: row) else { return nil }
    let point = place.offset(x: -frame.minX, y: -frame.minY)
    let arrangement = arrangements[identity]
    return RowHit(
      identity: identity, point: point,
      cell: arrangement?.hit(point) ?? CellHit(regions: []), arrangement: arrangement)
  }

  /// Returns the position in the text of the row at the height of a point.
  func textPlace(at point: Point, seen viewport: Viewport) -> ListSelection.Place? {
    if let hit = hit(at: point, seen: viewport) {
      return hit.arrangement?.textPlace(nearest: hit.point).map { .init(hit.identity, $0) }
    }
    let y = point.y + viewport.offset
    guard let row = snapshot.geometry.row(at: y), let identity = snapshot.identity(ofRow: row),
      let frame = snapshot.frame(ofRow: row)
    else { return nil }
    return arrangements[identity]?
      .textPlace(nearest: Point(x: point.x - frame.minX, y: y - frame.minY))
      .map { .init(identity, $0) }
  }

  /// Returns the frames of tagged regions in visible rows.
  func frames(ofTags tags: Set<InlinePayload>, seen viewport: Viewport) -> [InlinePayload: Rect] {
    var frames: [InlinePayload: Rect] = [:]
    for (frame, regions) in visibleRegions(viewport) {
      for region in regions {
        guard let tag = region.tag, tags.contains(tag), frames[tag] == nil else { continue }
        frames[tag] = region.frame.offset(x: frame.minX, y: frame.minY)
      }
    }
    return frames
  }

  /// Returns the frames of text inputs in tagged regions of visible rows, and those of the regions.
  func fieldFrames(ofTags tags: Set<InlinePayload>, seen viewport: Viewport)
    -> [InlinePayload: FieldFrames]
  {
    var frames: [InlinePayload: FieldFrames] = [:]
    for (frame, regions) in visibleRegions(viewport) {
      for region in regions where region.role == .textField {
        var around: Region? = region
        while let next = around, !(next.tag.map { tags.contains($0) } ?? false) {
          around = next.parent.map { regions[$0] }
        }
        guard let around, let tag = around.tag, frames[tag] == nil else { continue }
        frames[tag] = FieldFrames(region: around.frame, text: region.frame)
          .offset(x: frame.minX, y: frame.minY)
      }
    }
    return frames
  }

  /// Returns the regions of visible rows, with the frames of their rows.
  private func visibleRegions(_ viewport: Viewport) -> [(frame: Rect, regions: [Region])] {
    snapshot.geometry.rows(in: viewport.range).compactMap { row in
      guard let frame = snapshot.frame(ofRow: row),
        let arrangement = snapshot.identity(ofRow: row).flatMap({ arrangements[$0] })
      else { return nil }
      return (frame, arrangement.regions)
    }
  }

  /// Returns the newest item with an identity, or `nil`.
  func item(_ identity: RowIdentity) -> TableItem? {
    row(of: identity).flatMap { snapshot.item(atRow: $0) }
  }
}

/// The place of a text input in a list.
package struct FieldFrames: Hashable, Sendable {
  /// The frame of the tagged region, which can be pressed.
  package let region: Rect
  /// The frame of the text in it.
  package let text: Rect

  /// Returns the frames, moved.
  package func offset(x: Double, y: Double) -> FieldFrames {
    FieldFrames(region: region.offset(x: x, y: y), text: text.offset(x: x, y: y))
  }
}

// MARK: - Focus

extension ListRows {
  /// The maximum number of rows searched for the next stop; keeps a step below one frame.
  private static let mostRowsPerStep = 4_096

  /// Returns the next part of the list that can have keyboard focus.
  ///
  /// - Parameter focused: The part that has focus now.
  func nextStop(
    after focused: TouchState.Target?, _ step: FocusStep, seen viewport: Viewport
  ) -> TouchState.Target? {
    guard snapshot.rowCount > 0 else { return nil }
    if let focused, let row = row(of: focused.identity) {
      let stops = stops(ofRow: row)
      let place = stops.firstIndex(of: focused)
      let next = place.map { step == .forward ? $0 + 1 : $0 - 1 }
      if let next, stops.indices.contains(next) { return stops[next] }
      return firstStop(from: row, step, includingIt: false)
    }
    let seen = snapshot.geometry.rows(in: viewport.range)
    let start = step == .forward ? seen.lowerBound : seen.upperBound - 1
    return firstStop(from: max(0, start), step, includingIt: true)
  }

  private func firstStop(
    from row: Int, _ step: FocusStep, includingIt: Bool
  ) -> TouchState.Target? {
    let change = step == .forward ? 1 : -1
    var row = includingIt ? row : row + change
    let farthest = row + change * Self.mostRowsPerStep
    while row >= 0, row < snapshot.rowCount, row != farthest {
      let stops = stops(ofRow: row)
      if let stop = step == .forward ? stops.first : stops.last { return stop }
      row += change
    }
    return nil
  }

  /// Returns the first part that can have focus at a row or below it, or else the last one above.
  func stop(nearRow row: Int) -> TouchState.Target? {
    firstStop(from: row, .forward, includingIt: true)
      ?? firstStop(from: row, .backward, includingIt: false)
  }

  /// Returns whether a part of a row can have focus.
  func canFocus(_ target: TouchState.Target) -> Bool {
    row(of: target.identity).map { stops(ofRow: $0).contains(target) } ?? false
  }

  /// Returns the focusable parts of a row, in reading order. For a row not yet arranged for the
  /// host, only the row itself is known.
  private func stops(ofRow row: Int) -> [TouchState.Target] {
    guard let identity = snapshot.identity(ofRow: row),
      let actions = snapshot.item(atRow: row)?.actions,
      actions.isInteractive || !fieldTags.isEmpty
    else { return [] }
    let regions = arrangements[identity]?.regions ?? []
    let parts = regions.filter { actions.isStop($0, fieldTags: fieldTags) }.compactMap(\.part)
    let row = actions.isStop(hasParts: !parts.isEmpty) ? [CellState.Part.row] : []
    return (row + parts).map { TouchState.Target(identity: identity, part: $0) }
  }

  /// Returns the first row in or near the viewport that has a region with a tag.
  func row(withTag tag: InlinePayload) -> RowIdentity? {
    let rows = arrangements.filter { $0.value.regions.contains { $0.tag == tag } }
      .compactMap { arranged in row(of: arranged.key).map { ($0, arranged.key) } }
    return rows.min { $0.0 < $1.0 }?.1
  }

  /// Returns the region of the focused part, in the layout that the host shows.
  func region(of target: TouchState.Target) -> Region? {
    arrangements[target.identity]?.regions.first { $0.part == target.part }
  }
}
