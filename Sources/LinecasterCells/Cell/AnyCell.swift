/// A cell of any type; hashed once, so that caches find it quickly.
public struct AnyCell: Hashable, Sendable {
  /// The cell.
  public let base: any Cell

  private let hash: Int

  /// Wraps a cell.
  public init(_ cell: some Cell) {
    base = cell
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(type(of: cell)))
    hasher.combine(cell)
    hash = hasher.finalize()
  }

  /// Whether both are equal cells of one type.
  public static func == (left: AnyCell, right: AnyCell) -> Bool {
    left.hash == right.hash && left.base.isEqual(to: right.base)
  }

  /// Feeds the hash of the cell to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// The layout of the cell in an environment.
  public func layout(in environment: LayoutEnvironment) -> LayoutNode {
    base.layoutNode(in: environment)
  }
}

extension Cell {
  fileprivate func isEqual(to other: any Cell) -> Bool {
    (other as? Self).map { $0 == self } ?? false
  }

  fileprivate func layoutNode(in environment: LayoutEnvironment) -> LayoutNode {
    body(in: environment).node
  }
}
