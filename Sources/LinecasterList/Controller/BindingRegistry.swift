import Synchronization

/// The bindings of a controller; stops them all when it goes away itself.
final class BindingRegistry: Sendable {
  private struct Entry {
    weak var binding: TableBinding?
  }

  private let entries = Mutex<[Entry]>([])

  deinit { cancelAll() }

  func add(_ binding: TableBinding) {
    entries.withLock { entries in
      entries.removeAll { $0.binding == nil }
      entries.append(Entry(binding: binding))
    }
  }

  func cancelAll() {
    let bindings = entries.withLock { $0.compactMap(\.binding) }
    for binding in bindings { binding.cancel() }
  }
}
