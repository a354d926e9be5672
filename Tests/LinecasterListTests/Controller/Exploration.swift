/// A machine in the hands of all that it is told by, with books on what it promised.
protocol Explored {
  associatedtype Event: Hashable
  associatedtype Essence: Hashable

  /// All that the future depends on, so that watches with the same one go on alike.
  var essence: Essence { get }
  /// What has happened.
  var history: [Event] { get }
  /// All that could happen next.
  var possibleEvents: [Event] { get }
  /// What is wrong.
  var fault: String? { get }
  /// What happens next where nobody wants anything more and all that is under way ends; nil at
  /// rest.
  var nextToRest: Event? { get }
  /// What is wrong with being at rest here, or with the end of everything from here on.
  var faultAtRest: String? { get }

  mutating func step(_ event: Event)
}

extension Explored {
  /// What is wrong once all that is under way has ended, and then with the end of everything.
  var faultOnceAtRest: String? {
    var met: Set<Int> = []
    return faultOnceAtRest(except: &met)
  }

  /// As without states that have been met, which are not followed again.
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

/// All states that a number of events lead to, and what each of them comes to if nobody wants
/// anything more.
///
/// States are told apart by 64 bits of their essence, so one of a million is left out with a
/// chance below one in ten million.
struct Exploration<Watch: Explored> {
  /// How many different states have been met.
  var states: Int { met.count }
  private(set) var transitions = 0
  /// How many events lead to the farthest states.
  private(set) var depth = 0
  /// Whether there are no other states, however many events come.
  private(set) var isWhole = false
  /// What is wrong, and after what.
  private(set) var fault: String?
  private var met: Set<Int> = []
  private var rested: Set<Int> = []

  /// Goes on until all states have been met, a fault is found, or `depth` events have come.
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

/// Generations by their order alone: what a machine makes of them depends on nothing else.
struct Ranks {
  private let ascending: [Int]

  init(_ generations: some Sequence<Int?>) {
    ascending = Set(generations.compactMap(\.self)).sorted()
  }

  subscript(generation: Int?) -> Int? { generation.flatMap(ascending.firstIndex(of:)) }
}
