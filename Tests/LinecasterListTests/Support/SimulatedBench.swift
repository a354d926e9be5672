import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
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

  /// Lets everything happen that is under way; watchdogs included.
  func settle() { machine.run() }
}
