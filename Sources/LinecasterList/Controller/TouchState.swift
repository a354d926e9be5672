import LinecasterCells

/// What somebody is doing with the rows of a list: a value that takes what happens and says which
/// rows look different for it.
struct TouchState: Sendable {
  /// A row, or a part of it.
  struct Target: Hashable, Sendable {
    let identity: RowIdentity
    var part = CellState.Part.row
  }

  /// What is held down.
  private(set) var pressed: Target?
  /// What a pointer is over.
  private(set) var hovered: Target?
  /// What has the focus of the keyboard.
  private(set) var focused: Target?
  /// The rows that are selected.
  private(set) var selected: Set<RowIdentity> = []
  /// The number of taps without effect because their target had gone from the newest model.
  private(set) var lostTapCount = 0

  /// What is done with a row.
  func state(of identity: RowIdentity) -> CellState {
    var state = CellState()
    if pressed?.identity == identity { state.pressed = pressed?.part }
    if hovered?.identity == identity { state.hovered = hovered?.part }
    if focused?.identity == identity { state.focused = focused?.part }
    state.isSelected = selected.contains(identity)
    return state
  }

  /// Holds something down in place of what was held down before; nil lets go.
  ///
  /// - Returns: The rows that change, as they are from now on, as of the other functions.
  mutating func press(_ target: Target?) -> [RowIdentity: CellState] { set(\.pressed, to: target) }

  /// Moves the pointer.
  mutating func hover(_ target: Target?) -> [RowIdentity: CellState] { set(\.hovered, to: target) }

  /// Moves the focus.
  mutating func focus(_ target: Target?) -> [RowIdentity: CellState] { set(\.focused, to: target) }

  /// Selects rows in place of those that were selected before.
  mutating func select(_ rows: Set<RowIdentity>) -> [RowIdentity: CellState] {
    let changed = selected.symmetricDifference(rows)
    selected = rows
    return states(of: changed)
  }

  /// Decides what a tap does: the handler of the first region that has one, or else that of the
  /// row; `nil` for nothing.
  ///
  /// - Parameter actions: What the newest model does with the row; `nil` if the row is gone.
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
