import BenchMeasurement
import Dispatch
import Foundation
import Linecaster
import LinecasterFeed
import Synchronization

/// List measurements from the user's view: the first rows of a long list, all rows of a list,
/// memory.
extension FeedWorkloads {
  /// The number of rows in a long list.
  static let manyRows = 100_000
  /// The number of rows in a short list.
  private static let fewRows = 100
  /// The number of rows drawn with all pixels kept, some 150 MB.
  private static let keptRows = 1_000
  /// The height of a window, in layout points.
  private static let windowHeight = 800.0

  var lists: [Workload] {
    [
      firstViewport("viewport-100", rows: Self.fewRows),
      firstViewport("viewport-100k", rows: Self.manyRows),
      precomputing("precompute", workers: 1),
      precomputing("precompute-parallel", workers: workers),
      precomputingAgain, memory, firstSemantics,
    ]
  }

  /// Returns the feed repeated to a length, with a number in each message.
  func messages(_ count: Int) -> [FeedItem] {
    (0..<count).map { row in
      var item = feed.items[row % feed.items.count]
      item.identifier = .number(row)
      if row >= feed.items.count { item.body += " \(row)" }
      return item
    }
  }

  private func model(rows: Int) throws -> TableModel { try model(of: messages(rows))() }

  /// Measures from making the model to drawing all visible rows, with empty caches.
  private func firstViewport(_ mode: String, rows: Int) -> Workload {
    workload(mode, units: 1) {
      let model = try model(rows: rows)
      let list = makeList(
        workers: workers, extent: .points(Self.windowHeight))
      return {
        list.controller.update(with: model)
        try list.waitUntilSeen()
        let measured = list.controller.snapshot.geometry.measuredCount
        list.controller.tearDown()
        return .init(facts: [.init("rows", rows), .init("measured", measured)])
      }
    }
    .with { $0.clock = .wall }
  }

  private func precomputing(_ mode: String, workers: Int) -> Workload {
    let count = min(Self.keptRows, feed.items.count)
    return workload(mode, units: count) {
      let model = try model(rows: count)
      let list = makeList(workers: workers, extent: .all)
      return { try show(model, on: list, facts: [.init("workers", workers)]) }
    }
    .with { $0.clock = .wall }
  }

  /// A second list of the same rows, with their pixels in the caches.
  private var precomputingAgain: Workload {
    let count = min(Self.keptRows, feed.items.count)
    return workload("precompute-warm", units: count) {
      let model = try model(rows: count)
      let first = makeList(workers: 1, extent: .all)
      _ = try show(model, on: first, facts: [])
      let second = FeedList(pipeline: first.pipeline, environment: environment, extent: .all)
      return {
        let outcome = try show(model, on: second, facts: [.init("workers", 1)])
        _ = first
        return outcome
      }
    }
    .with { $0.clock = .wall }
  }

  private func show(
    _ model: TableModel, on list: FeedList, facts: [Sample.Fact]
  ) throws -> Workload.Outcome {
    let processor = Stopwatch(.process)
    try list.waitUntilApplied(list.controller.update(with: model, policy: .complete))
    try list.waitUntilSeen()
    return .init(
      facts: facts + [
        .init("cpu_ns", processor.nanoseconds),
        .init("glyphs", list.pipeline.statistics.glyphsDrawn),
      ])
  }

  /// The first accessibility tree of a long list, and one after it.
  private var firstSemantics: Workload {
    workload("semantics-100k", units: 1) {
      let model = try model(rows: Self.manyRows)
      let list = makeList(workers: workers, extent: .points(Self.windowHeight))
      try list.waitUntilApplied(list.controller.update(with: model))
      try list.waitUntilSeen()
      return {
        let before = Stopwatch(.thread)
        let items = list.controller.semantics().rows.count
        let first = before.nanoseconds
        let again = Stopwatch(.thread)
        _ = list.controller.semantics()
        return .init(
          facts: [.init("items", items), .init("again_ns", again.nanoseconds)], nanoseconds: first)
      }
    }
  }

