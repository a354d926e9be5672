/// What a row of a list shows: a value that any thread can turn into a layout.
///
/// Two equal cells show the same. Closures do not belong in a cell; they would make equality a lie.
public protocol Cell: Hashable, Sendable {
  /// The layout of the cell.
  associatedtype Body: Layout

  /// Which cells it is like; the name of the type, unless a type says otherwise.
  static var reuseKind: ReuseKind { get }

  /// The layout of the cell in an environment; called on workers, the same for the same input.
  func body(in environment: LayoutEnvironment) -> Body
}

extension Cell {
  /// The type of the cell.
  public static var reuseKind: ReuseKind { ReuseKind(Self.self) }
}
