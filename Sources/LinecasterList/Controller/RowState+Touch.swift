import LinecasterCells

// MARK: - Rows that somebody touches

extension RowState {
  /// Has rows shown as somebody touches them, before all else.
  mutating func touched(_ new: [RowIdentity: CellState]) -> [Action] {
    for (identity, state) in new {
      states[identity] = state
      if shown[identity] == nil { forgetIfUntouched(identity) }
    }
    mustLookAgain = true
    return [.look]
  }

  /// Forgets the state of a row that nobody touches any more, once nothing else is shown of it.
  mutating func forgetIfUntouched(_ identity: RowIdentity) {
    if states[identity] == CellState.defaultValue { states[identity] = nil }
  }
}
