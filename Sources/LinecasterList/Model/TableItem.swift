public import LinecasterCells
public import LinecasterDiff

/// A row of a list: which one it is, and what it shows.
public struct TableItem: Hashable, Sendable {
  /// Which row it is; expected to be unique in the model and constant over its life.
  public var identifier: ItemIdentifier
  /// What it shows.
  public var cell: AnyCell

  /// Makes a row.
  public init(_ identifier: ItemIdentifier, cell: some Cell) {
    self.identifier = identifier
    self.cell = AnyCell(cell)
  }
}

extension TableItem: Differentiable {
  /// Which row it is.
  public var differenceIdentifier: ItemIdentifier { identifier }

  /// Whether both rows show the same.
  public func isContentEqual(to other: TableItem) -> Bool { cell == other.cell }
}
