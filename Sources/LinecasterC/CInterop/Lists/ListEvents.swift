import CLinecaster
import LinecasterBase
import Synchronization

/// The events of a list that wait for the host, 1,024 at most: the oldest are dropped first.
final class ListEvents: Sendable {
  struct Event: Sendable {
    let kind: lc_event_kind
    let key: String
    let text: String
    let point: Point
    /// The number of events that were dropped before this one.
    var dropped = 0
  }

  private struct State {
    var events: [Event] = []
    /// The index of the oldest event; those before are taken.
    var first = 0
    var dropped = 0
  }

  private static let limit = 1_024

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.events.count - $0.first } }

  func add(_ kind: lc_event_kind, _ key: String, _ text: String = "", at point: Point = .zero) {
    state.withLock { state in
      if state.events.count - state.first >= Self.limit {
        state.first += 1
        state.dropped += 1
      }
      if state.first >= Self.limit {
        state.events.removeFirst(state.first)
        state.first = 0
      }
      state.events.append(Event(kind: kind, key: key, text: text, point: point))
    }
  }

  /// Adds the fault of a row, unless it waits already: rows are measured more than once.
  func addFault(_ message: String, of key: String) {
    let waits = state.withLock { state in
      state.events[state.first...].contains {
        $0.kind == LC_EVENT_FAULT && $0.key == key && $0.text == message
      }
    }
    if !waits { add(LC_EVENT_FAULT, key, message) }
  }

  /// Takes the oldest event; `nil` for none.
  func next() -> Event? {
    state.withLock { state in
      guard state.first < state.events.count else { return nil }
      var event = state.events[state.first]
      event.dropped = state.dropped
      state.dropped = 0
      state.first += 1
      if state.first == state.events.count { (state.events, state.first) = ([], 0) }
      return event
    }
  }
}
