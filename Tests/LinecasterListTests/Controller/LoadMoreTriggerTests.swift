import LinecasterCells
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// Known faults of lists that load more: two requests at once, requests while rows are on their
/// way, none if scrolled by other means than a finger, and none in a list that is too short.
@Suite struct LoadMoreTriggerTests {
  @Test func asksOnceWhileTheEndIsNear() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 299)
    #expect(list.requests == 0)
    for offset in stride(from: 300.0, through: 400, by: 5) { list.scroll(to: offset) }
    list.scroll(to: 0)
    list.scroll(to: 400)
    #expect(list.requests == 1)
  }

  @Test func asksAgainOnlyAfterRowsHaveLandedAndSettled() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.show(100)
    list.scroll(to: 900)
    #expect(list.requests == 1)
    list.end()
    list.scroll(to: 900)
    #expect(list.requests == 1)
    list.settle()
    #expect(list.requests == 2)
  }

  @Test func rowsMayLandAfterLoadingHasEnded() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.end()
    list.scroll(to: 390)
    list.settle()
    #expect(list.requests == 1)
    list.show(55)
    #expect(list.requests == 1)
    list.settle()
    #expect(list.requests == 2)
  }

  @Test func oneJumpByKeyOrProgramIsEnough() {
    var list = LoadMoreScript(rows: 500)
    list.scroll(to: 4900)
    #expect(list.requests == 1)
    var fling = LoadMoreScript(rows: 500)
    for offset in [900.0, 2600, 4100, 4720, 4880, 4900] { fling.scroll(to: offset) }
    #expect(fling.requests == 1)
  }

  @Test func fillsAListThatIsTooShort() {
    var list = LoadMoreScript(rows: 3)
    for rows in [6, 9, 12, 15, 18] {
      list.end()
      list.show(rows)
      list.settle()
    }
    #expect(list.requests == 6)
    list.end()
    list.show(21)
    list.settle()
    #expect(list.requests == 6)
  }

  @Test func anEmptyListIsTooShort() {
    let list = LoadMoreScript(rows: 0)
    #expect(list.requests == 1)
  }

  @Test func doesNotAskForeverWhereNothingComes() {
    var list = LoadMoreScript(rows: 5)
    for _ in 0..<10 {
      list.end()
      list.show(5)
      list.settle()
      list.scroll(to: 0)
    }
    #expect(list.requests == 1)
  }

  @Test func asksAgainWhenTheEndHasGoneAndComesBack() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.end()
    list.scroll(to: 390)
    #expect(list.requests == 1)
    list.scroll(to: 100)
    list.scroll(to: 400)
    #expect(list.requests == 2)
  }

  @Test func asksAgainAfterAFailureOnlyOnRequest() {
    var list = LoadMoreScript(rows: 50)
    list.retry()
    list.scroll(to: 400)
    list.end(hasFailed: true)
    list.scroll(to: 0)
    list.scroll(to: 400)
    list.show(50)
    list.settle()
    #expect(list.requests == 1)
    #expect(list.trigger.phase == .failed)
    list.retry()
    list.retry()
    #expect(list.requests == 2)
    list.show(80)
    list.end()
    list.settle()
    list.scroll(to: 650)
    #expect(list.requests == 3)
  }

  @Test func aModelMaySayThatItLoadsAndFails() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.show(51, .loading)
    list.settle()
    list.showFailure(51)
    list.settle()
    list.end(hasFailed: true)
    list.scroll(to: 410)
    #expect(list.requests == 1)
    #expect(list.trigger.phase == .failed)
    // The program loads by itself.
    list.show(51, .loading)
    #expect(list.trigger.phase == .loading)
    list.show(90)
    list.settle()
    #expect(list.requests == 1)
    list.scroll(to: 800)
    #expect(list.requests == 2)
  }

  @Test func rowsThatSayItLoadsAreNotWhatWasLoaded() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.show(51, .loading)
    list.end()
    list.settle()
    list.show(50)
    list.settle()
    list.scroll(to: 400)
    #expect(list.requests == 1)
    #expect(list.trigger.phase == .spent)
  }

  @Test func asksForNothingWhereThereIsNothing() {
    var list = LoadMoreScript(rows: 50)
    list.show(50, .idle)
    list.settle()
    list.scroll(to: 400)
    #expect(list.requests == 0)
    list.show(50, .ready)
    list.scroll(to: 400)
    #expect(list.requests == 0)
    list.settle()
    #expect(list.requests == 1)
    list.show(80, .idle)
    list.end()
    list.settle()
    list.scroll(to: 700)
    #expect(list.requests == 1)
  }

  @Test func waitsForEstimatesToSettle() {
    var list = LoadMoreScript(rows: 500)
    // After an update of other rows, heights are estimates and the end may only seem near.
    list.show(40)
    list.scroll(to: 300)
    #expect(list.requests == 0)
    list.show(500)
    list.settle()
    #expect(list.requests == 0)
  }

  @Test func waitsForAViewport() {
    var trigger = LoadMoreTrigger()
    let geometry = RowGeometry(estimate: 10, count: 3)
    trigger.modelDidChange(state: .ready, rowCount: 3)
    let isAsked = trigger.listDidSettle(Viewport(offset: 0, length: 0), in: geometry)
    #expect(!isAsked)
    let isAskedNow = trigger.listDidSettle(Viewport(offset: 0, length: 100), in: geometry)
    #expect(isAskedNow)
  }

  @Test func aTallerViewportBringsTheEndNear() {
    var list = LoadMoreScript(rows: 50, threshold: .rows(5))
    list.scroll(to: 300)
    #expect(list.requests == 0)
    list.resize(to: 150)
    #expect(list.requests == 1)
  }

  @Test func endingTwiceDoesNothing() {
    var list = LoadMoreScript(rows: 50)
    list.end()
    list.end(hasFailed: true)
    list.scroll(to: 400)
    #expect(list.requests == 1)
    list.show(70)
    list.end()
    list.end(hasFailed: true)
    list.settle()
    list.scroll(to: 600)
    #expect(list.requests == 2)
  }
}

