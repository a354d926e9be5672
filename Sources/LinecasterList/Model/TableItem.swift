public import LinecasterCells
public import LinecasterDiff
import LinecasterText

/// A row of a list: which one it is, what it shows and what it does.
///
/// Rows are equal if they are the same row and show the same; what they do is not compared.
///
///     let item = TableItem(.uuid(message.id), cell: Line(message.text))
///       .onTap { open(message) }
///       .onDelete { remove(message) }
///       .appearance(.fading)
public struct TableItem: Sendable {
  /// Which row it is; expected to be unique in the model and constant over its life.
  public var identifier: ItemIdentifier
  /// What it shows.
  public var cell: AnyCell

  private var extras: TableItemExtras?

  /// Makes a row of a cell; `onTap(_:)` and the others say what it does.
  public init(_ identifier: ItemIdentifier, cell: some Cell) {
    self.init(identifier, cell: AnyCell(cell))
  }

  /// Makes a row of a cell of any type.
  init(_ identifier: ItemIdentifier, cell: AnyCell) {
    self.identifier = identifier
    self.cell = cell
  }

  /// What it does.
  var actions: TableItemActions {
    get { extras?.actions ?? TableItemActions() }
    set { extras = .keeping(newValue, appearance) }
  }

  /// How it comes, stays and goes.
  public internal(set) var appearance: CellAppearance {
    get { extras?.appearance ?? .plain }
    set { extras = .keeping(actions, newValue) }
  }
}

extension TableItem: Hashable {
  /// Whether both are the same row and show the same.
  public static func == (left: TableItem, right: TableItem) -> Bool {
    left.identifier == right.identifier && left.isContentEqual(to: right)
  }

  /// Feeds what the row is and what it shows to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(cell)
  }
}

extension TableItem: Differentiable {
  /// Which row it is.
  public var differenceIdentifier: ItemIdentifier { identifier }

  /// Whether both rows show the same in the same way; actions are not looked at.
  public func isContentEqual(to other: TableItem) -> Bool {
    cell == other.cell && (extras === other.extras || appearance == other.appearance)
  }

  /// A hash of an identifier for diffs.
  public static func differenceHash(of identifier: ItemIdentifier, seed: UInt64) -> UInt64 {
    identifier.differenceHash(seed: seed)
  }
}

extension TableItem {
  /// The row with something to do when it is tapped or clicked.
  ///
  /// What the action captures, as that of the others, is let go of on the main actor where a list
  /// was the last to hold it; a model that no list has been given goes where its owner lets go of
  /// it.
  public func onTap(_ action: @escaping @MainActor @Sendable () -> Void) -> TableItem {
    with { $0.actions.onTap = action }
  }

  /// The row with something to do when it is held down for long.
  public func onLongPress(_ action: @escaping @MainActor @Sendable () -> Void) -> TableItem {
    with { $0.actions.onLongPress = action }
  }

  /// The row with something to do when one of its regions with a tag is tapped, clicked or
  /// activated by key, in place of what `onTap(_:)` says.
  ///
  ///     TableItem(.uuid(message.id), cell: MessageCell(text: "a"))
  ///       .on(Action.reply) { reply(to: message) }
  ///       .onLink { address in open(address) }
  ///
  /// An error that it throws is told to `AutoDiffController.onDiagnostic`.
  public func on(
    _ tag: some Hashable & Sendable, _ action: @escaping @MainActor @Sendable () throws -> Void
  ) -> TableItem {
    with { $0.actions.handlers[InlinePayload(tag)] = action }
  }

  /// The row with something to do when a link in one of its texts is tapped, with its address.
  public func onLink(
    _ action: @escaping @MainActor @Sendable (String) throws -> Void
  ) -> TableItem {
    with { $0.actions.onLink = action }
  }

  /// The row with something to do when somebody wants it deleted.
  public func onDelete(_ action: @escaping @MainActor @Sendable () -> Void) -> TableItem {
    with { $0.actions.onDelete = action }
  }

  /// The row with something to do when somebody wants to edit it.
  public func onTryEdit(_ attempt: @escaping @MainActor @Sendable () -> Bool) -> TableItem {
    with { $0.actions.onTryEdit = attempt }
  }

  /// The row with something to do when it comes into sight.
  public func onDisplay(_ action: @escaping @MainActor @Sendable () -> Void) -> TableItem {
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

/// What a row does when somebody touches it.
///
/// Never compared: rows that show the same are equal, whatever they do. A host asks the newest
/// model for the action it is about to run, so that what runs is always of the state that is shown.
struct TableItemActions: Sendable {
  typealias Action = @MainActor @Sendable () -> Void

  /// The row was tapped or clicked.
  var onTap: Action?
  /// Somebody wants the row deleted; the row stays until a model without it comes.
  var onDelete: Action?
  /// Somebody wants to edit the row; false where it cannot be edited now.
  var onTryEdit: (@MainActor @Sendable () -> Bool)?
  /// The row came into sight.
  var onDisplay: Action?
  /// The row was held down for long.
  var onLongPress: Action?
  /// A region with a tag was tapped, clicked or activated by key.
  var handlers: [InlinePayload: @MainActor @Sendable () throws -> Void] = [:]
  /// A link was tapped, clicked or activated by key.
  var onLink: (@MainActor @Sendable (String) throws -> Void)?

  /// Whether the row does nothing at all.
  var isEmpty: Bool {
    onDelete == nil && onTryEdit == nil && onDisplay == nil && !answersTouches
  }

  /// Whether it does anything when it is touched.
  var answersTouches: Bool {
    onTap != nil || onLongPress != nil || onLink != nil || !handlers.isEmpty
  }
}

/// What few rows have: actions and an appearance of their own.
///
/// Behind one reference, so that a row without them is small and quick to copy.
private final class TableItemExtras: Sendable {
  let actions: TableItemActions
  let appearance: CellAppearance

  private init(_ actions: TableItemActions, _ appearance: CellAppearance) {
    self.actions = actions
    self.appearance = appearance
  }

  deinit { if !actions.isEmpty { ActionBin.current?.append(actions) } }

  /// What there is to keep; nil for a row that does nothing and looks plain.
  static func keeping(
    _ actions: TableItemActions, _ appearance: CellAppearance
  ) -> TableItemExtras? {
    if actions.isEmpty, appearance == .plain { return nil }
    return TableItemExtras(actions, appearance)
  }
}
