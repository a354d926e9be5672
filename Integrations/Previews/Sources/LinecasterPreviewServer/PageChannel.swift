import FlyingFox
import FlyingSocks
import Foundation

/// Keeps the page, and notifies open pages of each change.
actor PageChannel {
  private var page = ServedPage()
  private var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
  private var lastListener = 0
  private var isClosed = false

  /// The number of connected pages.
  var listenerCount: Int { listeners.count }
  /// The current page.
  var current: ServedPage { page }

  /// Changes the page, and notifies all listeners.
  func change(_ body: @Sendable (inout ServedPage) -> Void) {
    let before = page
    body(&page)
    guard page != before else { return }
    for listener in listeners.values { listener.yield(Array(page.event.utf8)) }
  }

  /// Returns the events of an open page: the current state, then each change.
  func listen() -> EventBytes {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(8))
    guard !isClosed else {
      continuation.finish()
      return EventBytes(stream: stream)
    }
    lastListener += 1
    let number = lastListener
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(number) }
    }
    continuation.yield(Array(page.event.utf8))
    return EventBytes(stream: stream)
  }

  /// Writes an empty comment to all listeners, which detects closed connections.
  func breathe() {
    for listener in listeners.values { listener.yield(Array(":\n\n".utf8)) }
  }

  /// Ends the events of all listeners.
  func close() {
    isClosed = true
    for listener in listeners.values { listener.finish() }
  }

  private func forget(_ number: Int) { listeners[number] = nil }
}

/// The bytes of events, as they arrive.
struct EventBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  let stream: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator { Iterator(events: stream.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var events: AsyncStream<[UInt8]>.Iterator
    private var left: ArraySlice<UInt8> = []

    init(events: AsyncStream<[UInt8]>.Iterator) { self.events = events }

    mutating func next() async -> UInt8? { await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
      while left.isEmpty {
        guard let event = await events.next() else { return nil }
        left = event[...]
      }
      let part = left.prefix(Swift.max(1, count))
      left = left.dropFirst(part.count)
      return part
    }
  }
}
