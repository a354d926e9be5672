import Foundation
import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterListSupport
import LinecasterRaster
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterList

@Suite struct MemoryBudgetTests {
  private static let imageBytes = 40 * 40 * 4

  private struct Kept {
    let budget: MemoryBudget
    let keys: [WorkBand: [MeasurementKey]]

    /// The number of images left in each band.
    var left: [WorkBand: Int] {
      keys.mapValues { $0.count { budget.caches.images.value(for: $0) != nil } }
    }
  }

  /// Creates caches with ten images of each band.
  private func kept() throws -> Kept {
    let caches = PipelineCaches(PrecomputePipeline.Options())
    let registry = BandRegistry()
    let environment = LayoutEnvironment(width: 40)
    var keys: [WorkBand: [MeasurementKey]] = [:]
    var bands: [MeasurementKey: WorkBand] = [:]
    for band in WorkBand.allCases {
      for number in 0..<10 {
        let key = MeasurementKey(
          AnyCell(BoxCell(number: band.rawValue * 100 + number)), environment)
        caches.keep(
          CellResult(
            value: CellImage(
              bitmap: try Bitmap(width: 40, height: 40), size: Size(width: 40, height: 40),
              scale: .one), missingImages: nil), for: key)
        keys[band, default: []].append(key)
        if band != .idle { bands[key] = band }
      }
    }
    registry.set(bands, of: ObjectIdentifier(registry))
    return Kept(budget: MemoryBudget(caches: caches, registry: registry), keys: keys)
  }

  @Test func takesWhatIsWantedLeastFirst() throws {
    let kept = try kept()
    let all = kept.budget.caches.byteCount
    kept.budget.trim(to: all - 5 * Self.imageBytes)
    var left = kept.left
    #expect((4...5).contains(left[.idle] ?? 0))
    #expect(left[.preload] == 10 && left[.display] == 10 && left[.visible] == 10)
    kept.budget.trim(to: all - 15 * Self.imageBytes)
    left = kept.left
    #expect(left[.idle] == 0 && left[.display] == 10 && left[.visible] == 10)
    #expect((4...6).contains(left[.preload] ?? 0))
  }

  @Test func keepsWhatCanBeSeenWhateverIsAskedFor() throws {
    for bytes in [0, -1, Int.min] {
      let kept = try kept()
      kept.budget.trim(to: bytes)
      #expect(kept.left == [.touched: 10, .visible: 10, .display: 0, .preload: 0, .idle: 0])
    }
  }

  /// Rows of many screens, which are costly to draw, stay in the cache.
  @Test func keepsImagesAsLargeAsAThirdOfTheCache() throws {
    var options = PrecomputePipeline.Options()
    options.imageCacheBytes = 1 << 20
    let caches = PipelineCaches(options)
    for number in 0..<50 {
      let key = MeasurementKey(AnyCell(BoxCell(number: number)), LayoutEnvironment(width: 100))
      let image = CellImage(
        bitmap: try Bitmap(width: 100, height: 850), size: Size(width: 100, height: 850),
        scale: .one)
      caches.keep(CellResult(value: image, missingImages: nil), for: key)
      #expect(caches.images.peek(key) != nil)
    }
    #expect(caches.byteCount <= 1 << 20)
  }

  /// Limits include the memory of cells that only cache keys still hold.
  @Test @MainActor func limitsCountTheCellsThatKeysKeep() async throws {
    var options = PrecomputePipeline.Options()
    options.sizeCacheBytes = 4 << 20
    options.arrangementCacheBytes = 4 << 20
    options.imageCacheBytes = 4 << 20
    let bench = try ThreadBench(HeadlessHost(.points(50)), options: options)
    let counter = PayloadCell.Counter()
    for round in 0..<5 {
      let items = (0..<100).map { number in
        TableItem(.number(number), cell: PayloadCell(round * 100 + number, counter))
      }
      try bench.list.update(with: TableModel(items: items))
      try await bench.settle()
    }
    try bench.list.update(with: TableModel())
    try await bench.settle()
    // The model is freed by deferred work.
    await withCheckedContinuation { continuation in
      bench.pipeline.work.runAside { continuation.resume() }
    }
    #expect(counter.bytes > 2 << 20)
    #expect(counter.bytes <= bench.pipeline.cachedByteCount + PayloadCell.size * 8)
    bench.pipeline.trimMemory(to: 1 << 20)
    #expect(counter.bytes <= 1 << 20 + PayloadCell.size * 8)
  }

  @Test func takesTheNearestWishOfAllLists() {
    let registry = BandRegistry()
    let key = MeasurementKey(AnyCell(BoxCell()), LayoutEnvironment(width: 1))
    let lists = [BandRegistry(), BandRegistry()]
    registry.set([key: .preload], of: ObjectIdentifier(lists[0]))
    registry.set([key: .visible], of: ObjectIdentifier(lists[1]))
    #expect(registry.bands == [key: .visible])
    registry.set([:], of: ObjectIdentifier(lists[1]))
    #expect(registry.bands == [key: .preload])
  }
}

/// A cell that holds much more than it shows.
private struct PayloadCell: Cell {
  static let size = 100_000

