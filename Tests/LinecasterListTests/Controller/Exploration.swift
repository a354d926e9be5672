/// A state machine with its environment and a record of its promises, for `Exploration`.
protocol Explored {
  associatedtype Event: Hashable
  associatedtype Essence: Hashable

  /// The state that determines the future: watches with equal essences behave alike.
  var essence: Essence { get }
  /// The events so far.
  var history: [Event] { get }
  /// All events that could come next.
  var possibleEvents: [Event] { get }
  /// The first broken promise.
  var fault: String? { get }
  /// The next event if no new requests come and all work in progress ends; nil at rest.
  var nextToRest: Event? { get }
  /// The promise that is broken by resting here, or by tearing down from here.
  var faultAtRest: String? { get }

  mutating func step(_ event: Event)
}

extension Explored {
  /// The promise that is broken once all work in progress has ended, and then by tearing down.
  var faultOnceAtRest: String? {
    var met: Set<Int> = []
    return faultOnceAtRest(except: &met)
  }

  /// The same without the states in `met`, which are not followed again.
  fileprivate func faultOnceAtRest(except met: inout Set<Int>) -> String? {
    var watch = self
    for _ in 0..<200 {
      guard met.insert(watch.essence.hashValue).inserted else { return nil }
      guard watch.fault == nil, let next = watch.nextToRest else {
        return (watch.fault ?? watch.faultAtRest).map { tell($0, watch) }
      }
      watch.step(next)
    }
    return tell("never at rest", watch)
  }

  private func tell(_ fault: String, _ watch: Self) -> String {
    "\(fault) after \(history), then \(watch.history.dropFirst(history.count))"
  }
}

/// All states that a number of events lead to, each followed until it is at rest.
///
/// States are distinguished by 64 bits of their essence: of a million states, one is mistaken for
/// another with a chance below one in ten million.
struct Exploration<Watch: Explored> {
  /// The number of different states found.
  var states: Int { met.count }
  private(set) var transitions = 0
  /// The number of events that lead to the farthest states.
  private(set) var depth = 0
  /// Whether all states were found.
  private(set) var isWhole = false
  /// The first fault, with the events that lead to it.
  private(set) var fault: String?
  private var met: Set<Int> = []
  private var rested: Set<Int> = []

  /// Explores until all states are found, a fault is found, or `depth` events have come.
  init(_ starts: [Watch], depth limit: Int) {
    var frontier = starts.filter { met.insert($0.essence.hashValue).inserted }
    while !frontier.isEmpty, depth < limit, fault == nil {
      depth += 1
      var next: [Watch] = []
      for watch in frontier where fault == nil { next += follow(watch) }
      frontier = next
    }
    isWhole = frontier.isEmpty && fault == nil
  }

  /// The new states that one event leads to.
  private mutating func follow(_ watch: Watch) -> [Watch] {
    var next: [Watch] = []
    for event in watch.possibleEvents {
      var after = watch
      after.step(event)
      transitions += 1
      if let fault = after.fault {
        self.fault = "\(fault) after \(after.history)"
        return next
      }
      guard met.insert(after.essence.hashValue).inserted else { continue }
      if let fault = after.faultOnceAtRest(except: &rested) {
        self.fault = fault
        return next
      }
      next.append(after)
    }
    return next
  }
}

extension Exploration: CustomStringConvertible {
  var description: String {
    let extent = isWhole ? "all, within \(depth) events" : "after \(depth) events at most"
    return "\(states) states (\(extent)), \(transitions) transitions"
  }
}

/// The ranks of generations, the only property of them that machines depend on.
struct Ranks {
  private let ascending: [Int]

  init(_ generations: some Sequence<Int?>) {
    ascending = Set(generations.compactMap(\.self)).sorted()
  }

  subscript(generation: Int?) -> Int? { generation.flatMap(ascending.firstIndex(of:)) }
}
