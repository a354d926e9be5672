import Synchronization

/// Coalesces equal requests: while one worker computes a value, other requests for it wait.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A computation under way.
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

  /// Creates a table without computations.
  package init() {}

  /// The number of requests that waited for another one's value.
  var joinCount: Int { joins.load(ordering: .relaxed) }

  /// Returns the value of a key: known, or computed here unless another worker is computing it.
  ///
  /// An awaited value is computed on another thread. If that fails or is cancelled, the value is
  /// computed here.
  ///
  /// - Parameters:
  ///   - known: Looks the value up where `compute` stores it: it may have landed since the caller
  ///     looked.
  ///   - scope: Checked every few milliseconds of waiting; if it is cancelled, `compute` decides
  ///     what that means.
  ///   - compute: Computes the value; must not request a value from the same table.
  package func value<Failure: Error>(
    for key: Key, known: () -> Value?, _ scope: WorkScope = .unlimited,
    compute: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    while true {
      let (flight, isMine) = join(key)
      if isMine { return try fly(flight, key, known, compute) }
      joins.wrappingAdd(1, ordering: .relaxed)
      while !flight.landed.wait(2_000_000) {
        if scope.isCancelled { return try compute() }
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
