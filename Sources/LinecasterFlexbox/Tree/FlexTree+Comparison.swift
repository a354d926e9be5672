/// What two trees have in common.
extension FlexTree {
  /// Whether both have as many nodes, of the same kinds at the same places.
  func hasShape(of other: FlexTree) -> Bool {
    guard failure == other.failure, count == other.count else { return false }
    return records.indices.allSatisfy {
      records[$0].end == other.records[$0].end && records[$0].kind == other.records[$0].kind
        && records[$0].display == other.records[$0].display
    }
  }

  /// Whether a node has the same style as the one at its place in another tree.
  func isSameNode(_ node: Int, as other: FlexTree) -> Bool {
    var record = records[node]
    let index = Int(record.extra)
    record.extra = other.records[node].extra
    return record == other.records[node] && extras[index] == other.extras[Int(record.extra)]
  }
}
