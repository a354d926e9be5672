import Synchronization

/// Joins equal requests: while one worker computes a value, others that want it wait for it.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A value on its way.
  private final class Flight: Sendable {
    let result = Mutex<Value?>(nil)
    let landed = TimedFlag()

    func land(_ value: Value?) {
      result.withLock { $0 = value }
      landed.raise()
    }
  }

  private let flights = Mutex<[Key: Flight]>([:])
  private let joins = Atomic<Int>(0)

  /// Makes a table with nothing on its way.
  package init() {}

  /// The number of requests that waited for another one's value.
  var joinCount: Int { joins.load(ordering: .relaxed) }

  /// The value of a key, known, or computed here unless another worker is at it.
  ///
  /// What is waited for runs on another thread. If it fails or is called off there, the value is
  /// computed here.
  ///
  /// - Parameters:
  ///   - known: Looks for the value where `compute` keeps it: it may have landed since the caller
  ///     looked.
  ///   - isCancelled: Asked every few milliseconds of waiting; if so, `compute` is left to say what
  ///     that means.
  ///   - compute: Must not ask the same table for a value.
  package func value<Failure: Error>(
    for key: Key, known: () -> Value?, isCancelled: () -> Bool = { false },
    compute: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    while true {
      let (flight, isMine) = join(key)
      if isMine { return try fly(flight, key, known, compute) }
      joins.wrappingAdd(1, ordering: .relaxed)
      while !flight.landed.wait(2_000_000) {
        if isCancelled() { return try compute() }
      }
      if let value = flight.result.withLock({ $0 }) { return value }
    }
  }

  private func join(_ key: Key) -> (Flight, isMine: Bool) {
    flights.withLock { flights in
      if let flight = flights[key] { return (flight, false) }
      let flight = Flight()
      flights[key] = flight
      return (flight, true)
    }
  }

  private func fly<Failure: Error>(
    _ flight: Flight, _ key: Key, _ known: () -> Value?, _ compute: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var value = known()
    defer {
      _ = flights.withLock { $0.removeValue(forKey: key) }
      flight.land(value)
    }
    if let value { return value }
    let computed = try compute()
    value = computed
    return computed
  }
}