  /// The memory of a long list of distinct messages, measured to the last row.
  private var memory: Workload {
    workload("memory-100k", units: Self.manyRows) {
      let model = try model(rows: Self.manyRows)
      let list = makeList(workers: workers, extent: .points(Self.windowHeight))
      let before = ResidentMemory.bytes
      return {
        try list.waitUntilApplied(list.controller.update(with: model, policy: .complete))
        try list.waitUntilSeen()
        return .init(facts: [.init("resident_bytes", ResidentMemory.bytes - before)])
      }
    }
    .with { $0.clock = .wall }
  }
}

extension FeedWorkloads {
  /// The edits in a round: enough for the 99th percentile to be one of the slowest.
  private static let editCount = 100
  /// The edits in a round of a list with a section for each row.
  private static let sectionEditCount = 20
  /// The number of visible rows, about a screen.
  private static let visibleRows = 20
  /// The number of rows in an image.
  private static let imageRows = 200
  private static let seed: UInt64 = 1

  var updates: [Workload] {
    [
      updating("update") { feed.items },
      updating("update-100k") { messages(Self.manyRows) },
      updating("update-sections", editCount: Self.sectionEditCount, inSections: true) {
        messages(Self.manyRows)
      },
      sectionEdits,
    ]
  }

  /// Measures random edits, each applied to the whole list before the next.
  ///
  /// - Parameter inSections: Whether each row is a section of its own.
  private func updating(
    _ mode: String, editCount: Int = Self.editCount, inSections: Bool = false,
    _ items: @escaping () -> [FeedItem]
  ) -> Workload {
    workload(mode, units: editCount) {
      let list = makeList(workers: workers, extent: .rows(Self.visibleRows))
      let makeModel = inSections ? sections(of:) : model(of:)
      var editor = FeedEditor(items(), seed: Self.seed)
      try list.show(makeModel(editor.items))
      return {
        try time(editCount, on: list) { _ in
          editor.edit()
          let update = makeModel(editor.items)
          return { list.controller.update(update) }
        }
      }
    }
    .with { $0.clock = .wall }
  }

  /// Measures edits that replace a row in a list with a section for each row. No model is made or
  /// compared.
  private var sectionEdits: Workload {
    workload("update-sections-edit", units: Self.sectionEditCount) {
      let list = makeList(workers: workers, extent: .rows(Self.visibleRows))
      let items = messages(Self.manyRows)
      try list.show(sections(of: items))
      return {
        try time(Self.sectionEditCount, on: list) { number in
          var item = items[number * 4_999 % items.count]
          item.body += " \(number)"
          let rows = try model(of: [item])().sections.flatMap(\.items)
          let edits = rows.filter { $0.identifier == item.identifier }.map { TableEdit.replace($0) }
          return { list.controller.update(with: edits) }
        }
      }
    }
    .with { $0.clock = .wall }
  }

  /// Measures updates, each applied before the next.
  ///
  /// - Parameter makeUpdate: Returns the request of an update, by its number; not measured.
  private func time(
    _ count: Int, on list: FeedList,
    _ makeUpdate: (Int) throws -> @MainActor () -> UpdateHandle
  ) throws -> Workload.Outcome {
    var (times, mainTimes) = ([Int](), [Int]())
    for number in 0..<count {
      let request = try makeUpdate(number)
      let wall = Stopwatch(.wall)
      let before = list.loop.busyNanoseconds
      let handle = list.loop.count { request() }
      try list.waitUntilApplied(handle)
      times.append(wall.nanoseconds)
      mainTimes.append(list.loop.busyNanoseconds - before)
    }
    return outcome(list, times, mainTimes)
  }

  /// Returns what makes a model of items, each in a section of its own.
  private func sections(of items: [FeedItem]) -> @Sendable () throws -> TableModel {
    let flat = model(of: items)
    return {
      let rows = try flat().sections.flatMap(\.items)
      return TableModel(sections: rows.map { TableSection($0.identifier, items: [$0]) })
    }
  }

  private func outcome(
    _ list: FeedList, _ times: [Int], _ mainTimes: [Int]
  ) -> Workload.Outcome {
    let facts: [Sample.Fact] = [
      .init("rows", list.controller.snapshot.rowCount),
      .init("p50_ns", times.percentile(0.5)), .init("p99_ns", times.percentile(0.99)),
      .init("main_p50_ns", mainTimes.percentile(0.5)),
      .init("main_p99_ns", mainTimes.percentile(0.99)),
      .init("deliveries", list.pipeline.statistics.deliveries),
      .init("longest_delivery_ns", list.pipeline.statistics.longestDelivery),
    ]
    return .init(facts: facts, nanoseconds: times.reduce(0, +))
  }

