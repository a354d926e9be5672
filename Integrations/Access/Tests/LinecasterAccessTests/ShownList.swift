import Foundation
import Linecaster

/// A list of texts, shown without a screen.
@MainActor struct ShownList {
  struct Words: Cell {
    // Compared by bytes: otherwise canonically equivalent texts would share a cell.
    var text: ExactText

    func body(in environment: LayoutEnvironment) -> some Layout { Text(text.string) }
  }

  let host: HeadlessHost
  let controller: AutoDiffController

  init(_ texts: [String], height: Double, width: Double = 160) async throws {
    host = HeadlessHost(.points(height))
    controller = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: width), host: host)
    let items = texts.indices.map {
      TableItem(.number($0), cell: Words(text: ExactText(texts[$0])))
    }
    _ = try await controller.update(with: TableModel(items: items)).outcome
    try await settle()
  }

  /// Scrolls the list.
  func scroll(to offset: Double) async throws {
    host.offset = offset
    controller.viewportDidChange()
    try await settle()
  }

  private func settle() async throws {
    while !controller.isSettled { try await Task.sleep(for: .milliseconds(1)) }
    while controller.semantics().rows.contains(where: { $0.states.contains(.busy) }) {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

/// Random numbers from a seed.
struct Draws: RandomNumberGenerator {
  private var state: UInt64

  /// The seed from `LINECASTER_SEED`, or a random one.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["LINECASTER_SEED"].flatMap { UInt64($0) }
      ?? .random(in: 0...UInt64(UInt32.max))
  }

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
