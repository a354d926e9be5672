public import LinecasterList

/// A value that belongs to somebody else, to be read and written: such as the text of a field, or
/// whether a switch is on.
///
///     let name = Binding(person, \.name)
///     name.set("Ada")
///     let follower = name.follow { print($0) }
///
/// The owner is held weakly. Once it has gone the value is nil, and what is written is lost.
@MainActor
public struct Binding<Value> {
  private let read: @MainActor () -> Value?
  private let write: @MainActor (Value) -> Void

  /// Makes a binding to a property.
  public init<Owner: AnyObject>(_ owner: Owner, _ path: ReferenceWritableKeyPath<Owner, Value>) {
    read = { [weak owner] in owner?[keyPath: path] }
    write = { [weak owner] in owner?[keyPath: path] = $0 }
  }

  private init(read: @escaping @MainActor () -> Value?, write: @escaping @MainActor (Value) -> Void)
  {
    self.read = read
    self.write = write
  }

  /// The value; nil once its owner has gone.
  public var value: Value? { read() }

  /// Writes the value, where its owner is still there.
  public func set(_ value: Value) { write(value) }

  /// A part of the value, or another form of it.
  ///
  /// - Parameters:
  ///   - get: Makes it of the value.
  ///   - set: Puts it into the value.
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
  /// Follows the value, now and after changes, as a `Follower` does.
  ///
  /// - Parameters:
  ///   - delivery: How news get to the main actor.
  ///   - body: Called with the value now, and with each other one.
  public func follow(
    delivery: Delivery = .mainQueue, _ body: @escaping @MainActor (Value) -> Void
  ) -> Follower {
    Follower(delivery: delivery, read, then: body)
  }

  /// Keeps another value equal to this one, whichever of both changes: at first the other becomes
  /// what this one is, and where both change before the main actor has come round, both become what
  /// that one is that changed first.
  ///
  /// - Returns: What to keep as long as both are to be equal; it ends where one of the owners goes.
  public func connect(
    to other: Binding<Value>, delivery: Delivery = .mainQueue
  ) -> Follower {
    let there = follow(delivery: delivery) { other.change(to: $0) }
    let back = other.follow(delivery: delivery) { change(to: $0) }
    return Follower(joining: [there, back])
  }

  private func change(to value: Value) {
    if let old = self.value, old != value { set(value) }
  }
}

/// Hands events of one type to those who listen, such as from a child screen to its parent.
///
///     let chosen = EventChannel<Network>()
///     chosen.listen(parent) { parent, network in parent.network = network }
///     chosen.send(.solana)
///
/// Who listens hears the last event that was sent before, once, and all that come, in order. Those
/// who listen are held weakly.
@MainActor
public final class EventChannel<Event: Sendable> {
  private struct Listener {
    let isThere: @MainActor () -> Bool
    let hear: @MainActor (Event) -> Void
  }

  private var last: Event?
  private var listeners: [Listener] = []
  private var waiting: [Event] = []
  private var isSending = false

  /// Makes a channel in which nothing has been sent.
  public init() {}

  /// Hands an event to all who listen; one that is sent meanwhile comes after it.
  public func send(_ event: Event) {
    waiting.append(event)
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while !waiting.isEmpty {
      let event = waiting.removeFirst()
      last = event
      listeners.removeAll { !$0.isThere() }
      for listener in listeners { listener.hear(event) }
    }
  }

  /// Calls a closure with events as long as somebody is there, beginning with the last one.
  ///
  /// - Parameters:
  ///   - owner: Who listens; held weakly, and handed to the closure.
  ///   - body: Called with each event.
  public func listen<Owner: AnyObject>(
    _ owner: Owner, _ body: @escaping @MainActor (Owner, Event) -> Void
  ) {
    if let last { body(owner, last) }
    listeners.append(
      Listener(
        isThere: { [weak owner] in owner != nil },
        hear: { [weak owner] event in
          if let owner { body(owner, event) }
        }))
  }

  /// The number of those who listen and are still there.
  var listenerCount: Int { listeners.count { $0.isThere() } }
}
