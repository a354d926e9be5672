/// Counts the instructions of workloads in children of this program, which get the workload ready
/// and do its measured part, or leave that out: the difference is the part's.
public struct InstructionCount {
  private let counter: InstructionCounter
  private let program: CountedProgram
  private let arguments: [String]

  /// Makes a count; nil where no counter works.
  ///
  /// - Parameter arguments: What makes this program have the same workloads.
  public init?(arguments: [String]) {
    guard let counter = InstructionCounter.available else { return nil }
    self.counter = counter
    program = CountedProgram()
    self.arguments = arguments
  }

  /// Instructions a unit of a workload, which must be as the children have it; nil where a child
  /// failed.
  public func instructionsPerUnit(of workload: Workload) throws -> Double? {
    guard let idle = try count(workload, "ready"), let busy = try count(workload, "run") else {
      return nil
    }
    return Double(max(0, busy - idle)) / Double(max(1, workload.units))
  }

  private func count(_ workload: Workload, _ extent: String) throws -> Int? {
    try counter.count(
      [program.path] + arguments + ["--rehearse", "\(extent):\(workload.name)"])
  }
}
