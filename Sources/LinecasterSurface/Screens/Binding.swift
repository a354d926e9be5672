public import LinecasterList

/// A readable and writable value owned by another object, for example the text of a field (SwiftUI
/// `Binding`).
///
///     let name = Binding(person, \.name)
///     name.set("Ada")
///     let observation = name.observe { print($0) }
///
/// The owner is held weakly. Once the owner is released, the value is `nil`, and writes are
/// ignored.
@MainActor
public struct Binding<Value> {
  private let read: @MainActor () -> Value?
  private let write: @MainActor (Value) -> Void

  /// Creates a binding to a property of an object.
  public init<Owner: AnyObject>(_ owner: Owner, _ path: ReferenceWritableKeyPath<Owner, Value>) {
    read = { [weak owner] in owner?[keyPath: path] }
    write = { [weak owner] in owner?[keyPath: path] = $0 }
  }

  private init(read: @escaping @MainActor () -> Value?, write: @escaping @MainActor (Value) -> Void)
  {
    self.read = read
    self.write = write
  }

  /// The value; `nil` once its owner is released.
  public var value: Value? { read() }

  /// Writes the value; a no-op once its owner is released.
  public func set(_ value: Value) { write(value) }

  /// Returns a binding to a part of the value, or to another form of the value.
  ///
  /// - Parameters:
  ///   - get: Derives the part from the value.
  ///   - set: Writes the part into the value.
  public func map<Part>(
    _ get: @escaping @MainActor (Value) -> Part,
    _ set: @escaping @MainActor (Part, inout Value) -> Void
  ) -> Binding<Part> {
    Binding<Part>(
      read: { read().map { get($0) } },
      write: { part in
        guard var value = read() else { return }
        set(part, &value)
        write(value)
      })
  }
}

extension Binding where Value: Equatable & Sendable {
  /// Observes the value: calls a closure with the current value and after changes, like a
  /// `ValueObservation`.
  ///
  /// - Parameters:
  ///   - delivery: The way in which changes reach the main actor.
  ///   - body: Called with the current value, and with each different one.
  public func observe(
    delivery: Delivery = .mainQueue, _ body: @escaping @MainActor (Value) -> Void
  ) -> ValueObservation {
    ValueObservation(delivery: delivery, read, then: body)
  }

  /// Keeps two values equal. At first, the other value is set to this one. If both change in one
  /// turn of the main actor, the first change wins.
  ///
  /// - Returns: The connection, which lasts until it or one of the owners is released.
  public func connect(
    to other: Binding<Value>, delivery: Delivery = .mainQueue
  ) -> ValueObservation {
    let there = observe(delivery: delivery) { other.change(to: $0) }
    let back = other.observe(delivery: delivery) { change(to: $0) }
    return ValueObservation(joining: [there, back])
  }

  private func change(to value: Value) {
    if let old = self.value, old != value { set(value) }
  }
}

/// Delivers events of one type to listeners, for example from a child screen to its parent.
///
///     let chosen = EventChannel<Network>()
///     chosen.listen(parent) { parent, network in parent.network = network }
///     chosen.send(.solana)
///
/// New listeners receive the latest earlier event once, then all later events in order. Listeners
/// are held weakly.
@MainActor
public final class EventChannel<Event: Sendable> {
  private struct Listener {
    let isAlive: @MainActor () -> Bool
    let deliver: @MainActor (Event) -> Void
  }

  private var last: Event?
  private var listeners: [Listener] = []
  private var waiting: [Event] = []
  private var isSending = false

  /// Creates a channel without events.
  public init() {}

  /// Sends an event to all listeners. Events sent during delivery are delivered after it.
  ///
  /// - Complexity: O(listeners).
  public func send(_ event: Event) {
    waiting.append(event)
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while !waiting.isEmpty {
      let event = waiting.removeFirst()
      last = event
      listeners.removeAll { !$0.isAlive() }
      for listener in listeners { listener.deliver(event) }
    }
  }

  /// Calls a closure with events while its owner is alive, beginning with the latest event.
  ///
  /// - Parameters:
  ///   - owner: The owner of the closure; held weakly, and passed to the closure.
  ///   - body: Called with each event.
  public func listen<Owner: AnyObject>(
    _ owner: Owner, _ body: @escaping @MainActor (Owner, Event) -> Void
  ) {
    if let last { body(owner, last) }
    listeners.append(
      Listener(
        isAlive: { [weak owner] in owner != nil },
        deliver: { [weak owner] event in
          if let owner { body(owner, event) }
        }))
  }

  /// The number of live listeners.
  var listenerCount: Int { listeners.count { $0.isAlive() } }
}
