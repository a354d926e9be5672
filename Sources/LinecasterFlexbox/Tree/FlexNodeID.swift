/// The name of a node in a ``FlexTree``: its place in pre-order, the root being 0.
public struct FlexNodeID: Hashable, Sendable, Comparable {
  let rawIndex: Int32

  /// Makes the name of the node at a place in pre-order; ask only trees that have that many nodes.
  public init(index: Int) { rawIndex = Int32(clamping: index) }

  /// The place in pre-order, the root being 0.
  public var index: Int { Int(rawIndex) }

  /// Whether one node comes before another in pre-order.
  public static func < (a: FlexNodeID, b: FlexNodeID) -> Bool { a.rawIndex < b.rawIndex }
}
