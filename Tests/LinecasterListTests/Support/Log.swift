import Synchronization

/// Entries from any thread, in their order of arrival.
final class Log<Entry: Sendable>: Sendable {
  private let state = Mutex<[Entry]>([])

  var entries: [Entry] { state.withLock { $0 } }

  func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
