import Foundation

/// Work that one thread does alone, or several together.
public struct SharedWork: Sendable {
  /// Does the items whose number leaves the remainder `part` when divided by `parts`.
  public typealias Share = @Sendable (_ part: Int, _ parts: Int) -> Void

  private let share: Share

  /// Makes work of many items.
  public init(_ share: @escaping Share) {
    self.share = share
  }

  /// What doing everything took.
  public struct Cost: Sendable {
    /// The time that passed, in nanoseconds; other programs make it longer.
    public let wall: Int
    /// The processor time of all threads, in nanoseconds.
    public let processor: Int
  }

  /// Has everything done by so many threads, the caller's among them; starting the others counts.
  @discardableResult
  public func run(threads: Int) -> Cost {
    let others = DispatchGroup()
    let wall = Stopwatch(.wall)
    let processor = Stopwatch(.process)
    for part in 1..<max(threads, 1) {
      others.enter()
      let share = share
      Thread {
        share(part, threads)
        others.leave()
      }
      .start()
    }
    share(0, max(threads, 1))
    others.wait()
    return Cost(wall: wall.nanoseconds, processor: processor.nanoseconds)
  }
}
