import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDiff
import LinecasterFonts
import LinecasterListSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// Hosts that break the contract, and hosts that use its freedom (A35, A36, A59, A61).
@Suite(.timeLimit(.minutes(60))) @MainActor struct HostContractTests {
  private func bench(
    _ answer: RecordingHost.Answer = .atOnce
  ) throws -> SimulatedBench<RecordingHost> {
    let host = RecordingHost()
    host.answer = answer
    return try SimulatedBench(host, seed: 1)
  }

  @MainActor private final class Diagnoses {
    var names: [String] = []

    func add(_ diagnostic: TableDiagnostic) {
      switch diagnostic {
      case .hostTimedOut(let generation): names.append("forgot \(generation)")
      case .hostFinishedTwice(let generation): names.append("repeated \(generation)")
      case .duplicates(let duplicates, let generation):
        names.append("\(duplicates.count) duplicates in \(generation)")
      case .rowsFailed: names.append("rows failed")
      case .missingCharacters: names.append("missing characters")
      case .actionFailed: names.append("action failed")
      case .actionTookLong: names.append("action took long")
      }
    }
  }

  @Test func aHostThatKeepsTheAnswerIsReportedAndPassed() throws {
    let bench = try bench(.late)
    let diagnoses = Diagnoses()
    bench.list.onDiagnostic = { diagnoses.add($0) }
    let first = bench.list.update(with: plates(1...3))
    let second = bench.machine.delivery
    second.send(after: .seconds(1)) { bench.list.update(with: plates(1...4)) }
    bench.settle()
    #expect(diagnoses.names == ["forgot 1", "forgot 2"])
    #expect(first.currentOutcome?.name == "applied 1")
    #expect(bench.host.generations == [1, 2])
    #expect(bench.machine.now >= .seconds(20))
    bench.host.finish()
    #expect(diagnoses.names.suffix(2) == ["repeated 1", "repeated 2"])
  }

  @Test func sayingItTwiceChangesNothing() throws {
    let bench = try bench(.twice)
    let diagnoses = Diagnoses()
    bench.list.onDiagnostic = { diagnoses.add($0) }
    for count in 1...3 {
      bench.list.update(with: plates(0..<count))
      bench.settle()
    }
    #expect(bench.host.generations == [1, 2, 3])
    #expect(diagnoses.names == ["repeated 1", "repeated 2", "repeated 3"])
    #expect(bench.host.faults.isEmpty)
  }

  @Test func workersGoOnWhileTheHostStalls() throws {
    let bench = try bench(.late)
    bench.list.update(with: plates(1...3))
    while bench.host.open.isEmpty { bench.machine.step() }
    bench.list.update(with: plates(1...30))
    while bench.list.updates.state.ready == nil { #expect(bench.machine.step()) }
    #expect(bench.list.updates.state.ready == 2)
    let host = bench.host
    host.answer = .atOnce
    bench.machine.delivery.send(after: .seconds(5)) { host.finish() }
    bench.settle()
    #expect(bench.host.shown.rowCount == 30)
    #expect(bench.host.faults.isEmpty)
  }

  @Test func theNewestUpdateWaitsForAHost() throws {
    let bench = try bench()
    bench.list.detach()
    let handles = (1...4).map { bench.list.update(with: plates(0..<$0)) }
    bench.settle()
    #expect(bench.host.generations.isEmpty && handles[3].currentOutcome == nil)
    bench.list.attach(bench.host)
    bench.settle()
    #expect(bench.host.generations == [4])
    #expect(
      handles.map { $0.currentOutcome?.name } == [
        "superseded by 2", "superseded by 3", "superseded by 4", "applied 4",
      ])
  }

  @Test func anotherHostIsShownWhatTheFirstWas() throws {
    let bench = try bench()
    bench.list.update(with: plates(1...5))
    bench.settle()
    let other = RecordingHost()
    bench.list.attach(other)
    bench.settle()
    #expect(other.shown == plates(1...5))
    #expect(other.faults.isEmpty)
    #expect(other.pixels.count == 5)
  }

  /// A list without rows still shows its sections and its load state.
  @Test func anotherHostIsShownAListWithoutRows() throws {
    let bench = try bench()
    var model = plates([])
    model.loadState = .loading
    bench.list.update(with: model)
    bench.settle()
    let other = RecordingHost()
    bench.list.attach(other)
    bench.settle()
    #expect(other.shown == model && bench.list.isIdle)
    let edited = bench.list.update(with: [.append([TableItem(1, cell: PlateCell())], to: "main")])
    bench.settle()
    #expect(other.shown.rowCount == 1 && other.faults.isEmpty)
    #expect(edited.currentOutcome?.name.hasPrefix("applied") == true)
  }

  @Test func whatWasComparedWithAnotherHostIsComparedAnew() throws {
    let bench = try bench()
    bench.list.update(with: plates(1...5))
    bench.settle()
    let second = bench.list.update(with: plates(3...6))
    #expect(bench.list.updates.state.running == 2)
    let other = RecordingHost()
    bench.list.attach(other)
    bench.settle()
    #expect(second.currentOutcome?.name == "applied 2")
    #expect(other.shown == plates(3...6) && other.faults.isEmpty)
  }

  private struct NoModel: Error {}

  @Test func anotherHostIsShownWhatTheFirstWasWhereUpdatesAreLost() throws {
    let bench = try bench()
    bench.list.update(with: plates(1...5))
    bench.settle()
    let begin: [@MainActor (AutoDiffController) -> UpdateHandle] = [
      { $0.update { throw NoModel() } },
      { list in
        let update = list.update(with: plates(3...6))
        bench.machine.delivery.send(after: .microseconds(1)) { update.cancel() }
        return update
      },
    ]
    for (isUnderWay, begin) in [true, false].flatMap({ when in begin.map { (when, $0) } }) {
      let other = RecordingHost()
      let before = isUnderWay ? begin(bench.list) : nil
      bench.list.attach(other)
      let update = before ?? begin(bench.list)
      bench.settle()
      #expect(update.currentOutcome?.name.hasPrefix("applied") == false)
      #expect(other.shown == plates(1...5) && other.faults.isEmpty)
      #expect(bench.list.isIdle && !bench.list.updates.hasInherited)
    }
  }

  @Test func detachingInTheMiddleOfABatchLosesNothing() throws {
    let bench = try bench(.late)
    let first = bench.list.update(with: plates(1...3))
    while bench.host.open.isEmpty { bench.machine.step() }
    let second = bench.list.update(with: plates(1...6))
    bench.list.detach()
    #expect(first.currentOutcome?.name == "applied 1")
    bench.settle()
    #expect(second.currentOutcome == nil)
    let other = RecordingHost()
    bench.list.attach(other)
    bench.host.finish()
    bench.settle()
    #expect(second.currentOutcome?.name == "applied 2")
    #expect(other.shown == plates(1...6) && other.faults.isEmpty)
  }

  @Test func resizingInTheMiddleOfABatchShowsTheNewWidth() throws {
    let bench = try bench(.late)
    bench.list.update(with: plates(1...3))
    while bench.host.open.isEmpty { bench.machine.step() }
    bench.list.setEnvironment(LayoutEnvironment(width: 70))
    bench.host.answer = .atOnce
    bench.host.finish()
    bench.settle()
    #expect(bench.list.snapshot.environment.width == 70)
    #expect(bench.host.pixels.values.allSatisfy { $0.image?.size.width == 70 })
    #expect(bench.host.faults.isEmpty)
  }

  @Test func duplicatesAreReportedWithBothPlaces() throws {
    let bench = try bench()
    var reported: [String] = []
    bench.list.onDiagnostic = {
      if case .duplicates(let all, _) = $0 { reported += all.map { "\($0.first) \($0.repeated)" } }
    }
    bench.list.update(with: plates([1, 2, 1]))
    bench.settle()
    #expect(reported.count == 1)
    #expect(Set(bench.host.pixels.keys) == [.init(1), .init(2), .init(1, occurrence: 1)])
  }

  @Test func policiesForDuplicatesHold() throws {
    for policy in [DuplicatePolicy.keepFirst, .fail] {
      var options = AutoDiffController.Options()
      options.duplicates = policy
      let bench = try SimulatedBench(RecordingHost(), seed: 1, options: options)
      var count = 0
      bench.list.onDiagnostic = { if case .duplicates(let all, _) = $0 { count += all.count } }
      let handle = bench.list.update(with: plates([1, 2, 1]))
      bench.settle()
      if policy == .fail {
        #expect(handle.currentOutcome?.name == "failed" && bench.host.generations.isEmpty)
      } else {
        #expect(bench.host.shown == plates([1, 2]) && count == 1)
      }
    }
  }

  @Test func whatAHostSaysThatHasGoneIsNotHeard() throws {
    let bench = try bench(.late)
    let diagnoses = Diagnoses()
    bench.list.onDiagnostic = { diagnoses.add($0) }
    bench.list.update(with: plates(1...3))
    while bench.host.open.isEmpty { bench.machine.step() }
    bench.list.detach()
    bench.host.finish()
    bench.settle()
    #expect(diagnoses.names.isEmpty)
  }

  /// A batch is applied only to the host whose rows it was compared with.
  @Test func whoHearsOfDuplicatesMayAttachAnotherHost() throws {
    let bench = try bench()
    bench.list.update(with: plates(1...3))
    bench.settle()
    let other = RecordingHost()
    bench.list.onDiagnostic = { [weak list = bench.list] _ in
      if other.generations.isEmpty { list?.attach(other) }
    }
    bench.list.update(with: plates([1, 2, 1]))
    bench.settle()
    #expect(other.shown == plates([1, 2, 1]) && other.batches.first?.replacesAll == true)
    #expect(other.faults.isEmpty && bench.host.faults.isEmpty)
  }

  /// A delivery may run work at once: dropped work is then reported inside the call that enqueues.
  @Test func deliveriesMayRunAtOnce() throws {
    let machine = SimulatedMachine(seed: 2)
    let atOnce = Delivery(
      post: { work in MainActor.assumeIsolated { work() } },
      postLater: { delay, work in machine.delivery.send(after: delay, work) },
      clock: { machine.now })
    var options = PrecomputePipeline.Options()
    options.maxPending = 1
    let host = RecordingHost()
    host.length = 60
    let list = AutoDiffController(
      pipeline: PrecomputePipeline(
        arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), options: options,
        machine: machine),
      environment: LayoutEnvironment(width: 100), host: host, delivery: atOnce)
    list.update(with: plates(0..<300))
    machine.run()
    #expect(list.isSettled && list.snapshot.geometry.measuredCount == 300)
    #expect(host.faults.isEmpty)
  }

  @Test func listsThatAreTornDownHoldNothing() throws {
    weak var gone: AutoDiffController?
    do {
      let bench = try bench()
      let list = bench.list
      gone = list
      list.update(
        with: TableModel(
          items: [TableItem(1, cell: PlateCell()).onTap { list.refreshVisible() }]))
      bench.settle()
      list.tearDown()
      bench.settle()
      #expect(list.snapshot.rowCount == 0)
    }
    #expect(gone == nil)
  }
}
