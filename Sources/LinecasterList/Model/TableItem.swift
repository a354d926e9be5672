public import LinecasterCells
public import LinecasterDiff

/// A row of a list: which one it is, what it shows and what it does.
///
/// Rows are equal if they are the same row and show the same; what they do is not compared.
public struct TableItem: Sendable {
  /// Which row it is; expected to be unique in the model and constant over its life.
  public var identifier: ItemIdentifier
  /// What it shows.
  public var cell: AnyCell

  private var extras: TableItemExtras?

  /// Makes a row.
  public init(
    _ identifier: ItemIdentifier, cell: some Cell, actions: TableItemActions = .none,
    appearance: CellAppearance = .plain
  ) {
    self.init(identifier, cell: AnyCell(cell), actions: actions, appearance: appearance)
  }

  /// Makes a row of a cell of any type.
  public init(
    _ identifier: ItemIdentifier, cell: AnyCell, actions: TableItemActions = .none,
    appearance: CellAppearance = .plain
  ) {
    self.identifier = identifier
    self.cell = cell
    extras = .keeping(actions, appearance)
  }

  /// What it does.
  public var actions: TableItemActions {
    get { extras?.actions ?? .none }
    set { extras = .keeping(newValue, appearance) }
  }

  /// How it comes, stays and goes.
  public var appearance: CellAppearance {
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
