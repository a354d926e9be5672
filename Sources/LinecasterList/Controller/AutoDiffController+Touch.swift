public import LinecasterBase
public import LinecasterCells
package import LinecasterText

/// The result of a hit test in a list (UIKit `indexPathForRow(at:)`).
public struct RowHit: Sendable {
  /// The row at the point.
  public let identity: RowIdentity
  /// The point in the row, in layout points from the corner of its cell.
  public let point: Point
  /// The regions of the cell at the point; empty for a row whose pixels have not arrived yet.
  public let cell: CellHit
  /// The row's arrangement; `nil` for a row whose pixels have not arrived yet.
  let arrangement: CellArrangement?

  /// The text at the point, or else the nearest text above or below it, and the offset that a press
  /// there selects, in UTF-16 units; `nil` in rows without text.
  ///
  /// - Complexity: O(drawing steps of the row).
  public var text: (placed: PlacedText, utf16Offset: Int)? {
    arrangement?.text(nearest: point).map { ($0, $0.layout.offset(at: $0.local(point))) }
  }
}

// MARK: - Hits

extension AutoDiffController {
  /// Returns the row and its regions at a point of the viewport; `nil` if no row is there.
  ///
  /// The point is in layout points from the top-left corner of the viewport, as the host shows it.
  ///
  /// - Complexity: O(log rows + regions of the row).
  public func hit(at point: Point) -> RowHit? {
    guard let host, point.x.isFinite, point.y.isFinite else { return nil }
    return rows.hit(at: point, seen: host.viewport(in: snapshot))
  }
}

// MARK: - Touches

extension AutoDiffController {
  /// The longest time an action may block the main actor without a diagnostic: half a frame.
  public static let actionTimeLimit = Duration.milliseconds(8)

  /// Reports a press at a point of the viewport, or its end with `nil`.
  ///
  /// `CellState.pressed` of the row changes accordingly; a worker draws the row before all other
  /// work.
  public func press(at point: Point?) { send(touch.press(target(at: point))) }

  /// Reports the end of a press at a point of the viewport, which is a tap if the pressed part is
  /// still there.
  ///
  /// - Returns: Whether there was an action to run.
  /// - Complexity: That of ``hit(at:)``.
  @discardableResult
  public func release(at point: Point) -> Bool {
    let pressed = touch.pressed
    press(at: nil)
    guard let hit = hit(at: point), pressed == target(of: hit) else { return false }
    return activate(hit.identity, hit.cell.regions)
  }

  /// Reports a pointer over a point of the viewport, or its exit with `nil`. `CellState.hovered` of
  /// the row changes accordingly.
  public func hover(at point: Point?) { _ = hoveredHit(at: point) }

  /// Reports a pointer like ``hover(at:)``, and returns the row and its regions beneath it.
  package func hoveredHit(at point: Point?) -> RowHit? {
    let hit = point.flatMap { self.hit(at: $0) }
    send(touch.hover(hit.map { target(of: $0) }))
    return hit
  }

  /// Runs the newest model's tap action at a point of the viewport: that of the innermost region
  /// with an action, or else that of the row.
  ///
  /// - Returns: Whether there was an action to run. A tap on a part that the newest model no longer
  ///   handles is a no-op, counted by `lostTapCount`.
  /// - Complexity: That of ``hit(at:)``.
  @discardableResult
  public func tap(at point: Point) -> Bool {
    guard let hit = hit(at: point) else { return false }
    return activate(hit.identity, hit.cell.regions)
  }

  /// Returns whether the newest model handles taps on a part of the row at a point of the viewport,
  /// for example a button or a link.
  ///
  /// - Complexity: That of ``hit(at:)``.
  public func isInteractive(at point: Point) -> Bool {
    guard let hit = hit(at: point), let actions = actions(of: hit.identity) else { return false }
    return hit.cell.regions.contains { actions.handler(of: $0) != nil }
  }

  /// Returns whether selectable text is at a point of the viewport; for pointer shapes.
  ///
  /// - Complexity: O(log rows + drawing steps of the row).
  public func isSelectableText(at point: Point) -> Bool {
    guard let hit = hit(at: point) else { return false }
    return hit.arrangement?.isSelectableText(at: hit.point) ?? false
  }

  /// Runs the newest model's action for a secondary click at a point of the viewport: that of the
  /// innermost region that has one, or else that of the row.
  ///
  /// - Returns: Whether there was an action to run.
  @discardableResult
  public func secondaryTap(at point: Point) -> Bool {
    hit(at: point).map { secondaryTap($0.identity, $0.cell.regions, at: point) } ?? false
  }

