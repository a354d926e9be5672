/// A cell of any type.
///
/// Copies share the cell, and are found to be equal without a look at it. The hash is made when it
/// is first asked for, by caches on workers, and kept: rows far from sight cost nothing but their
/// cells.
public struct AnyCell: Hashable, Sendable {
  private let storage: any CellStorage

  /// Wraps a cell.
  public init<Content: Cell>(_ cell: Content) {
    storage = TypedCell(cell)
  }

  /// The cell.
  public var base: any Cell { storage.cell }

  /// Which cells it is like.
  public var reuseKind: ReuseKind { storage.reuseKind }

  /// The cell, if it is one of this type; far cheaper than casting `base`.
  public func cell<Content: Cell>(as type: Content.Type) -> Content? {
    (storage as? TypedCell<Content>)?.content
  }

  /// Whether both are equal cells of one type.
  public static func == (left: AnyCell, right: AnyCell) -> Bool {
    left.storage === right.storage || left.storage.isEqual(to: right.storage)
  }

  /// Feeds the hash of the cell to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.contentHash) }

  /// The layout of the cell in an environment.
  public func layout(in environment: LayoutEnvironment) -> LayoutNode {
    storage.layout(in: environment)
  }
}
