public import LinecasterList
import Observation
import Synchronization

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
