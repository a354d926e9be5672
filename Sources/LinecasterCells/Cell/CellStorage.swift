/// A cell behind a reference, whatever its type.
protocol CellStorage: AnyObject, Sendable {
  var cell: any Cell { get }
  var reuseKind: ReuseKind { get }
  /// The hash of the type and the content, made once.
  var contentHash: Int { get }

  func isEqual(to other: any CellStorage) -> Bool
  func layout(in environment: LayoutEnvironment) -> LayoutNode
}
