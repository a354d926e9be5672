public import LinecasterList
import Observation
import Synchronization

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

/// Observes values of observable objects, on the main actor, until it is released.
///
///     let observation = ValueObservation(model) {
///       $0.title
///     } then: { title in
///       print(title)
///     }
///
/// The closure receives the value at once, and again after changes. Changes in one turn of the main
/// actor are coalesced, and equal values are skipped, so a value may be derived from many
/// properties. Observations of one value with the same delivery are notified in the order of their
/// creation. The owner is held weakly; once it is released, there are no further calls.
@MainActor
public final class ValueObservation {
  private var links: [any ObservationLink]

  /// Observes a value of an object.
  ///
  /// - Parameters:
  ///   - owner: The object whose value is read; held weakly.
  ///   - delivery: The way in which changes reach the main actor.
  ///   - value: Reads the value, from properties of `@Observable` objects that change on the main
  ///     actor.
  ///   - body: Called with the current value, and with each different one.
  public convenience init<Owner: AnyObject, Value: Equatable & Sendable>(
    _ owner: Owner, delivery: Delivery = .mainQueue,
    _ value: @escaping @MainActor (Owner) -> Value, then body: @escaping @MainActor (Value) -> Void
  ) {
    self.init(
      delivery: delivery, { [weak owner] in owner.map { value($0) } }, then: body)
  }

  /// Observes a value that is `nil` once its owner is gone.
  convenience init<Value: Equatable & Sendable>(
    delivery: Delivery, _ value: @escaping @MainActor () -> Value?,
    then body: @escaping @MainActor (Value) -> Void
  ) {
    let link = Link(delivery: delivery, read: value, body: body)
    link.look()
    self.init([link])
  }

  /// Combines several observations.
  convenience init(joining observations: [ValueObservation]) {
    self.init(observations.flatMap(\.links))
  }

  private init(_ links: [any ObservationLink]) { self.links = links }

  /// Whether further changes can be delivered.
  public var isActive: Bool { links.contains { $0.isActive } }

  /// Stops observing at once.
  public func cancel() { links = [] }
}

@MainActor
private protocol ObservationLink: AnyObject {
  var isActive: Bool { get }
}

/// An observed value and its closure. Notifications hold it weakly, so none arrives after its end.
@MainActor
private final class Link<Value: Equatable & Sendable>: ObservationLink {
  private let delivery: Delivery
  private let read: @MainActor () -> Value?
  private let body: @MainActor (Value) -> Void
  private var last: Value?
  private(set) var isActive = true
  /// Orders the links; older links read first.
  private let number = Round.count.wrappingAdd(1, ordering: .relaxed).newValue

  init(
    delivery: Delivery, read: @escaping @MainActor () -> Value?,
    body: @escaping @MainActor (Value) -> Void
  ) {
    self.delivery = delivery
    self.read = read
    self.body = body
  }

  deinit { Round.remove(number, delivery) }

  /// Reads the value, and requests one notification before one of its parts changes.
  func look() {
    let value = withObservationTracking {
      read()
    } onChange: { [weak self, number, delivery] in
      Round.add(number, delivery) { self?.look() }
    }
    guard let value else {
      isActive = false
      return
    }
    guard value != last else { return }
    last = value
    body(value)
  }
}

/// The links that must read again. Objects notify in no particular order, so each delivered piece
/// of work goes to the oldest link that waits for the same delivery.
private enum Round {
  typealias Look = @MainActor @Sendable () -> Void

  static let count = Atomic(0)
  private static let waiting = Mutex<[Int: [Int: Look]]>([:])

  static func add(_ link: Int, _ delivery: Delivery, _ look: @escaping Look) {
    waiting.withLock { $0[delivery.number, default: [:]][link] = look }
    delivery.send { next(delivery)?() }
  }

  static func remove(_ link: Int, _ delivery: Delivery) {
    waiting.withLock { _ = $0.remove(link, delivery) }
  }

  private static func next(_ delivery: Delivery) -> Look? {
    waiting.withLock { waiting in
      waiting[delivery.number]?.keys.min().flatMap { waiting.remove($0, delivery) }
    }
  }
}

extension [Int: [Int: Round.Look]] {
  fileprivate mutating func remove(_ link: Int, _ delivery: Delivery) -> Round.Look? {
    let look = self[delivery.number]?.removeValue(forKey: link)
    if self[delivery.number]?.isEmpty == true { self[delivery.number] = nil }
    return look
  }
}

extension AutoDiffController {
  /// Updates the list whenever a value of an observable object changes.
  ///
  ///     let observation = controller.observe(store) {
  ///       $0.names
  ///     } body: { names in
  ///       TableModel(items: names.map { TableItem(.name($0), cell: Line($0)) })
  ///     }
  ///
  /// Changes in one turn of the main actor are coalesced into one update. Neither the object nor
  /// the list is retained.
  ///
  /// - Parameters:
  ///   - owner: The object whose value is read; held weakly.
  ///   - policy: The number of rows to measure before an update is shown.
  ///   - anchor: The row that keeps its place in the viewport.
  ///   - animated: Whether the host is asked to animate the changes.
  ///   - value: Reads the value, on the main actor.
  ///   - makeModel: Makes the model for a value; called on workers.
  /// - Returns: The observation, which ends when it is released.
  public func observe<Owner: AnyObject, Value: Equatable & Sendable>(
    _ owner: Owner, policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible,
    animated: Bool = false, _ value: @escaping @MainActor (Owner) -> Value,
    body makeModel: @escaping @Sendable (Value) throws -> TableModel
  ) -> ValueObservation {
    ValueObservation(owner, delivery: delivery, value) { [weak self] value in
      self?.update(policy: policy, anchor: anchor, animated: animated) { try makeModel(value) }
    }
  }
}
