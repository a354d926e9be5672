import LinecasterBase
import LinecasterCells
import LinecasterText

/// The touch, pointer, focus, selection and sideways scroll state of a list's rows: a value that
/// takes events and returns the rows that look different.
struct TouchState: Sendable {
  /// A row, or a part of it.
  struct Target: Hashable, Sendable {
    let identity: RowIdentity
    var part = CellState.Part.row
  }

  /// The part that is pressed.
  private(set) var pressed: Target?
  /// The part under the pointer.
  private(set) var hovered: Target?
  /// The part with keyboard focus.
  private(set) var focused: Target?
  /// The rows that are selected.
  private(set) var selected: Set<RowIdentity> = []
  /// The distances by which parts of rows are scrolled sideways; those of rows that have gone stay,
  /// for rows that come back.
  private var sidewaysOffsets: [RowIdentity: [InlinePayload: Double]] = [:]
  /// The number of taps without effect because their target had gone from the newest model.
  private(set) var lostTapCount = 0

  /// Returns the state of a row's cell.
  func state(of identity: RowIdentity) -> CellState {
    var state = CellState()
    if pressed?.identity == identity { state.pressed = pressed?.part }
    if hovered?.identity == identity { state.hovered = hovered?.part }
    if focused?.identity == identity { state.focused = focused?.part }
    state.isSelected = selected.contains(identity)
    state.sidewaysOffsets = sidewaysOffsets[identity] ?? [:]
    return state
  }

  /// Presses a part instead of the one before; `nil` releases.
  ///
  /// - Returns: The rows that change, with their new states; the other functions do the same.
  mutating func press(_ target: Target?) -> [RowIdentity: CellState] { set(\.pressed, to: target) }

  /// Moves the pointer.
  mutating func hover(_ target: Target?) -> [RowIdentity: CellState] { set(\.hovered, to: target) }

  /// Moves the focus.
  mutating func focus(_ target: Target?) -> [RowIdentity: CellState] { set(\.focused, to: target) }

  /// Selects rows, replacing the selection.
  mutating func select(_ rows: Set<RowIdentity>) -> [RowIdentity: CellState] {
    let changed = selected.symmetricDifference(rows)
    selected = rows
    return states(of: changed)
  }

  /// Scrolls content of a row sideways.
  ///
  /// - Parameter change: The distance that the visible part moves to the right, in layout points.
  mutating func scrollSideways(
    _ scroll: SidewaysScroll, of identity: RowIdentity, by change: Double
  ) -> [RowIdentity: CellState] {
    var offsets = sidewaysOffsets[identity] ?? [:]
    let old = offsets[scroll.tag] ?? 0
    let new = scroll.offset(old, movedBy: change)
    guard new != old else { return [:] }
    offsets[scroll.tag] = new == 0 ? nil : new
    sidewaysOffsets[identity] = offsets.isEmpty ? nil : offsets
    return states(of: [identity])
  }

  /// Scrolls content of a row sideways until a part is visible.
  ///
  /// - Parameter part: The part, in layout points from the row's corner, in unscrolled content.
  mutating func scrollSideways(
    _ scroll: SidewaysScroll, of identity: RowIdentity, toShow part: Rect
  ) -> [RowIdentity: CellState] {
    let offset = sidewaysOffsets[identity]?[scroll.tag] ?? 0
    return scrollSideways(scroll, of: identity, by: scroll.change(from: offset, toShow: part))
  }

  /// Returns the action of a tap: the handler of the first region that has one, or else that of the
  /// row; `nil` for none.
  ///
  /// - Parameter actions: The newest model's actions for the row; `nil` if the row is gone.
  mutating func tap(
    _ regions: [Region], _ actions: TableItemActions?
  ) -> (@MainActor () throws -> Void)? {
    guard let actions else {
      lostTapCount += 1
      return nil
    }
    for region in regions {
      if let handler = actions.handler(of: region) { return handler }
    }
    if actions.onTap == nil, regions.contains(where: { $0.part != nil }) { lostTapCount += 1 }
    return actions.onTap
  }

  private mutating func set(
    _ place: WritableKeyPath<TouchState, Target?>, to target: Target?
  ) -> [RowIdentity: CellState] {
    let old = self[keyPath: place]
    guard old != target else { return [:] }
    self[keyPath: place] = target
    return states(of: Set([old?.identity, target?.identity].compactMap(\.self)))
  }

  private func states(of rows: Set<RowIdentity>) -> [RowIdentity: CellState] {
    Dictionary(uniqueKeysWithValues: rows.map { ($0, state(of: $0)) })
  }
}
