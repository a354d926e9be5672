import Synchronization

/// A cell of one type behind a reference.
final class TypedCell<Content: Cell>: CellStorage {
  let content: Content
  /// Zero until it has been made; threads that make it at the same time make the same.
  private let knownHash = Atomic(0)

  init(_ content: Content) { self.content = content }

  var cell: any Cell { content }
  var reuseKind: ReuseKind { Content.reuseKind }

  var contentHash: Int {
    let known = knownHash.load(ordering: .relaxed)
    if known != 0 { return known }
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(Content.self))
    hasher.combine(content)
    let hash = hasher.finalize()
    let stored = hash == 0 ? 1 : hash
    knownHash.store(stored, ordering: .relaxed)
    return stored
  }

  func isEqual(to other: any CellStorage) -> Bool {
    guard let other = other as? TypedCell else { return false }
    let hashes = (knownHash.load(ordering: .relaxed), other.knownHash.load(ordering: .relaxed))
    if hashes.0 != 0, hashes.1 != 0, hashes.0 != hashes.1 { return false }
    return content == other.content
  }

  func layout(in environment: LayoutEnvironment) -> LayoutNode {
    content.body(in: environment).node
  }
}
