import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterList

/// A controller on its own threads, its host, and a mailbox that the test drains, for tests that
/// need threads. Other tests use `Workbench`.
@MainActor
final class ThreadBench<Host: TableHost> {
  let mailbox = DeliveryMailbox()
  let pipeline: PrecomputePipeline
  let host: Host
  private(set) var controller: AutoDiffController?

  init(_ host: Host, width: Double = 100, options: PrecomputePipeline.Options = .init()) throws {
    self.host = host
    pipeline = try Self.pipeline(options)
    controller = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: width), host: host,
      delivery: .manual(mailbox))
  }

  nonisolated static func pipeline(_ options: PrecomputePipeline.Options = .init()) throws
    -> PrecomputePipeline
  {
    PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), options: options)
  }

  var list: AutoDiffController {
    get throws { try #require(controller) }
  }

  func releaseController() { controller = nil }

  /// Drains the mailbox until `isDone`, or fails after four minutes.
  func drain(until isDone: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(240)
    while true {
      mailbox.drain()
      if try isDone() { return }
      try #require(ContinuousClock.now < deadline, "nothing happens any more")
      try await Task.sleep(for: .microseconds(200))
    }
  }

  /// Drains the mailbox until no work is in progress and all rows are measured.
  func settle() async throws {
    let list = try list
    try await drain { list.isSettled }
  }

  /// Drains the mailbox until an update has ended.
  func outcome(of handle: UpdateHandle) async throws -> UpdateOutcome {
    try await drain { handle.currentOutcome != nil }
    return try #require(handle.currentOutcome)
  }
}
