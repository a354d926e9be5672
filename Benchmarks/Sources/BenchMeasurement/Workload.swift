import Foundation

/// Something that is measured again and again.
public struct Workload {
  /// What came of a measured part.
  public struct Outcome {
    /// What shows how much work was done.
    public var facts: [Sample.Fact]
    /// The time, for parts that measure themselves; nil takes the harness's.
    public var nanoseconds: Int?

    /// Makes an outcome.
    public init(facts: [Sample.Fact] = [], nanoseconds: Int? = nil) {
      self.facts = facts
      self.nanoseconds = nanoseconds
    }
  }

  /// The part that is timed.
  public typealias Part = @MainActor () throws -> Outcome

  /// What is timed.
  public let mode: String
  /// What it works on.
  public let corpus: String
  /// What is counted.
  public let unit: String
  /// How many units the measured part processes.
  public let units: Int
  /// What counts as time.
  public var clock = BenchClock.thread
  /// A sample is the quickest of this many passes, as in peers whose modes say so.
  public var passes = 1
  /// Whether only the first time in a process is what is meant.
  public var isFirstTime = false
  /// Whether instructions of the measured part are those of the work alone.
  public var isCountable = true
  /// More facts about the part that has just run; asked for when its time is taken.
  public var afterwards: @MainActor () -> [Sample.Fact] = { [] }
  /// Gets everything ready and gives the part that is timed; called before each pass.
  public let prepare: @MainActor () throws -> Part

  /// Makes a workload.
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

  /// What tells it from other workloads of a run.
  public var name: String { "\(mode)/\(corpus)" }

  /// The workload with some of its settings changed.
  public func with(_ change: (inout Workload) -> Void) -> Workload {
    var workload = self
    change(&workload)
    return workload
  }
}

extension Workload {
  /// Measures once: the quickest of its passes.
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

  /// Gets ready, and does the measured part or not, so that the difference can be counted.
  ///
  /// Everything happens once before, unless a first time is wanted: a process's first call of
  /// anything binds symbols and makes metadata, which can be ten times the work itself.
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

/// Measures workloads round by round and tells what it found.
@MainActor
public struct BenchmarkRun {
  /// What is measured: a name with its version.
  public let peer: String
  /// How often each workload is measured.
  public var rounds = 1
  /// How often each workload runs before, without being told.
  public var warmUps = 0
  /// The modes to measure; empty measures all.
  public var modes: Set<String> = []
  /// Instructions a unit by the names of workloads, to be written with their samples.
  public var instructionsPerUnit: [String: Double] = [:]

  /// Makes a run of one round.
  public init(peer: String) {
    self.peer = peer
  }

  /// Measures each workload in turn and writes every sample; rounds interleave the workloads, so
  /// that a slow minute of the machine does not fall on one of them.
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

  /// The workloads of the modes that are wanted.
  public func chosen(_ workloads: [Workload]) -> [Workload] {
    modes.isEmpty ? workloads : workloads.filter { modes.contains($0.mode) }
  }
}

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

  /// Has everything done by a given number of threads, the caller's among them; starting the
  /// others counts.
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
