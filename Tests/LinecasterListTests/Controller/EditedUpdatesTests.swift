import Dispatch
import LinecasterCells
import LinecasterDiff
import LinecasterListSupport
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Updates by edits: no comparison is made, and no edit is lost.
@Suite(.timeLimit(.minutes(60))) @MainActor struct EditedUpdatesTests {
  private struct Outage: Error {}

  private func bench(_ count: Int = 3) throws -> SimulatedBench<RecordingHost> {
    let bench = try SimulatedBench(RecordingHost(), seed: 8)
    bench.list.update(with: plates(0..<count))
    bench.settle()
    return bench
  }

  private func plate(_ number: Int) -> TableItem {
    TableItem(.number(number), cell: PlateCell(number: number))
  }

  @Test func editsThatOvertakeEachOtherAreAllShown() throws {
    let bench = try bench()
    let handles = (3..<40).map {
      bench.list.update(with: [.append([plate($0)], to: "main")])
    }
    bench.settle()
    #expect(bench.host.shown == plates(0..<40))
    #expect(handles.last?.currentOutcome?.name == "applied 38")
    #expect(bench.host.faults.isEmpty)
  }

  /// A waiting update that absorbs another does not repeat its edits if that one lands first.
  @Test func editsThatHaveLandedAreNotMadeAgain() throws {
    let bench = try bench(4)
    bench.list.update(with: [.move(2, to: .above(1))])
    bench.list.update(with: [.move(1, to: .end(of: "main"))])
    let last = bench.list.update(with: [.append([plate(4)], to: "main")])
    bench.settle()
    #expect(bench.host.shown == plates([0, 2, 3, 1, 4]))
    #expect(bench.host.generations == [1, 3, 4] && bench.host.faults.isEmpty)
    #expect(last.currentOutcome?.name == "applied 4")
  }

  /// Edits are not repeated either if another host is attached in between.
  @Test func editsThatAnotherHostHasShownAreNotMadeAgain() throws {
    let bench = try bench(4)
    let host = bench.host
    host.answer = .late
    bench.list.update(with: [.move(2, to: .above(1))])
    bench.list.update(with: [.move(1, to: .end(of: "main"))])
    bench.list.update(with: [.append([plate(4)], to: "main")])
    while host.open.isEmpty { bench.machine.step() }
    let other = RecordingHost()
    bench.list.attach(other)
    bench.settle()
    #expect(other.shown == plates([0, 2, 3, 1, 4]) && other.faults.isEmpty)
  }

  @Test func editsReferToTheUpdateUnderWay() throws {
    let bench = try bench()
    bench.list.update { plates(10..<20) }
    bench.list.update(with: [.remove(10), .append([plate(20)], to: "main")])
    bench.settle()
    #expect(bench.host.shown == plates(11..<21))
    bench.list.update(with: [.remove(11)])
    bench.list.update(with: plates(0..<2))
    bench.settle()
    #expect(bench.host.shown == plates(0..<2))
  }

  @Test func aWrongEditFailsItsUpdateOnly() throws {
    let bench = try bench()
    let good = bench.list.update(with: [.remove(0)])
    let bad = bench.list.update(with: [.remove(1), .remove(99)])
    let last = bench.list.update(with: [.append([plate(3)], to: "main")])
    bench.settle()
    #expect(bench.host.shown == plates(1..<4))
    #expect(last.currentOutcome?.name == "applied 4" && good.currentOutcome != nil)
    #expect(bad.currentOutcome?.name.hasPrefix("applied") == false)
    let alone = bench.list.update(with: [.remove(1), .remove(99)])
    bench.settle()
    guard case .failed(let error) = alone.currentOutcome else {
      Issue.record("the edit fits")
      return
    }
    #expect(error is TableEditError && bench.host.shown == plates(1..<4))
  }

  @Test func editsKeepAFailureThatIsShown() throws {
    let bench = try bench()
    bench.list.showFailure(Outage(), after: bench.list.updates.state.newest)
    bench.settle()
    bench.list.update(with: [.append([plate(3)], to: "main")])
    bench.settle()
    #expect(bench.host.shown.rowCount == 4)
    #expect(bench.list.snapshot.model.loadState.error is Outage)
    #expect(bench.list.snapshot.modelAsMade == plates(0..<4))
  }

  @Test func copiesAreFoundAllTheSame() throws {
    var made = EditedModel(plates(0..<3))
    // In debug builds an edit that duplicates an identifier is rejected.
    #if DEBUG
      #expect(throws: TableEditError.self) {
        try made.apply([[.append([plate(1)], to: "main")]], isShown: true)
      }
      #expect(made.model == plates(0..<3))
    #else
      try made.apply([[.append([plate(1)], to: "main")]], isShown: true)
      #expect(made.model == plates([0, 1, 2, 1]))
    #endif
  }

  /// Random edits, several for each update: batches lead to the model and equal those of a diff.
  @Test func batchesAreThoseOfADiff() throws {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let bench = try bench(12)
    var model = plates(0..<12)
    var fresh = 100
    var known = 0
    for round in 0..<200 {
      let old = model
      var edits: [TableEdit] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let edit = randomEdit(of: model, &fresh, &random)
        _ = try model.apply(edit)
        edits.append(edit)
      }
      var made = EditedModel(old)
      try made.apply([edits], isShown: true)
      if let changes = made.changes, edits.count > 1 {
        known += 1
        let diff = Changeset(fromSections: old.sections, toSections: model.sections)
        #expect(changes == diff, "LINECASTER_SEED=\(seed), round \(round)")
      }
      bench.list.update(with: edits)
      if random.oneIn(2) { bench.settle() }
    }
    bench.settle()
    #expect(known > 50 && bench.host.shown == model && bench.host.faults.isEmpty)
  }

  /// New sections among random edits, which receive further edits, need no diff either.
  @Test func sectionsAreInsertedWithoutADiff() throws {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let trace = PipelineTrace()
    var options = PrecomputePipeline.Options()
    options.trace = trace
    let bench = try SimulatedBench(RecordingHost(), seed: 8, pipeline: options)
    var model = plates(0..<12)
    bench.list.update(with: model)
    bench.settle()
    let diffs = trace.spans.count { $0.name == .diff }
    var fresh = 100
    for round in 0..<120 {
      let old = model
      let known = Set(old.sections.flatMap(\.items).map(\.identifier))
      var edits: [TableEdit] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let section = try #require(model.sections.randomElement(using: &random)).identifier
        fresh += 2
        let (first, second) = (plate(fresh), plate(fresh + 1))
        let removable = model.sections.flatMap(\.items).filter { known.contains($0.identifier) }
        let edit: TableEdit =
          switch Int.random(in: 0..<4, using: &random) {
          case 0:
            .insertSection(
              TableSection(.number(-fresh), items: [first, second]),
              below: random.oneIn(4) ? nil : section)
          case 1 where removable.count > 3: .remove(removable[0].identifier)
          case 2 where !removable.isEmpty:
            .replace(TableItem(removable[0].identifier, cell: PlateCell(number: -fresh)))
          default: .insert([first], at: random.oneIn(2) ? .start(of: section) : .end(of: section))
          }
        _ = try model.apply(edit)
        edits.append(edit)
      }
      var made = EditedModel(old)
      try made.apply([edits], isShown: true)
      let diff = Changeset(fromSections: old.sections, toSections: model.sections)
      #expect(made.changes == diff, "LINECASTER_SEED=\(seed), round \(round)")
      bench.list.update(with: edits)
      bench.settle()
      #expect(bench.host.shown == model)
    }
    #expect(bench.host.faults.isEmpty && trace.spans.count { $0.name == .diff } == diffs)
  }

  /// Edits state their changes, so no content is compared.
  @Test func editsNeedNoDiff() throws {
    let trace = PipelineTrace()
    var options = PrecomputePipeline.Options()
    options.trace = trace
    let bench = try SimulatedBench(RecordingHost(), seed: 8, pipeline: options)
    bench.list.update(with: plates(0..<30))
    bench.settle()
    let edited = bench.list.update(with: [.remove(0)])
    bench.settle()
    #expect(bench.host.shown == plates(1..<30))
    let compared = bench.list.update(with: plates(2..<40))
    bench.settle()
    let diffs = trace.spans.filter { $0.name == .diff }.map(\.generation)
    #expect(!diffs.contains(edited.generation) && diffs.contains(compared.generation))
    #expect(bench.host.shown == plates(2..<40) && bench.host.faults.isEmpty)
  }

  private func randomEdit(
    of model: TableModel, _ fresh: inout Int, _ random: inout SeededGenerator
  ) -> TableEdit {
    let items = model.sections[0].items
    guard let item = items.randomElement(using: &random), items.count > 4 else {
      fresh += 1
      return .append([plate(fresh)], to: "main")
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6: return .remove(item.identifier)
    case 6:
      let place = items.first { $0.identifier != item.identifier }?.identifier
      return .move(item.identifier, to: place.map { .below($0) } ?? .start(of: "main"))
    case 7..<12:
      let cell = PlateCell(number: Int.random(in: 0..<3, using: &random))
      return .replace(TableItem(item.identifier, cell: cell))
    default:
      fresh += 2
      return .insert([plate(fresh - 1), plate(fresh)], at: .above(item.identifier))
    }
  }

  // MARK: Closures that may stop

  @Test func overtakenClosuresAreTold() async throws {
    let bench = try ThreadBench(RecordingHost())
    let list = try bench.list
    let stopped = Log<Bool>()
    let began = Log<Bool>()
    list.update { context in
      began.add(context.isCancelled)
      let end = ContinuousClock.now + .seconds(300)
      while ContinuousClock.now < end {
        do { try context.checkCancellation() } catch {
          stopped.add(true)
          throw error
        }
      }
      return boxes(1)
    }
    try await bench.drain { !began.entries.isEmpty }
    list.update { context in boxes(context.isCancelled ? 3 : 2) }
    try await bench.settle()
    try await bench.drain { !stopped.entries.isEmpty }
    #expect(began.entries == [false] && stopped.entries == [true])
    #expect(bench.host.shown == boxes(2))
  }

  /// Superseded closures that cannot be stopped do not block the workers they run on.
  @Test nonisolated func overtakenClosuresKeepNoWorker() async throws {
    let queue = WorkQueue(executor: OperationExecutor(workerCount: 2), maxPending: 64)
    let (began, shown) = (Log<Int>(), Log<Int>())
    let mayEnd = DispatchSemaphore(value: 0)
    for number in 1...4 {
      let shift = BuilderShift(queue)
      queue.enqueue(.display) {
        _ = shift.run {
          began.add(number)
          _ = mayEnd.wait(timeout: .now() + 600)
          return EditedModel(TableModel())
        }
      }
      try await began.wait { $0.count == number }
      shift.isNotWaitedFor()
    }
    queue.enqueue(.display) { shown.add(5) }
    try await shown.wait { !$0.isEmpty }
    #expect(began.entries == [1, 2, 3, 4] && shown.entries == [5])
    for _ in 0..<4 { mayEnd.signal() }
  }

  /// A list shows the newest update while the closures of all others still run.
  @Test func overtakenClosuresDoNotDelayTheNewest() async throws {
    let host = RecordingHost()
    let mailbox = DeliveryMailbox()
    var options = PrecomputePipeline.Options()
    options.workerCount = 2
    var listOptions = AutoDiffController.Options()
    listOptions.pace = UpdatePace(interval: .zero, maximumDelay: .seconds(600))
    let list = AutoDiffController(
      pipeline: try ThreadBench<RecordingHost>.pipeline(options),
      environment: LayoutEnvironment(width: 100), host: host, delivery: .manual(mailbox),
      options: listOptions)
    let (began, ended) = (Log<Int>(), Log<Int>())
    let mayEnd = DispatchSemaphore(value: 0)
    defer { for _ in 1...3 { mayEnd.signal() } }
    for number in 1...3 {
      list.update {
        began.add(number)
        // Ends the wait below.
        mailbox.post {}
        _ = mayEnd.wait(timeout: .now() + 600)
        ended.add(number)
        return boxes(number)
      }
      try await mailbox.drain { began.entries.count == number }
    }
    list.update(with: boxes(9))
    try await mailbox.drain { host.shown == boxes(9) }
    #expect(began.entries == [1, 2, 3] && ended.entries.isEmpty)
    #expect(host.shown == boxes(9) && host.generations == [4])
  }
}
