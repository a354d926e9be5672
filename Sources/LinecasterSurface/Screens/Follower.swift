public import LinecasterList
import Observation
import Synchronization

/// Follows what observable objects say, on the main actor, until it is let go of.
///
///     let follower = Follower(model) {
///       $0.title
///     } then: { title in
///       print(title)
///     }
///
/// The closure behind hears the value at once, and again after changes: any number of changes that
/// are made before the main actor has come round are one, and a value that is equal to the last is
/// none. So it may be derived from many properties. Those who follow the same hear of it in the
/// order in which they began to, by one way of delivery. The owner is held weakly: once it has
/// gone, there is nothing to hear of any more.
@MainActor
public final class Follower {
  private var links: [any FollowerLink]

  /// Follows a value of an object.
  ///
  /// - Parameters:
  ///   - owner: What the value is of; held weakly.
  ///   - delivery: How news get to the main actor.
  ///   - value: Reads the value of properties of objects that are `@Observable` and change on the
  ///     main actor.
  ///   - body: Called with the value now, and with each other one.
  public convenience init<Owner: AnyObject, Value: Equatable & Sendable>(
    _ owner: Owner, delivery: Delivery = .mainQueue,
    _ value: @escaping @MainActor (Owner) -> Value, then body: @escaping @MainActor (Value) -> Void
  ) {
    self.init(
      delivery: delivery, { [weak owner] in owner.map { value($0) } }, then: body)
  }

  /// Follows a value that is nil once its owner has gone.
  convenience init<Value: Equatable & Sendable>(
    delivery: Delivery, _ value: @escaping @MainActor () -> Value?,
    then body: @escaping @MainActor (Value) -> Void
  ) {
    let link = Link(delivery: delivery, read: value, body: body)
    link.look()
    self.init([link])
  }

  /// Keeps several together.
  convenience init(joining followers: [Follower]) { self.init(followers.flatMap(\.links)) }

  private init(_ links: [any FollowerLink]) { self.links = links }

  /// Whether there is still something to hear of.
  public var isActive: Bool { links.contains { $0.isActive } }

  /// Ends it at once.
  public func cancel() { links = [] }
}

@MainActor
private protocol FollowerLink: AnyObject {
  var isActive: Bool { get }
}

/// What is followed, and who hears of it. News hold it weakly, so that none comes when it has gone.
@MainActor
private final class Link<Value: Equatable & Sendable>: FollowerLink {
  private let delivery: Delivery
  private let read: @MainActor () -> Value?
  private let body: @MainActor (Value) -> Void
  private var last: Value?
  private(set) var isActive = true
  /// Counts the links; those that were made first look first.
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

  /// Reads the value, and asks to be told once before one of its parts changes.
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

/// The links that are to look: objects tell of changes in no order, and each piece of work that is
/// delivered goes to the link that was made first of those that wait for the same delivery.
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
  /// Shows a model for what an observable object says, now and after changes.
  ///
  ///     let follower = controller.observe(store) {
  ///       $0.names
  ///     } body: { names in
  ///       TableModel(items: names.map { TableItem(.name($0), cell: Line($0)) })
  ///     }
  ///
  /// However many changes are made before the main actor has come round, they are one update.
  /// Neither the object nor the list is held.
  ///
  /// - Parameters:
  ///   - owner: What the value is of; held weakly.
  ///   - policy: How many rows are measured before an update is shown.
  ///   - anchor: What stays where it is in the viewport.
  ///   - animated: Whether the host is asked to animate the changes.
  ///   - value: Reads the value, on the main actor.
  ///   - makeModel: Called on workers.
  /// - Returns: What to keep as long as the object is to be followed.
  public func observe<Owner: AnyObject, Value: Equatable & Sendable>(
    _ owner: Owner, policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible,
    animated: Bool = false, _ value: @escaping @MainActor (Owner) -> Value,
    body makeModel: @escaping @Sendable (Value) throws -> TableModel
  ) -> Follower {
    Follower(owner, delivery: delivery, value) { [weak self] value in
      self?.update(policy: policy, anchor: anchor, animated: animated) { try makeModel(value) }
    }
  }
}
