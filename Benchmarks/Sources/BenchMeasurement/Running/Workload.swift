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
