/// How long each item of a longer work took, at the cost of one look at the clock an item.
///
/// It is time that passes: reading a thread's processor time calls the system, which would cost
/// more than the quickest items themselves.
public struct ItemTimes {
  private var last: Int
  private var nanoseconds: [Int] = []

  /// Starts with the first item.
  ///
  /// - Parameter capacity: How many items there will be, so that noting them takes no memory.
  public init(capacity: Int) {
    nanoseconds.reserveCapacity(capacity)
    last = BenchClock.wall.nanoseconds
  }

  /// Ends an item and starts the next.
  public mutating func finishItem() {
    let now = BenchClock.wall.nanoseconds
    nanoseconds.append(now - last)
    last = now
  }

  /// The ninety-ninth percentile and the longest time, in nanoseconds.
  public var facts: [Sample.Fact] {
    [
      .init("item_p99_ns", nanoseconds.percentile(0.99)),
      .init("item_max_ns", nanoseconds.max() ?? 0),
    ]
  }
}
