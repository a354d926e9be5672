public import LinecasterDiff

/// Rows that belong together.
public struct TableSection: Hashable, Sendable {
  /// Which section it is; expected to be unique in the model and constant over its life.
  public var identifier: ItemIdentifier
  /// The rows from top to bottom.
  public var items: [TableItem]

  /// Makes a section.
  public init(_ identifier: ItemIdentifier, items: [TableItem]) {
    self.identifier = identifier
    self.items = items
  }
}

extension TableSection: DifferentiableSection {
  /// Which section it is.
  public var differenceIdentifier: ItemIdentifier { identifier }

  /// The rows from top to bottom.
  public var elements: [TableItem] { items }

  /// Always true: a section shows nothing but its rows.
  public func isContentEqual(to other: TableSection) -> Bool { true }
}
