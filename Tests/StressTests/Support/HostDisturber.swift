import Foundation
import LinecasterCells
import LinecasterList
import LinecasterListSupport
import LinecasterTestSupport

/// Does to the hosts of a list what the list must survive, at each batch.
@MainActor
final class HostDisturber {
  private let list: AutoDiffController
  private let faults: [HostFault]
  private var random: SeededGenerator
  /// How long a host that stalls keeps the main queue, one stall after the other.
  private var stalls: [TimeInterval]
  private var isCalm = false
  private var waitingCount = 0

  /// All hosts there have been; the last one has the list.
  private(set) var hosts: [RecordingHost] = []
  /// How many batches each fault came upon.
  private(set) var counts: [HostFault: Int] = [:]
  private(set) var forgottenCount = 0
  private(set) var repeatedCount = 0
  /// How new widths end.
  let tally = OutcomeTally()

  init(_ list: AutoDiffController, _ faults: [HostFault], stalls: [TimeInterval], seed: UInt64) {
    self.list = list
    self.faults = faults
    self.stalls = stalls
    random = SeededGenerator(seed: seed, salt: 77)
    list.onDiagnostic = { [weak self] in self?.take($0) }
    attach()
  }

  /// The host that has the list.
  var host: RecordingHost? { hosts.last }

  /// Every generation that was shown anywhere, in order.
  var generations: [Int] { hosts.flatMap(\.generations) }

  /// Lets hosts behave from now on, and returns when the list has one.
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
