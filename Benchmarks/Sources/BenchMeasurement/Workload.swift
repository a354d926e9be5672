import Foundation

/// A repeatable measurement.
public struct Workload {
  /// The result of a measured part.
  public struct Outcome {
    /// The facts that show how much work was done.
    public var facts: [Sample.Fact]
    /// The time in nanoseconds, for parts that measure themselves; `nil` uses the time of the
    /// harness.
    public var nanoseconds: Int?

    /// Creates an outcome.
    public init(facts: [Sample.Fact] = [], nanoseconds: Int? = nil) {
      self.facts = facts
      self.nanoseconds = nanoseconds
    }
  }

  /// The timed part of a workload.
  public typealias Part = @MainActor () throws -> Outcome

  /// The measured operation.
  public let mode: String
  /// The name of the input.
  public let corpus: String
  /// The unit of work, for example `char`.
  public let unit: String
  /// The number of units that the measured part processes.
  public let units: Int
  /// The clock for the measurement.
  public var clock = BenchClock.thread
  /// The number of passes. The sample is the quickest one, as in the peers.
  public var passes = 1
  /// Whether only the first run in a process counts.
  public var isFirstTime = false
  /// Whether the instructions of the measured part are only those of the work.
  public var isCountable = true
  /// Returns more facts about the last run of the part. Called after the time is taken.
  public var afterwards: @MainActor () -> [Sample.Fact] = { [] }
  /// Prepares the work, and returns the timed part. Called before each pass.
  public let prepare: @MainActor () throws -> Part

  /// Creates a workload.
  public init(
    mode: String, corpus: String, unit: String, units: Int,
    prepare: @escaping @MainActor () throws -> Part
  ) {
    self.mode = mode
    self.corpus = corpus
    self.unit = unit
    self.units = units
    self.prepare = prepare
  }

  /// The name of the workload, unique in a run.
  public var name: String { "\(mode)/\(corpus)" }

  /// Returns the workload with changed settings.
  public func with(_ change: (inout Workload) -> Void) -> Workload {
    var workload = self
    change(&workload)
    return workload
  }
}

extension Workload {
  /// Measures once, and returns the quickest of the passes.
  @MainActor
  public func sample(peer: String) throws -> Sample {
    var best: (nanoseconds: Int, outcome: Outcome)?
    for _ in 0..<max(1, passes) {
      let pass = try measurePass()
      if pass.nanoseconds < best?.nanoseconds ?? .max { best = pass }
    }
    return Sample(
      peer: peer, mode: mode, corpus: corpus, unit: unit, units: units,
      nanoseconds: Double(best?.nanoseconds ?? 0), clock: clock == .thread ? nil : clock.rawValue,
      facts: best?.outcome.facts ?? [])
  }

  /// Prepares the work, and runs the measured part if `includingPart`, so the difference of both
  /// can be counted.
  ///
  /// Both parts run once before that, unless `isFirstTime` is set. First calls in a process bind
  /// symbols and create metadata, which can cost ten times as much as the work itself.
  @MainActor
  public func rehearse(includingPart: Bool) throws {
    if !isFirstTime { blackHole(try prepare()()) }
    let part = try prepare()
    if includingPart { blackHole(try part()) }
  }

  @MainActor
  private func measurePass() throws -> (nanoseconds: Int, outcome: Outcome) {
    let part = try prepare()
    let stopwatch = Stopwatch(clock)
    var outcome = try part()
    let nanoseconds = stopwatch.nanoseconds
    outcome.facts += afterwards()
    return (outcome.nanoseconds ?? nanoseconds, outcome)
  }
}

/// The minimum costs of repeated work.
public struct QuickestCost: Sendable {
  /// The minimum elapsed time, in nanoseconds.
  public private(set) var wall = Int.max
  /// The minimum processor time, in nanoseconds.
  public private(set) var processor = Int.max

  /// Creates a record without costs.
  public init() {}

  /// Updates the minimums with a cost.
  public mutating func take(_ cost: SharedWork.Cost) {
    wall = min(wall, cost.wall)
    processor = min(processor, cost.processor)
  }

  /// Returns the costs of one and of two threads, as facts of a sample for two threads.
  public static func facts(one: QuickestCost, two: QuickestCost) -> [Sample.Fact] {
    [
      .init("threads", 2), .init("cpu_ns", two.processor), .init("one_thread_ns", one.wall),
      .init("one_thread_cpu_ns", one.processor),
      .init("speedup_percent", one.wall * 100 / max(two.wall, 1)),
    ]
  }
}

/// Measures workloads round by round, and writes the samples.
@MainActor
public struct BenchmarkRun {
  /// The name and version of the measured program.
  public let peer: String
  /// The number of rounds for each workload.
  public var rounds = 1
  /// The number of unreported runs of each workload before the first round.
  public var warmUps = 0
  /// The modes to measure; empty measures all.
  public var modes: Set<String> = []
  /// The instructions per unit by workload name, written with the samples.
  public var instructionsPerUnit: [String: Double] = [:]

  /// Creates a run of one round.
  public init(peer: String) {
    self.peer = peer
  }

  /// Measures each workload in turn, and writes every sample. Rounds interleave the workloads, so a
  /// slow minute of the machine affects all of them alike.
  public func measure(_ workloads: [Workload]) throws -> [Sample] {
    let chosen = chosen(workloads)
    for _ in 0..<warmUps {
      for workload in chosen { _ = try workload.sample(peer: peer) }
    }
    var samples: [Sample] = []
    for _ in 0..<rounds {
      for workload in chosen {
        var sample = try workload.sample(peer: peer)
        sample.instructionsPerUnit = instructionsPerUnit[workload.name]
        SampleWriter.write(sample)
        samples.append(sample)
      }
    }
    return samples
  }

  /// Returns the workloads whose modes are measured.
  public func chosen(_ workloads: [Workload]) -> [Workload] {
    modes.isEmpty ? workloads : workloads.filter { modes.contains($0.mode) }
  }
}

/// Work for one thread, or for several threads that share it.
public struct SharedWork: Sendable {
  /// Processes the items whose number modulo `parts` is `part`.
  public typealias Share = @Sendable (_ part: Int, _ parts: Int) -> Void

  private let share: Share

  /// Creates work from a closure that processes a part of the items.
  public init(_ share: @escaping Share) {
    self.share = share
  }

  /// The cost of the whole work.
  public struct Cost: Sendable {
    /// The elapsed time, in nanoseconds, which other programs can make longer.
    public let wall: Int
    /// The processor time of all threads, in nanoseconds.
    public let processor: Int
  }

  /// Runs the work on a number of threads, including the caller's. Starting the other threads is
  /// part of the cost.
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
