public import LinecasterBase
public import LinecasterCells
import LinecasterText

/// What is at a point of a list.
public struct RowHit: Sendable {
  /// Which row is there.
  public let identity: RowIdentity
  /// The point in the row, in layout points from the corner of its cell.
  public let point: Point
  /// The regions of the cell that the point is in; none for a row whose pixels have not come yet.
  public let cell: CellHit
  /// What was arranged; nil for a row whose pixels have not come yet.
  let arrangement: CellArrangement?

  /// The text at the point, or the nearest above or below it, and the offset in it that a press
  /// there means, in UTF-16 units; nil in rows without text.
  ///
  /// - Complexity: O(drawing steps of the row).
  public var text: (placed: PlacedText, utf16Offset: Int)? {
    arrangement?.text(nearest: point).map { ($0, $0.layout.offset(at: $0.local(point))) }
  }
}

// MARK: - Hits

extension AutoDiffController {
  /// What is at a point of the viewport, in layout points from its top left corner, as the host
  /// shows it; nil where there is no row.
  ///
  /// - Complexity: O(log rows + regions of the row).
  public func hit(at point: Point) -> RowHit? {
    guard let host, point.x.isFinite, point.y.isFinite else { return nil }
    return rows.hit(at: point, seen: host.viewport(in: snapshot))
  }
}

// MARK: - Touches

extension AutoDiffController {
  /// How long an action may hold the main actor before it is told of: half a frame.
  public static let actionPatience = Duration.milliseconds(8)

  /// Tells that something is held down at a point of the viewport, or, with nil, that nothing is
  /// any more: `CellState.pressed` of the row follows, drawn by a worker before all else.
  public func press(at point: Point?) { tell(touch.press(target(at: point))) }

  /// Tells that what is held down is let go of at a point of the viewport: a tap, where it is still
  /// over what was pressed.
  ///
  /// - Returns: Whether there was anything to do.
  @discardableResult
  public func release(at point: Point) -> Bool {
    let pressed = touch.pressed
    press(at: nil)
    guard let hit = hit(at: point), pressed == target(of: hit) else { return false }
    return activate(hit.identity, hit.cell.regions)
  }

  /// Tells that a pointer is over a point of the viewport, or, with nil, that it has gone:
  /// `CellState.hovered` of the row follows.
  public func hover(at point: Point?) { tell(touch.hover(target(at: point))) }

  /// Runs what the newest model does when something is tapped at a point of the viewport: the
  /// handler of the innermost region that has one, or else that of the row.
  ///
  /// - Returns: Whether there was anything to do. A tap on something that the newest model does not
  ///   answer for any more does nothing, and is counted by `lostTapCount`.
  @discardableResult
  public func tap(at point: Point) -> Bool {
    guard let hit = hit(at: point) else { return false }
    return activate(hit.identity, hit.cell.regions)
  }

  /// Whether the newest model answers for a part of a row at a point of the viewport, such as a
  /// button or a link.
  public func answers(at point: Point) -> Bool {
    guard let hit = hit(at: point), let actions = actions(of: hit.identity) else { return false }
    return hit.cell.regions.contains { actions.handler(of: $0) != nil }
  }

  /// Runs what the newest model does when the row at a point of the viewport is held down for long.
  ///
  /// - Returns: Whether there was anything to do.
  @discardableResult
  public func longPress(at point: Point) -> Bool {
    hit(at: point).map { longPress($0.identity) } ?? false
  }

  func longPress(_ identity: RowIdentity) -> Bool {
    guard let action = actions(of: identity)?.onLongPress else { return false }
    // What was held down is no tap any more.
    press(at: nil)
    carryOut(identity, action)
    return true
  }

  /// The rows that are selected: `CellState.isSelected` follows. Rows that go away stay in it.
  public var selection: Set<RowIdentity> {
    get { touch.selected }
    set { tell(touch.select(newValue)) }
  }

  private func tell(_ states: [RowIdentity: CellState]) {
    guard !states.isEmpty, !updates.state.isTornDown else { return }
    tell(.touched(states))
  }

  private func target(at point: Point?) -> TouchState.Target? {
    point.flatMap { hit(at: $0) }.map { target(of: $0) }
  }

  private func target(of hit: RowHit) -> TouchState.Target {
    let part = hit.cell.regions.lazy.compactMap(\.part).first
    return TouchState.Target(identity: hit.identity, part: part ?? .row)
  }

  /// Runs what the newest model does for the first of some regions that it answers for, or else for
  /// the row.
  func activate(_ identity: RowIdentity, _ regions: [Region]) -> Bool {
    guard let action = touch.tap(regions, actions(of: identity)) else { return false }
    carryOut(identity, action)
    return true
  }

  /// Runs an action, and tells where it failed or took long.
  private func carryOut(_ identity: RowIdentity, _ action: @MainActor () throws -> Void) {
    let start = delivery.now
    do { try action() } catch { onDiagnostic?(.actionFailed(identity, error)) }
    let duration = delivery.now - start
    if duration > Self.actionPatience { onDiagnostic?(.actionTookLong(identity, duration)) }
  }
}

extension Region {
  /// What is touched where it is; nil for what has only a meaning.
  var part: CellState.Part? { tag.map { .tag($0) } ?? link.map { .link($0) } }
}

extension TableItemActions {
  /// What is done for a region; nil for nothing.
  func handler(of region: Region) -> (@MainActor () throws -> Void)? {
    if let tag = region.tag, let handler = handlers[tag] { return handler }
    guard let link = region.link, let onLink else { return nil }
    return { try onLink(link) }
  }
}

// MARK: - Focus

/// Where the focus of a keyboard goes.
public enum FocusStep: Hashable, Sendable, CaseIterable {
  /// To what comes next in the order of reading.
  case forward
  /// To what comes before.
  case backward
}

extension AutoDiffController {
  /// Moves the focus of the keyboard to what can be activated next: a row that does something when
  /// it is tapped, or a tag or link that the newest model answers for. It is scrolled into sight,
  /// and `CellState.focused` follows. Without a focus it goes to what comes first, or last, in
  /// sight.
  ///
  /// - Returns: Whether there was anything to go to within 4,096 rows.
  /// - Complexity: O(rows on the way and their regions).
  @discardableResult
  public func moveFocus(_ step: FocusStep) -> Bool {
    guard let host,
      let target = rows.nextStop(after: touch.focused, step, seen: host.viewport(in: snapshot))
    else { return false }
    tell(touch.focus(target))
    scroll(to: target.identity, at: .nearest) { _ in }
    return true
  }

  /// Gives a part of a row the focus of the keyboard, and scrolls the row into sight.
  ///
  /// - Returns: Whether it can have it.
  func focus(_ identity: RowIdentity, _ part: CellState.Part) -> Bool {
    let target = TouchState.Target(identity: identity, part: part)
    guard rows.canFocus(target) else { return false }
    tell(touch.focus(target))
    scroll(to: identity, at: .nearest) { _ in }
    return true
  }

  /// Whether a part of a row has the focus of the keyboard.
  package var hasFocus: Bool { touch.focused != nil }

  /// Takes the focus of the keyboard away.
  public func clearFocus() { tell(touch.focus(nil)) }

  /// Does what a tap on what has the focus does.
  ///
  /// - Returns: Whether there was anything to do.
  @discardableResult
  public func activateFocus() -> Bool {
    guard let target = touch.focused else { return false }
    return activate(target.identity, rows.region(of: target).map { [$0] } ?? [])
  }
}