  /// The top of the feed, from messages to one image, with open fonts and empty caches.
  var endToEnd: Workload {
    let count = min(Self.imageRows, feed.items.count)
    return workload("end-to-end", units: count) {
      let items = Array(feed.items.prefix(count))
      let list = makeList(workers: workers, extent: .rows(count))
      return {
        try list.show(model(of: items))
        guard let image = try list.host.composition()?.bitmap() else {
          throw BenchmarkFailure("nothing was drawn")
        }
        return .init(facts: [
          .init("pixels", image.width * image.height),
          .init("glyphs", list.pipeline.statistics.glyphsDrawn),
        ])
      }
    }
    .with { $0.clock = .wall }
  }
}

/// A feed shown by a controller in a headless host.
@MainActor
final class FeedList {
  let pipeline: PrecomputePipeline
  let host: HeadlessHost
  let controller: AutoDiffController
  let loop = MainLoop()

  /// Creates an empty list.
  ///
  /// - Parameter extent: The visible part; only this part is drawn.
  init(
    pipeline: PrecomputePipeline, environment: LayoutEnvironment, extent: HeadlessHost.Extent
  ) {
    self.pipeline = pipeline
    host = HeadlessHost(extent)
    var options = AutoDiffController.Options()
    // Measure the cost of an update, without the pause before the next.
    options.pace.interval = .zero
    controller = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, delivery: loop.delivery,
      options: options)
  }

  /// Shows a model, and waits until it is measured and its visible rows are drawn.
  func show(_ makeModel: @escaping @Sendable () throws -> TableModel) throws {
    let handle = controller.update(policy: .complete, makeModel)
    try waitUntilApplied(handle)
    while !controller.isIdle { loop.turn() }
    if let failure = host.failure { throw failure }
  }

  /// Runs the loop until an update is applied.
  func waitUntilApplied(_ handle: UpdateHandle) throws {
    while handle.currentOutcome == nil { loop.turn() }
    switch handle.currentOutcome {
    case .applied?: return
    case .failed(let error)?: throw error
    default: throw BenchmarkFailure("an update ended without being applied")
    }
  }

  /// Runs the loop until all visible rows are drawn.
  func waitUntilSeen() throws {
    while !isSeen { loop.turn() }
    if let failure = host.failure { throw failure }
  }

  private var isSeen: Bool {
    if host.failure != nil { return true }
    let snapshot = controller.snapshot
    let count = snapshot.geometry.rows(in: host.viewport(in: snapshot).range).count
    // Composing visits every visible row, so wait until it can succeed.
    guard snapshot.rowCount > 0, host.imageCount >= count else { return false }
    return host.composition()?.rowCount == count
  }
}

/// The main loop of a program that shows a list: sleeps until work arrives, and measures the time
/// of the work.
@MainActor
final class MainLoop {
  /// The processor time of the main thread spent on that work, in nanoseconds.
  private(set) var busyNanoseconds = 0

  private let arrived = Arrivals()

  /// The delivery of work to this loop.
  var delivery: Delivery { Delivery { [arrived] work in arrived.put(work) } }

  /// Runs the work that has arrived, after waiting for it.
  func turn(within time: DispatchTimeInterval = .milliseconds(100)) {
    let all = arrived.takeAll(within: time)
    count { for work in all { work() } }
  }

  /// Runs `body`, and adds its time.
  func count<Result>(_ body: () throws -> Result) rethrows -> Result {
    let watch = Stopwatch(.thread)
    defer { busyNanoseconds += watch.nanoseconds }
    return try body()
  }
}

/// The mailbox of a loop.
private final class Arrivals: Sendable {
  typealias Work = @MainActor @Sendable () -> Void

  private let waiting = Mutex<[Work]>([])
  private let signal = DispatchSemaphore(value: 0)

  func put(_ work: @escaping Work) {
    waiting.withLock { $0.append(work) }
    signal.signal()
  }

  func takeAll(within time: DispatchTimeInterval) -> [Work] {
    guard signal.wait(timeout: .now() + time) == .success else { return [] }
    return waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
