import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterList

/// A controller on threads of its own, its host, and a mailbox that the test drains: for tests of
/// what only threads do. Others take `Workbench`.
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

  /// Drains the mailbox until `isDone`, or fails after a minute.
  func drain(until isDone: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(240)
    while true {
      mailbox.drain()
      if try isDone() { return }
      try #require(ContinuousClock.now < deadline, "nothing happens any more")
      try await Task.sleep(for: .microseconds(200))
    }
  }

  /// Drains the mailbox until nothing is under way and all rows are measured.
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
