extension TableItem {
  /// The row with something to do when it is tapped or clicked.
  public func onTap(_ action: @escaping TableItemActions.Action) -> TableItem {
    with { $0.actions.onTap = action }
  }

  /// The row with something to do when somebody wants it deleted.
  public func onDelete(_ action: @escaping TableItemActions.Action) -> TableItem {
    with { $0.actions.onDelete = action }
  }

  /// The row with something to do when somebody wants to edit it.
  public func onTryEdit(_ attempt: @escaping TableItemActions.Attempt) -> TableItem {
    with { $0.actions.onTryEdit = attempt }
  }

  /// The row with something to do when it comes into sight.
  public func onDisplay(_ action: @escaping TableItemActions.Action) -> TableItem {
    with { $0.actions.onDisplay = action }
  }

  /// The row drawn by other attributes.
  public func appearance(_ appearance: CellAppearance) -> TableItem {
    with { $0.appearance = appearance }
  }

  private func with(_ change: (inout TableItem) -> Void) -> TableItem {
    var item = self
    change(&item)
    return item
  }
}
