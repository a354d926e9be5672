import LinecasterBase
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// Heights found while an update is in progress reach host and controller when it lands.
@Suite(.timeLimit(.minutes(60))) @MainActor struct LandingTests {
  private func height(_ number: Int) -> Double { Double(5 + number * 7 % 31) }

  private func bench(
    _ options: AutoDiffController.Options = .init()
  ) throws -> SimulatedBench<RecordingHost> {
    let host = RecordingHost()
    host.length = 100
    let bench = try SimulatedBench(host, seed: 5, options: options)
    bench.list.update(with: plates(0..<4_000, height: height))
    while host.generations.isEmpty { bench.machine.step() }
    return bench
  }

  /// Starts an update with a slow builder, during which the host jumps far down and idle work goes
  /// on.
  private func update(
    _ bench: SimulatedBench<RecordingHost>, to model: TableModel
  ) -> UpdateHandle {
    bench.list.update { [list = bench.list, machine = bench.machine, host = bench.host] in
      MainActor.assumeIsolated {
        host.scroll(to: 30_000)
        list.viewportDidChange()
        for _ in 0..<60 { machine.step() }
      }
      return model
    }
  }

  private func tops(_ bench: SimulatedBench<RecordingHost>) throws -> [Double] {
    let geometry = try #require(bench.host.snapshot).geometry
    let rows = geometry.rows(in: bench.host.offset..<bench.host.offset + 100)
    return rows.map { geometry.offset(ofRow: $0) - bench.host.offset }
  }

  /// The number of measured rows, including those not yet reported to the host.
  private func knownRows(_ list: AutoDiffController) -> Int {
    let geometry = list.snapshot.geometry
    let found = Set(list.rows.state.found.map(\.row))
    return geometry.measuredCount + found.count { !geometry.isMeasured($0) }
  }

  private func heights(_ snapshot: TableSnapshot?) -> [Double] {
    (0..<(snapshot?.rowCount ?? 0)).map { snapshot?.geometry.height(ofRow: $0) ?? 0 }
  }

  @Test func heightsFoundMeanwhileAreKept() throws {
    let bench = try bench()
    let handle = update(bench, to: plates(0..<4_001, height: height))
    while bench.host.offset < 1_000 { bench.machine.step() }
    var (before, known) = (try tops(bench), 0)
    while handle.currentOutcome == nil {
      (before, known) = (try tops(bench), knownRows(bench.list))
      bench.machine.step()
    }
    #expect(bench.list.snapshot.geometry.measuredCount >= known)
    let geometry = try #require(bench.host.snapshot).geometry
    #expect(try tops(bench) == before && bench.host.generations == [1, 2])
    let rows = geometry.rows(in: bench.host.offset..<bench.host.offset + 100)
    #expect(rows.allSatisfy { geometry.isMeasured($0) })
  }

  /// An update to an equal model is no batch for the host, but delivers heights found meanwhile.
  @Test func updatesThatShowNothingLeaveRowsWhereTheHostHasThem() throws {
    for measuresIdly in [true, false] {
      var options = AutoDiffController.Options()
      options.measuresIdly = measuresIdly
      let bench = try bench(options)
      let handle = update(bench, to: plates(0..<4_000, height: height))
      while handle.currentOutcome == nil { bench.machine.step() }
      #expect(handle.currentOutcome?.name == "applied 2" && bench.host.generations == [1])
      #expect(heights(bench.host.snapshot) == heights(bench.list.snapshot))
      let first = try tops(bench)
      bench.settle()
      #expect(heights(bench.host.snapshot) == heights(bench.list.snapshot))
      #expect(try tops(bench).prefix(1) == first.prefix(1))
    }
  }

  /// Heights of rows out of sight are reported at most ten times a second.
  @Test func theHostHearsOfRowsFarFromSightTenTimesASecond() throws {
    let bench = try bench()
    let start = bench.machine.now
    let told = bench.host.offsets.count
    bench.settle()
    let seconds = Double((bench.machine.now - start).components.seconds) + 1
    #expect(bench.list.snapshot.geometry.measuredCount == 4_000)
    #expect(heights(bench.host.snapshot) == heights(bench.list.snapshot))
    #expect(Double(bench.host.offsets.count - told) <= 10 * seconds + 10)
  }

  /// No heights are reported if all rows have their estimated height.
  @Test func theHostHearsNothingWhereNothingMoves() throws {
    let host = RecordingHost()
    host.length = 100
    let bench = try SimulatedBench(host, seed: 5)
    bench.list.update(with: plates(0..<2_000))
    bench.settle()
    #expect(bench.list.snapshot.geometry.measuredCount == 2_000 && host.offsets.isEmpty)
  }

  /// Rows without height are above visible ones.
  @Test(arguments: [true, false]) func rowsBelowHiddenOnesAreShown(measuresIdly: Bool) throws {
    var options = AutoDiffController.Options()
    options.measuresIdly = measuresIdly
    let host = RecordingHost()
    host.length = 100
    let bench = try SimulatedBench(host, seed: 5, options: options)
    bench.list.update(with: plates(0..<2_000) { $0 < 60 ? 0 : 30 })
    bench.settle()
    let total = bench.list.snapshot.geometry.totalHeight
    #expect(measuresIdly ? total == 1_940 * 30 : total > 10_000)
    #expect((60..<63).allSatisfy { host.pixels[RowIdentity(.number($0))] != nil })
  }

  private struct NoModel: Error {}

  /// The main actor takes a limited number of heights at landing; the rest follows after it, or
  /// once it is known that the update does not land.
  @Test(arguments: [true, false]) func moreRowsThanCanBeTakenInWait(lands: Bool) throws {
    let count = HeightJournal.roomForIdleWork + 4_000
    let host = RecordingHost()
    host.length = 100
    let bench = try SimulatedBench(host, seed: 5)
    bench.list.update(with: plates(0..<count))
    while host.generations.isEmpty { bench.machine.step() }
    let found = Log<Int>()
    let handle = bench.list.update { [list = bench.list, machine = bench.machine] in
      MainActor.assumeIsolated {
        for _ in 0..<4 * count / PrecomputePipeline.rowsPerMeasureChunk { machine.step() }
        found.add(list.snapshot.geometry.measuredCount)
      }
      if !lands { throw NoModel() }
      return plates(0..<count + 1)
    }
    bench.settle()
    let most = try #require(found.entries.first)
    #expect(most > count / 2 && most < count - 1_000, "\(most) rows")
    #expect(handle.currentOutcome?.name == (lands ? "applied 2" : "failed"))
    #expect(bench.list.snapshot.geometry.measuredCount == count + (lands ? 1 : 0))
  }
}
