import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterListSupport
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// Scrolling to rows among others that were not measured (A57).
@Suite(.timeLimit(.minutes(60))) @MainActor struct ScrollingTests {
  private func bench(
    _ options: AutoDiffController.Options = .init()
  ) throws -> SimulatedBench<RecordingHost> {
    let host = RecordingHost()
    host.length = 70
    return try SimulatedBench(host, seed: 9, options: options)
  }

  private let height = { (number: Int) in Double(4 + number * 7 % 29) }

  @Test func landsExactlyWithUnmeasuredRowsBetween() async throws {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    var options = AutoDiffController.Options()
    options.measuresIdly = false
    let bench = try bench(options)
    bench.list.update(with: plates(0..<20_000, height: height))
    bench.settle()
    for _ in 0..<200 {
      // Yields the main actor to other tests.
      await Task.yield()
      let row = Int.random(in: 0..<19_900, using: &random)
      let measured = bench.pipeline.statistics.rowsMeasured
      let results = Log<Bool>()
      bench.list.scroll(to: RowIdentity(.number(row)), at: .top) { results.add($0) }
      bench.settle()
      #expect(results.entries == [true])
      let geometry = bench.list.snapshot.geometry
      let error = geometry.offset(ofRow: row) - bench.host.offset
      #expect(abs(error) <= 1, "LINECASTER_SEED=\(seed): row \(row) is off by \(error)")
      #expect(
        geometry.rows(in: bench.host.offset..<bench.host.offset + 70)
          .allSatisfy { geometry.isMeasured($0) })
      #expect(bench.pipeline.statistics.rowsMeasured - measured < 80)
    }
  }

  @Test func waitsForTheUpdateUnderWay() throws {
    let bench = try bench()
    bench.list.update(with: plates(0..<100))
    bench.settle()
    bench.list.update(with: plates(500..<700))
    let results = Log<Bool>()
    bench.list.scroll(to: RowIdentity(600), at: .top) { results.add($0) }
    #expect(results.entries.isEmpty)
    bench.settle()
    #expect(results.entries == [true])
    #expect(bench.list.snapshot.geometry.row(at: bench.host.offset) == 100)
  }

  @Test func rowsThatAreNotThereEndIt() throws {
    let bench = try bench()
    bench.list.update(with: plates(0..<100))
    bench.settle()
    let results = Log<Bool>()
    bench.list.scroll(to: RowIdentity("nowhere"), at: .top) { results.add($0) }
    bench.list.scroll(to: RowIdentity(7), at: .top) { results.add($0) }
    bench.settle()
    #expect(results.entries == [false, true])
    bench.list.tearDown()
    bench.list.scroll(to: RowIdentity(7), at: .top) { results.add($0) }
    #expect(results.entries == [false, true, false])
  }

  /// Visible rows stay in place through random edits and corrections at random offsets, also while
  /// the list is scrolled.
  @Test func theAnchorStaysWhereItIs() async throws {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let bench = try bench()
    var numbers = Array(0..<400)
    var fresh = 10_000
    bench.list.update(with: plates(numbers, height: height))
    bench.settle()
    for round in 0..<150 {
      await Task.yield()
      bench.host.scroll(to: Double.random(in: 500...3_000, using: &random))
      bench.list.viewportDidChange()
      for _ in 0..<Int.random(in: 0...9, using: &random) { bench.machine.step() }
      let before = bench.list.snapshot.geometry
      let visible = before.rows(in: bench.host.offset..<bench.host.offset + 70)
      let kept = Set(visible.map { numbers[$0] })
      for _ in 0..<5 {
        let place = Int.random(in: 0..<numbers.count, using: &random)
        if random.oneIn(2) {
          numbers.insert(fresh, at: place)
          fresh += 1
        } else if !kept.contains(numbers[place]) {
          numbers.remove(at: place)
        }
      }
      let top = visible.lowerBound
      let anchor = bench.list.snapshot.item(atRow: top)?.identifier ?? 0
      let distance = before.offset(ofRow: top) - bench.host.offset
      bench.list.update(with: plates(numbers, height: height))
      bench.settle()
      let row = try #require(bench.list.row(of: anchor))
      let moved = bench.list.snapshot.geometry.offset(ofRow: row) - bench.host.offset - distance
      try #require(abs(moved) <= 1, "LINECASTER_SEED=\(seed), round \(round): moved by \(moved)")
    }
    #expect(bench.host.faults.isEmpty)
  }

  @Test func goesToARowBesideOneThatCannotBeMeasured() throws {
    let bench = try bench()
    var model = plates(0..<2_000)
    model.sections[0].items[1_500].cell = AnyCell(PlateCell(number: 0, isUnusable: true))
    bench.list.update(with: model)
    let results = Log<Bool>()
    bench.list.scroll(to: RowIdentity(1_498)) { results.add($0) }
    bench.settle()
    #expect(results.entries == [true])
    #expect(bench.list.snapshot.geometry.row(at: bench.host.offset) == 1_498)
  }

  @Test func thoseWhoWaitAreToldWhenTheListGoes() throws {
    let machine = SimulatedMachine(seed: 3)
    let results = Log<Bool>()
    do {
      let list = AutoDiffController(
        pipeline: PrecomputePipeline(
          arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), machine: machine),
        environment: LayoutEnvironment(width: 100), delivery: machine.delivery)
      list.scroll(to: RowIdentity(5)) { results.add($0) }
    }
    machine.run()
    #expect(results.entries == [false])
  }

  /// A scroll does not wait for updates that come later, so a stream of them cannot delay it.
  @Test func goesWhileUpdatesKeepComing() throws {
    let bench = try bench()
    bench.list.update(with: plates(0..<400))
    bench.settle()
    let results = Log<Bool>()
    for number in 0..<60 {
      var model = plates(0..<400)
      model.sections[0].items[2].cell = AnyCell(PlateCell(number: 1_000 + number))
      let update = bench.list.update(with: model)
      if number == 3 { bench.list.scroll(to: RowIdentity(300)) { results.add($0) } }
      // The next update is requested before this one has landed.
      while bench.list.updates.state.running != update.generation, bench.machine.step() {}
    }
    #expect(results.entries == [true] && !bench.list.isIdle)
    bench.settle()
    #expect(bench.list.snapshot.geometry.row(at: bench.host.offset) == 300)
  }
}
