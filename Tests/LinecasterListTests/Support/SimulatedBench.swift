import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterListSupport
import LinecasterText

@testable import LinecasterList

/// A controller and its host on a simulated machine.
@MainActor
final class SimulatedBench<Host: TableHost> {
  let machine: SimulatedMachine
  let pipeline: PrecomputePipeline
  let host: Host
  let list: AutoDiffController

  init(
    _ host: Host, seed: UInt64, width: Double = 100,
    options: AutoDiffController.Options = .init(), pipeline: PrecomputePipeline.Options = .init()
  ) throws {
    self.host = host
    machine = SimulatedMachine(seed: seed)
    self.pipeline = PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), options: pipeline,
      machine: machine)
    list = AutoDiffController(
      pipeline: self.pipeline, environment: LayoutEnvironment(width: width), host: host,
      delivery: machine.delivery, options: options)
  }

  /// Runs all work in progress, watchdogs included.
  func settle() { machine.run() }
}

extension SimulatedBench<RecordingHost> {
  /// A list of 200 by 200 points at rest.
  static func showing(_ model: TableModel, seed: UInt64) throws -> SimulatedBench {
    let host = RecordingHost()
    host.length = 200
    let bench = try SimulatedBench(host, seed: seed, width: 200)
    bench.list.update(with: model)
    bench.settle()
    return bench
  }
}
