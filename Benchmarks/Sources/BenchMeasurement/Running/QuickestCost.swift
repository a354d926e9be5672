/// The least costs of the same work so far.
public struct QuickestCost: Sendable {
  /// The least time that passed, in nanoseconds.
  public private(set) var wall = Int.max
  /// The least processor time, in nanoseconds.
  public private(set) var processor = Int.max

  /// Has seen nothing yet.
  public init() {}

  /// Takes a cost into account.
  public mutating func take(_ cost: SharedWork.Cost) {
    wall = min(wall, cost.wall)
    processor = min(processor, cost.processor)
  }

  /// What one thread and two threads cost, as facts of a sample about two.
  public static func facts(one: QuickestCost, two: QuickestCost) -> [Sample.Fact] {
    [
      .init("threads", 2), .init("cpu_ns", two.processor), .init("one_thread_ns", one.wall),
      .init("one_thread_cpu_ns", one.processor),
      .init("speedup_percent", one.wall * 100 / max(two.wall, 1)),
    ]
  }
}
