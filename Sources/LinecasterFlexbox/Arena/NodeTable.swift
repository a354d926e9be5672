/// The nodes of a tree as the layout reads them, by index.
///
/// It does not own them: ``withTable(of:resolved:_:)`` sees to it that the arrays outlive it.
@safe struct NodeTable {
  /// What the layout reads.
  private let records: UnsafePointer<NodeRecord>
  private let extras: UnsafePointer<StyleExtras>
  /// The nodes as they are in the tree.
  private let sources: UnsafePointer<NodeRecord>
  /// The memory of `records`, where it is a copy in which keywords are replaced.
  private let copy: UnsafeMutablePointer<NodeRecord>?
  let count: Int

  /// Reads the nodes of a tree without keywords while `body` runs.
  static func withTable<Result>(
    of tree: FlexTree, _ body: (NodeTable) throws -> Result
  ) rethrows -> Result {
    try unsafe tree.records.withUnsafeBufferPointer { sources in
      try unsafe tree.extras.withUnsafeBufferPointer { extras in
        guard let source = sources.baseAddress, let extra = extras.baseAddress else {
          preconditionFailure("only trees with a node are laid out")
        }
        return try body(
          unsafe NodeTable(
            records: source, extras: extra, sources: source, copy: nil, count: sources.count))
      }
    }
  }

  /// Reads the nodes of a tree while `body` runs.
  ///
  /// - Parameter resolved: a copy of the records, in which keywords are replaced.
  static func withTable<Result>(
    of tree: FlexTree, resolved: inout [NodeRecord], _ body: (NodeTable) throws -> Result
  ) rethrows -> Result {
    try withTable(of: tree) { table in
      try unsafe resolved.withUnsafeMutableBufferPointer { copy in
        guard let first = copy.baseAddress, copy.count == table.count else {
          return try body(table)
        }
        return try body(
          unsafe NodeTable(
            records: UnsafePointer(first), extras: table.extras, sources: table.sources,
            copy: first, count: copy.count))
      }
    }
  }

  @inline(__always)
  subscript(index: Int) -> ArenaNode {
    assert(index >= 0 && index < count)
    return unsafe ArenaNode(records + index, extras)
  }

  /// The node as it is in the tree.
  func source(_ index: Int) -> NodeRecord { unsafe sources[index] }

  /// Replaces a node in the copy.
  func replace(_ index: Int, by record: NodeRecord) {
    assert(index >= 0 && index < count)
    if let copy = unsafe copy { unsafe copy[index] = record }
  }
}