  private func secondaryTap(
    _ identity: RowIdentity, _ regions: [Region], at point: Point
  ) -> Bool {
    guard let action = actions(of: identity)?.secondaryHandler(of: regions) else { return false }
    // A secondary click is not a tap as well.
    press(at: nil)
    carryOut(identity) { try action(point) }
    return true
  }

  /// Scrolls wide content at a point of the viewport sideways (`Layout.scrollsSideways(_:)`). A
  /// worker draws the row again; others are not.
  ///
  /// - Parameters:
  ///   - point: The point of the viewport, in layout points from its top-left corner.
  ///   - change: The distance that the visible part moves to the right, in layout points.
  /// - Returns: Whether there is such content.
  /// - Complexity: That of ``hit(at:)``.
  @discardableResult
  public func scrollSideways(at point: Point, by change: Double) -> Bool {
    guard let hit = hit(at: point),
      let scroll = hit.arrangement?.sidewaysScroll(at: hit.point)
    else { return false }
    send(touch.scrollSideways(scroll, of: hit.identity, by: change))
    return true
  }

  /// Runs the newest model's long-press action for the row at a point of the viewport.
  ///
  /// - Returns: Whether there was an action to run.
  /// - Complexity: That of ``hit(at:)``.
  @discardableResult
  public func longPress(at point: Point) -> Bool {
    hit(at: point).map { longPress($0.identity) } ?? false
  }

  func longPress(_ identity: RowIdentity) -> Bool {
    guard let action = actions(of: identity)?.onLongPress else { return false }
    // A long press is not a tap as well.
    press(at: nil)
    carryOut(identity, action)
    return true
  }

  /// The selected rows, whose cells have `CellState.isSelected`. Rows stay selected even if they
  /// leave the list.
  ///
  /// - Complexity: O(selected rows) to set.
  public var selection: Set<RowIdentity> {
    get { touch.selected }
    set { send(touch.select(newValue)) }
  }

  func send(_ states: [RowIdentity: CellState]) {
    guard !states.isEmpty, !updates.state.isTornDown else { return }
    send(.touched(states))
  }

  private func target(at point: Point?) -> TouchState.Target? {
    point.flatMap { hit(at: $0) }.map { target(of: $0) }
  }

  private func target(of hit: RowHit) -> TouchState.Target {
    let part = hit.cell.regions.lazy.compactMap(\.part).first
    return TouchState.Target(identity: hit.identity, part: part ?? .row)
  }

  /// Runs the newest model's action for the first region that has one, or else for the row.
  func activate(_ identity: RowIdentity, _ regions: [Region]) -> Bool {
    guard let action = touch.tap(regions, actions(of: identity)) else { return false }
    carryOut(identity, action)
    return true
  }

  /// Runs an action, and reports errors and slow actions.
  private func carryOut(_ identity: RowIdentity, _ action: @MainActor () throws -> Void) {
    let start = delivery.now
    do { try action() } catch { onDiagnostic?(.actionFailed(identity, error)) }
    let duration = delivery.now - start
    if duration > Self.actionTimeLimit { onDiagnostic?(.actionTookLong(identity, duration)) }
  }
}

extension Region {
  /// The part that reacts to touch; `nil` for a region with only a meaning.
  var part: CellState.Part? { tag.map { .tag($0) } ?? link.map { .link($0) } }
}

extension TableItemActions {
  /// Returns the action of a region; `nil` if it has none.
  func handler(of region: Region) -> (@MainActor () throws -> Void)? {
    if let tag = region.tag {
      if let handler = handlers[tag] { return handler }
      if let onTags { return { try onTags(tag) } }
    }
    guard let link = region.link, let onLink else { return nil }
    return { try onLink(link) }
  }

  /// Returns the action of a secondary click on regions, innermost first, or else on the row.
  func secondaryHandler(of regions: [Region]) -> PointAction? {
    regions.lazy.compactMap(\.tag).compactMap { secondaryHandlers[$0] }.first ?? onSecondaryTap
  }
}

// MARK: - Focus

/// A direction in which keyboard focus moves.
public enum FocusStep: Hashable, Sendable, CaseIterable {
  /// Moves to the next part in reading order.
  case forward
  /// Moves to the previous part in reading order.
  case backward
}

