/// What few rows have: actions and an appearance of their own.
///
/// Behind one reference, so that a row without them is small and quick to copy.
final class TableItemExtras: Sendable {
  let actions: TableItemActions
  let appearance: CellAppearance

  private init(_ actions: TableItemActions, _ appearance: CellAppearance) {
    self.actions = actions
    self.appearance = appearance
  }

  /// What there is to keep; nil for a row that does nothing and looks plain.
  static func keeping(
    _ actions: TableItemActions, _ appearance: CellAppearance
  ) -> TableItemExtras? {
    if actions.isEmpty, appearance == .plain { return nil }
    return TableItemExtras(actions, appearance)
  }
}
