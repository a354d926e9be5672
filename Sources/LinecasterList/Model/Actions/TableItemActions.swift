/// What a row does when somebody touches it.
///
/// Never compared: rows that show the same are equal, whatever they do. A host asks the newest
/// model for the action it is about to run, so that what runs is always of the state that is shown.
public struct TableItemActions: Sendable {
  /// What a row does.
  public typealias Action = @MainActor @Sendable () -> Void
  /// What a row does if it can, and whether it could.
  public typealias Attempt = @MainActor @Sendable () -> Bool

  /// The row was tapped or clicked.
  public var onTap: Action?
  /// Somebody wants the row deleted; the row stays until a model without it comes.
  public var onDelete: Action?
  /// Somebody wants to edit the row; false where it cannot be edited now.
  public var onTryEdit: Attempt?
  /// The row came into sight.
  public var onDisplay: Action?

  /// Makes actions; what is left out does nothing.
  public init(
    onTap: Action? = nil, onDelete: Action? = nil, onTryEdit: Attempt? = nil,
    onDisplay: Action? = nil
  ) {
    self.onTap = onTap
    self.onDelete = onDelete
    self.onTryEdit = onTryEdit
    self.onDisplay = onDisplay
  }

  /// No actions.
  public static let none = TableItemActions()

  /// Whether the row does nothing at all.
  public var isEmpty: Bool {
    onTap == nil && onDelete == nil && onTryEdit == nil && onDisplay == nil
  }
}