@Suite struct LoadMoreThresholdTests {
  /// 100 rows of 10 points, of which ten are visible.
  private let geometry = RowGeometry(estimate: 10, count: 100)

  private func isReached(_ threshold: LoadMoreThreshold, at offset: Double) -> Bool {
    threshold.isReached(at: .end, by: Viewport(offset: offset, length: 100), in: geometry)
  }

  @Test func countsScreensBelowTheViewport() {
    #expect(!isReached(.screens(1.5), at: 749))
    #expect(isReached(.screens(1.5), at: 750))
    #expect(!isReached(.screens(0), at: 899))
    #expect(isReached(.screens(0), at: 900))
    #expect(isReached(.screens(0), at: 2000))
  }

  @Test func countsRowsBelowTheViewport() {
    // The rows up to 84 are at least partly visible: 15 are left.
    #expect(!isReached(.rows(14), at: 750))
    #expect(isReached(.rows(15), at: 750))
    #expect(isReached(.rows(14), at: 751))
    #expect(isReached(.rows(0), at: 900))
    #expect(isReached(.rows(0), at: 2000))
    #expect(!isReached(.rows(99), at: -200))
  }

  @Test func countsScreensAndRowsAboveTheViewport() {
    func isReached(_ threshold: LoadMoreThreshold, at offset: Double) -> Bool {
      threshold.isReached(
        at: .start, by: Viewport(offset: offset, length: 100), in: geometry)
    }
    #expect(!isReached(.screens(1.5), at: 151) && isReached(.screens(1.5), at: 150))
    #expect(isReached(.screens(0), at: 0) && isReached(.screens(0), at: -50))
    #expect(!isReached(.rows(3), at: 40) && isReached(.rows(3), at: 39))
    #expect(isReached(.rows(0), at: -50) && !isReached(.rows(99), at: 2000))
  }

  @Test func isReachedByListsThatAreTooShort() {
    for threshold in [LoadMoreThreshold.screens(0), .rows(0)] {
      let viewport = Viewport(offset: 0, length: 100)
      #expect(threshold.isReached(at: .end, by: viewport, in: RowGeometry(estimate: 10, count: 3)))
      #expect(threshold.isReached(at: .end, by: viewport, in: RowGeometry(heights: [])))
    }
  }
}

