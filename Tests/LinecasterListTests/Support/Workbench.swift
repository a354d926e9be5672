import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterList

/// A controller and its host on a simulated machine, which a test runs step by step.
@MainActor
final class Workbench<Host: TableHost> {
  let machine: SimulatedMachine
  let pipeline: PrecomputePipeline
  let host: Host
  private(set) var controller: AutoDiffController?

  init(
    _ host: Host, width: Double = 100, options: PrecomputePipeline.Options = .init(),
    seed: UInt64 = 1
  ) throws {
    self.host = host
    machine = SimulatedMachine(seed: seed)
    pipeline = PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), options: options,
      machine: machine)
    controller = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: width), host: host,
      delivery: machine.delivery)
  }

  var list: AutoDiffController {
    get throws { try #require(controller) }
  }

  func releaseController() { controller = nil }

  /// Runs the machine until `isDone`; fails if no steps are left before.
  func run(until isDone: () throws -> Bool) throws {
    while try !isDone() { try #require(machine.step(), "nothing happens any more") }
  }

  /// Runs the machine until no work is in progress and all rows are measured.
  func settle() throws {
    let list = try list
    try run { list.isSettled }
  }

  /// Runs the machine until an update has ended.
  func outcome(of handle: UpdateHandle) throws -> UpdateOutcome {
    try run { handle.currentOutcome != nil }
    return try #require(handle.currentOutcome)
  }
}