extension AutoDiffController {
  /// Moves keyboard focus to the next part that can be activated, and scrolls it into view.
  ///
  /// Parts that can be activated are rows with a tap action, and tags and links that the newest
  /// model handles. `CellState.focused` changes accordingly. Without a focus, the first or last
  /// visible part is focused.
  ///
  /// - Returns: Whether there was a part to focus within 4,096 rows.
  /// - Complexity: O(rows on the way and their regions).
  @discardableResult
  public func moveFocus(_ step: FocusStep) -> Bool {
    guard let host,
      let target = rows.nextStop(after: touch.focused, step, seen: host.viewport(in: snapshot))
    else { return false }
    send(touch.focus(target))
    scroll(to: target.identity, at: .nearest) { _ in }
    return true
  }

  /// Gives a part of a row keyboard focus, and scrolls the row into view.
  ///
  /// - Returns: Whether the part can have focus.
  func focus(_ identity: RowIdentity, _ part: CellState.Part) -> Bool {
    let target = TouchState.Target(identity: identity, part: part)
    guard rows.canFocus(target) else { return false }
    send(touch.focus(target))
    scroll(to: identity, at: .nearest) { _ in }
    return true
  }

  /// Gives a row keyboard focus, and scrolls it into view.
  ///
  /// - Returns: Whether the row itself can have focus: rows with a tap action, and rows with other
  ///   actions but no regions to activate.
  @discardableResult
  public func focus(_ identity: RowIdentity) -> Bool { focus(identity, .row) }

  /// The tags of regions with text inputs, which can have keyboard focus without an action.
  package var fieldTags: Set<InlinePayload> {
    get { rows.fieldTags }
    set { rows.fieldTags = newValue }
  }

  /// Gives the region with a tag keyboard focus, and scrolls it into view.
  ///
  /// - Returns: Whether a row in or near the viewport has such a region that can have focus.
  package func focus(tag: InlinePayload) -> Bool {
    rows.row(withTag: tag).map { focus($0, .tag(tag)) } ?? false
  }

  /// Whether a part of a row has keyboard focus.
  package var hasFocus: Bool { touch.focused != nil }

  /// The row that has keyboard focus, or a part of which has it; `nil` for none.
  public var focusedRow: RowIdentity? { touch.focused?.identity }

  /// The part of `focusedRow` that has keyboard focus; `nil` for none.
  public var focusedPart: CellState.Part? { touch.focused?.part }

  /// The frame of the focused part, in layout points from the top-left corner of the list; that of
  /// its row if it has none; `nil` if nothing is focused or its row is gone.
  ///
  /// - Complexity: O(log rows + regions of the row).
  public var focusedFrame: Rect? {
    guard let target = touch.focused,
      let frame = row(of: target.identity).flatMap({ snapshot.frame(ofRow: $0) })
    else { return nil }
    return rows.region(of: target)?.frame.offset(x: frame.minX, y: frame.minY) ?? frame
  }

  /// Runs the newest model's delete action for the focused row.
  ///
  /// - Returns: Whether there was an action to run.
  @discardableResult
  public func deleteFocused() -> Bool { touch.focused.map { delete($0.identity) } ?? false }

  /// Moves the focus of a row that is gone to the row at its place, or else to one nearby.
  ///
  /// - Parameter row: The place of the row when it was last shown.
  package func replaceLostFocus(nearRow row: Int) {
    guard let focused = touch.focused, self.row(of: focused.identity) == nil else { return }
    send(touch.focus(rows.stop(nearRow: row)))
  }

  /// Runs the newest model's action for a secondary click on the focused part, in its middle.
  ///
  /// - Returns: Whether there was an action to run.
  @discardableResult
  public func secondaryTapFocused() -> Bool {
    guard let target = touch.focused, let frame = focusedFrame, let host else { return false }
    let seen = frame.offset(x: 0, y: -host.viewport(in: snapshot).offset)
    let middle = Point(x: seen.minX + seen.width / 2, y: seen.minY + seen.height / 2)
    return secondaryTap(
      target.identity, rows.region(of: target).map { [$0] } ?? [], at: middle)
  }

  /// Removes keyboard focus.
  public func clearFocus() { send(touch.focus(nil)) }

  /// Activates the focused part, as a tap on it would.
  ///
  /// - Returns: Whether there was an action to run.
  @discardableResult
  public func activateFocus() -> Bool {
    guard let target = touch.focused else { return false }
    return activate(target.identity, rows.region(of: target).map { [$0] } ?? [])
  }
}