/// Lists that load more near their end (A42, A53).
@Suite(.timeLimit(.minutes(60))) @MainActor struct LoadMoreTests {
  private struct Outage: Error {}

  private func model(_ count: Int, _ state: LoadState = .ready) -> TableModel {
    var model = plates(0..<count)
    model.loadState = state
    return model
  }

  /// Creates a list of pages of ten rows, thirty rows in all by default.
  private func bench(
    length: Double, pages: Int = 3
  ) throws -> (SimulatedBench<RecordingHost>, Log<Int>) {
    let host = RecordingHost()
    host.length = length
    let bench = try SimulatedBench(host, seed: 5)
    let loads = Log<Int>()
    let (list, machine) = (bench.list, bench.machine)
    list.onNearEnd(.rows(2)) { [weak list] done in
      loads.add(list?.snapshot.rowCount ?? 0)
      machine.delivery.send(after: .milliseconds(80)) {
        guard let list else { return }
        let count = list.snapshot.rowCount + 10
        list.update(with: model(count, count < pages * 10 ? .ready : .idle))
        done(nil)
      }
    }
    list.update(with: model(10))
    return (bench, loads)
  }

  @Test func loadsOnePageAtATimeWhileScrolled() throws {
    let (bench, loads) = try bench(length: 40)
    bench.settle()
    #expect(loads.entries.isEmpty)
    for offset in stride(from: 0.0, through: 260, by: 3) {
      bench.host.scroll(to: offset)
      bench.list.viewportDidChange()
      bench.settle()
    }
    #expect(loads.entries == [10, 20])
    #expect(bench.list.snapshot.rowCount == 30)
  }

  @Test func fillsAViewportThatIsTooLarge() throws {
    let (bench, loads) = try bench(length: 1_000, pages: 5)
    bench.settle()
    #expect(loads.entries == [10, 20, 30, 40])
    #expect(bench.host.shown.rowCount == 50)
  }

  @Test func aJumpLoadsOnce() throws {
    let (bench, loads) = try bench(length: 40)
    bench.settle()
    bench.list.scroll(to: RowIdentity(9), at: .bottom) { _ in }
    for _ in 0..<20 {
      bench.list.viewportDidChange()
      bench.machine.step()
    }
    bench.settle()
    #expect(loads.entries == [10])
  }

  @Test func errorsAreShownAndTriedAgainOnRequest() throws {
    let host = RecordingHost()
    host.length = 1_000
    let bench = try SimulatedBench(host, seed: 5)
    let list = bench.list
    let loads = Log<Int>()
    list.onNearEnd { [weak list] done in
      loads.add(1)
      if loads.entries.count == 1 { return done(Outage()) }
      list?.update(with: model(20, .idle))
      done(nil)
    }
    list.update(with: model(10))
    bench.settle()
    #expect(loads.entries.count == 1)
    #expect(host.shown.loadState.error is Outage && host.shown.rowCount == 10)
    list.viewportDidChange()
    bench.settle()
    #expect(loads.entries.count == 1)
    list.retryLoading()
    bench.settle()
    #expect(loads.entries.count == 2 && host.shown.rowCount == 20)
  }
}

/// A list of rows of 10 points in a viewport of 100 that counts its requests to load more.
struct LoadMoreScript {
  private(set) var trigger: LoadMoreTrigger
  private(set) var requests = 0
  private var rows = 0
  private var viewport = Viewport(offset: 0, length: 100)

  private struct Failure: Error {}

  /// Shows rows, more of which can be loaded, and lets them settle.
  init(rows: Int, threshold: LoadMoreThreshold = .screens(1)) {
    trigger = LoadMoreTrigger(threshold: threshold)
    show(rows)
    settle()
  }

  private var geometry: RowGeometry { RowGeometry(estimate: 10, count: rows) }

  mutating func show(_ rows: Int, _ state: LoadState = .ready) {
    self.rows = rows
    trigger.modelDidChange(state: state, rowCount: rows)
  }

  mutating func showFailure(_ rows: Int) { show(rows, .failed(Failure())) }

  mutating func settle() {
    count(trigger.listDidSettle(viewport, in: geometry))
  }

  /// Scrolls by wheel, finger, key or program: only the offset is reported.
  mutating func scroll(to offset: Double) {
    viewport.offset = offset
    count(trigger.viewportDidChange(viewport, in: geometry))
  }

  mutating func resize(to length: Double) {
    viewport.length = length
    count(trigger.viewportDidChange(viewport, in: geometry))
  }

  mutating func end(hasFailed: Bool = false) { trigger.loadingDidEnd(hasFailed: hasFailed) }

  mutating func retry() { count(trigger.retry()) }

  private mutating func count(_ wantsMore: Bool) { if wantsMore { requests += 1 } }
}
