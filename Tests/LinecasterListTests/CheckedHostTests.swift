import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// A checked host reports every breach of the contract, and nothing else.
@Suite(.timeLimit(.minutes(60))) @MainActor struct CheckedHostTests {
  /// A host with one fault.
  private final class Window: TableHost {
    var offset = 0.0
    var ignoresOffsets = false
    var answers = 1
    var onViewport: (() -> Void)?
    var onDisplay: (() -> Void)?

    func viewport(in snapshot: TableSnapshot) -> Viewport {
      onViewport?()
      return Viewport(offset: offset, length: 100)
    }

    func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
      if !ignoresOffsets { offset = batch.offset }
      for _ in 0..<answers { done() }
    }

    func display(_ rows: [DisplayedRow]) { onDisplay?() }
    func recycle(_ rows: [RowIdentity]) {}

    func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
      if !ignoresOffsets { self.offset = offset }
    }

    func displayFailed(_ error: any Error) {}
  }

  /// A list in a checked window, on a machine with simulated time.
  @MainActor private final class Bench {
    let window = Window()
    private(set) var faults: [String] = []
    private(set) var time = Duration.zero
    private var checked: CheckedHost?
    private var bench: SimulatedBench<CheckedHost>?

    init() throws {
      let host = CheckedHost(
        window, timeLimit: .milliseconds(8), now: { [unowned self] in time },
        onFault: { [unowned self] in faults.append($0.description) })
      checked = host
      bench = try SimulatedBench(host, seed: 1)
    }

    var list: AutoDiffController { get throws { try #require(bench).list } }

    func settle() async throws {
      bench?.settle()
      // A fault that a released closure reports arrives a turn later.
      for _ in 0..<10 { await Task.yield() }
    }

    func pass(_ time: Duration) { self.time += time }
  }

  private func faults(
    _ model: TableModel = plates(0..<60), _ use: (Bench) async throws -> Void
  ) async throws -> [String] {
    let bench = try Bench()
    try await use(bench)
    try bench.list.update(with: model)
    try await bench.settle()
    try bench.list.update(with: plates(0..<61))
    try await bench.settle()
    return bench.faults
  }

  @Test func aHostThatKeepsTheContractIsLeftAlone() async throws {
    let bench = try Bench()
    var height = 10.0
    for round in 0..<20 {
      height += 3
      try bench.list.update(with: plates(0..<(40 + round)) { _ in height })
      bench.window.offset += 37
      try bench.list.viewportDidChange()
      bench.pass(.milliseconds(16))
      try await bench.settle()
    }
    #expect(bench.faults.isEmpty)
  }

  @Test func tellsOfAnswersGivenTwiceAndOfNone() async throws {
    #expect(try await faults { $0.window.answers = 2 }.contains { $0.contains("more than once") })
    let forgotten = try await faults { $0.window.answers = 0 }
    #expect(forgotten.contains { $0.contains("without calling it") })
  }

  @Test func tellsOfOffsetsThatAreIgnored() async throws {
    let bench = try Bench()
    try bench.list.update(with: plates(0..<60))
    try await bench.settle()
    bench.window.ignoresOffsets = true
    bench.window.offset = 200
    try bench.list.viewportDidChange()
    try bench.list.update(with: plates(-20..<60))
    try await bench.settle()
    #expect(bench.faults.count == 1)
    #expect(bench.faults[0].contains("scroll to 400.0 but reports 200.0"))
  }

  @Test func tellsOfScrollingThatIsNotTold() async throws {
    let bench = try Bench()
    try bench.list.update(with: plates(0..<60))
    try await bench.settle()
    bench.window.offset = 150
    for round in 0..<3 {
      try bench.list.scroll(to: RowIdentity(.number(round))) { _ in }
      try await bench.settle()
      bench.window.offset = 150
      bench.pass(.milliseconds(200))
    }
    #expect(bench.faults.contains { $0.contains("without calling viewportDidChange()") })
  }

  @Test func tellsOfAHostThatCallsBack() async throws {
    let found = try await faults { bench in
      var isFirst = true
      bench.window.onViewport = { [weak bench] in
        guard isFirst else { return }
        isFirst = false
        try? bench?.list.viewportDidChange()
      }
    }
    #expect(found.contains { $0.contains("calls back into the controller") })
  }

  @Test func tellsOfSlowCalls() async throws {
    let found = try await faults { bench in
      bench.window.onDisplay = { [weak bench] in bench?.pass(.milliseconds(30)) }
    }
    #expect(found == ["display blocked the main thread for 0.03 seconds"])
  }

  /// A cell with a different layout at each call.
  private struct FickleCell: Cell {
    func body(in environment: LayoutEnvironment) -> LayoutNode {
      Box(.black, size: Size(width: 10, height: 10 + Double.random(in: 0..<1))).node
    }
  }

  /// A cell that equals no other, not even itself.
  private struct ProudCell: Cell {
    static func == (left: ProudCell, right: ProudCell) -> Bool { false }
    func hash(into hasher: inout Hasher) {}

    func body(in environment: LayoutEnvironment) -> LayoutNode {
      Box(.black, size: Size(width: 10, height: 10)).node
    }
  }

  @Test func tellsOfCellsThatCannotBeReliedOn() async throws {
    let model = TableModel(items: [
      TableItem("fickle", cell: FickleCell()), TableItem("proud", cell: ProudCell()),
    ])
    let found = try await faults(model) { _ in }
    #expect(found.count == 2)
    #expect(found.contains { $0.contains("fickle") && $0.contains("varying layouts") })
    #expect(found.contains { $0.contains("proud") && $0.contains("not equal to itself") })
  }
}
