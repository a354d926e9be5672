import Foundation
import LinecasterCells
import LinecasterList
import LinecasterListSupport
import LinecasterTestSupport

/// Inflicts faults on the hosts of a list at each batch, which the list must survive.
@MainActor
final class HostDisturber {
  private let list: AutoDiffController
  private let faults: [HostFault]
  private var random: SeededGenerator
  /// The durations for which stalling hosts block the main queue, one after the other.
  private var stalls: [TimeInterval]
  private var isCalm = false
  private var waitingCount = 0

  /// All hosts so far; the last one is attached.
  private(set) var hosts: [RecordingHost] = []
  /// The number of batches with each fault.
  private(set) var counts: [HostFault: Int] = [:]
  private(set) var forgottenCount = 0
  private(set) var repeatedCount = 0
  /// The outcomes of updates to new widths.
  let tally = OutcomeTally()

  init(_ list: AutoDiffController, _ faults: [HostFault], stalls: [TimeInterval], seed: UInt64) {
    self.list = list
    self.faults = faults
    self.stalls = stalls
    random = SeededGenerator(seed: seed, salt: 77)
    list.onDiagnostic = { [weak self] in self?.take($0) }
    attach()
  }

  /// The attached host.
  var host: RecordingHost? { hosts.last }

  /// Every generation that any host showed, in order.
  var generations: [Int] { hosts.flatMap(\.generations) }

  /// Stops the faults, and returns when a host is attached.
  func calmDown() async throws {
    isCalm = true
    while waitingCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  private func attach() {
    let host = RecordingHost()
    host.whenApplied = { [weak self, weak host] in if let host { self?.disturb(host) } }
    hosts.append(host)
    list.attach(host)
  }

  private func disturb(_ host: RecordingHost) {
    host.answer = .atOnce
    guard !isCalm, let fault = faults.randomElement(using: &random) else { return }
    counts[fault, default: 0] += 1
    switch fault {
    case .late:
      host.answer = .late
      later { host.finish() }
    case .kept: host.answer = .late
    case .dropped: host.answer = .never
    case .repeated: host.answer = .twice
    case .stalled: Thread.sleep(forTimeInterval: stalls.popLast() ?? 0.01)
    case .detached:
      host.answer = .late
      list.detach()
      later { [self] in
        attach()
        host.finish()
      }
    case .resized:
      let width = Double(Int.random(in: 40...160, using: &random))
      tally.count(list.setEnvironment(LayoutEnvironment(width: width)))
    }
  }

  private func later(_ body: @escaping @MainActor @Sendable () -> Void) {
    waitingCount += 1
    let delay = Int.random(in: 0...4_000, using: &random)
    Task {
      try? await Task.sleep(for: .microseconds(delay))
      body()
      waitingCount -= 1
    }
  }

  private func take(_ diagnostic: TableDiagnostic) {
    switch diagnostic {
    case .hostTimedOut:
      forgottenCount += 1
      hosts.last?.finish()
    case .hostFinishedTwice: repeatedCount += 1
    case .duplicates, .rowsFailed, .missingCharacters, .actionFailed, .actionTookLong: break
    }
  }
}
