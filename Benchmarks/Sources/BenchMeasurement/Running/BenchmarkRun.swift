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