  /// A count of the bytes of live payloads.
  final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var bytes: Int { count.load(ordering: .relaxed) }
    func add(_ bytes: Int) { count.wrappingAdd(bytes, ordering: .relaxed) }
  }

  private final class Payload: Sendable {
    let bytes = [UInt8](repeating: 1, count: PayloadCell.size)
    let counter: Counter

    init(_ counter: Counter) {
      self.counter = counter
      counter.add(PayloadCell.size)
    }

    deinit { counter.add(-PayloadCell.size) }
  }

  let number: Int
  private let payload: Payload

  init(_ number: Int, _ counter: Counter) {
    self.number = number
    payload = Payload(counter)
  }

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    Box(.black, size: Size(width: 10, height: 10)).node
  }
}

@Suite(.timeLimit(.minutes(60))) struct MemoryPressureWatcherTests {
  private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("linecaster-pressure-\(UUID().uuidString)")

  /// Shows a hundred rows in a list, which keeps the caches of its pipeline: they are trimmed some
  /// time after the last list is gone.
  @MainActor
  private func rows() async throws -> ThreadBench<HeadlessHost> {
    let bench = try ThreadBench(HeadlessHost(.rows(1)))
    try bench.list.update(
      with: TableModel(
        items: (0..<100).map { TableItem(.number($0), cell: WordsCell(words: "row \($0)")) }))
    try await bench.settle()
    return bench
  }

  private func write(pressure: String) throws {
    let text = "some avg10=\(pressure) avg60=0.00 avg300=0.00 total=1\n"
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Waits until caches shrink, or until the file has been read many times.
  private func shrinks(_ pipeline: PrecomputePipeline, from bytes: Int) async throws -> Bool {
    for _ in 0..<200 {
      if pipeline.cachedByteCount < bytes { return true }
      try await Task.sleep(for: .milliseconds(1))
    }
    return false
  }

  @Test @MainActor func trimsWhileMemoryIsShortAndOnlyThen() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let bench = try await rows()
    let pipeline = bench.pipeline
    let all = pipeline.cachedByteCount
    #expect(all > 10_000)
    try write(pressure: "4.99")
    var watcher: MemoryPressureWatcher? = MemoryPressureWatcher(
      pipeline: pipeline, threshold: 0.05, interval: .milliseconds(1), file: file)
    #expect(try await !shrinks(pipeline, from: all))
    try write(pressure: "5.01")
    while pipeline.cachedByteCount > all / 2 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(watcher != nil)
    watcher = nil
    withExtendedLifetime(bench) {}
  }

  @Test @MainActor func doesNothingWithoutTheFileOrWithoutThePipeline() async throws {
    var bench: ThreadBench<HeadlessHost>? = try await rows()
    weak let held = bench?.pipeline
    let watcher = MemoryPressureWatcher(
      pipeline: try #require(held), interval: .milliseconds(1), file: file)
    let all = try #require(held?.cachedByteCount)
    #expect(try await !shrinks(try #require(held), from: all))
    bench?.releaseController()
    bench = nil
    while held != nil { try await Task.sleep(for: .milliseconds(1)) }
    withExtendedLifetime(watcher) {}
  }

  @Test func readsWhatTheKernelWrites() {
    let text = """
      some avg10=12.50 avg60=3.00 avg300=0.80 total=4578213
      full avg10=90.00 avg60=1.00 avg300=0.30 total=1234567

      """
    #expect(MemoryPressureWatcher.recentPressure(text) == 0.125)
  }

  @Test(arguments: [
    "", "full avg10=1.00 avg60=0 avg300=0 total=0", "some avg60=1.00", "some avg10=x",
    "some avg10=-1", "some avg10=101", "some avg10=nan", "\u{0}\u{0}",
  ])
  func refusesAnythingElse(_ text: String) {
    #expect(MemoryPressureWatcher.recentPressure(text) == nil)
  }
}

/// The memory of a pipeline after its last list is gone.
@Suite(.timeLimit(.minutes(60))) @MainActor struct UnusedResultsTests {
  /// Shows rows with more than a megabyte of pixels.
  private func show(_ bench: SimulatedBench<RecordingHost>) {
    bench.list.update(with: plates(0..<40) { _ in 100 })
    bench.settle()
  }

  private func bench() throws -> SimulatedBench<RecordingHost> {
    let host = RecordingHost()
    host.length = 4_000
    return try SimulatedBench(host, seed: 3)
  }

  @Test func theLastListTakesTheCachesWithIt() throws {
    let bench = try bench()
    show(bench)
    #expect(bench.pipeline.cachedByteCount > 1 << 20)
    let other = AutoDiffController(
      pipeline: bench.pipeline, environment: bench.list.environment,
      delivery: bench.machine.delivery)
    bench.list.tearDown()
    bench.settle()
    #expect(bench.pipeline.cachedByteCount > 1 << 20)
    other.tearDown()
    bench.settle()
    #expect(bench.pipeline.cachedByteCount == 0)
  }

  /// A list that follows another at once finds its caches.
  @Test func aListThatComesAtOnceFindsTheCaches() throws {
    let bench = try bench()
    show(bench)
    bench.list.tearDown()
    let host = RecordingHost()
    host.length = 4_000
    let other = AutoDiffController(
      pipeline: bench.pipeline, environment: LayoutEnvironment(width: 100), host: host,
      delivery: bench.machine.delivery)
    let drawn = bench.pipeline.statistics.rowsRasterized
    other.update(with: plates(0..<40) { _ in 100 })
    bench.settle()
    #expect(host.pixels.count == 40 && bench.pipeline.statistics.rowsRasterized == drawn)
  }
}
