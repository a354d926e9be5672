/// One measurement: what was done, how much of it, and how long it took.
public struct Sample: Hashable, Sendable {
  /// What was measured: a name with its version.
  public var peer: String
  /// What was timed.
  public var mode: String
  /// What it worked on.
  public var corpus: String
  /// What is counted: `char`, `item`, `node`, `element`.
  public var unit: String
  /// How many of them were processed.
  public var units: Int
  /// The time in nanoseconds.
  public var nanoseconds: Double
  /// What the time is, where it is not the processor time of one thread.
  public var clock: String?
  /// Instructions of user code a unit; nil where they were not counted.
  public var instructionsPerUnit: Double?
  /// What shows that two peers did the same work, by name.
  public var facts: [Fact]

  /// A number that says something about the work done.
  public struct Fact: Hashable, Sendable {
    /// The key in the JSON object.
    public var name: String
    /// The number.
    public var value: Int

    /// Makes a fact.
    public init(_ name: String, _ value: Int) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a sample.
  public init(
    peer: String, mode: String, corpus: String, unit: String, units: Int, nanoseconds: Double,
    clock: String? = nil, instructionsPerUnit: Double? = nil, facts: [Fact] = []
  ) {
    self.peer = peer
    self.mode = mode
    self.corpus = corpus
    self.unit = unit
    self.units = units
    self.nanoseconds = nanoseconds
    self.clock = clock
    self.instructionsPerUnit = instructionsPerUnit
    self.facts = facts
  }

  /// The time a unit in nanoseconds; 0 where there are no units.
  public var nanosecondsPerUnit: Double { units > 0 ? nanoseconds / Double(units) : 0 }
}
