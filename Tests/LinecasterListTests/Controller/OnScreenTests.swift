import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// While updates of any duration run, images of unknown size arrive, and the host is scrolled,
/// dragged and flung, the first visible row and all shown rows move by scrolling only.
@Suite(.timeLimit(.minutes(60))) @MainActor struct OnScreenTests {
  /// `LINECASTER_EPISODES` sets the number of episodes; a failure names the seed of its episode.
  @Test func theFirstRowInSightMovesByScrollingOnly() async throws {
    let seed = TestSettings.seed
    let start = ContinuousClock.now
    var (corrections, islands) = (0, 0)
    let count = TestSettings.episodes(usually: 300)
    for number in 0..<count {
      // Yields the main actor to other tests.
      if number % 16 == 0 { await Task.yield() }
      let episode = try OnScreenEpisode(seed: seed &+ UInt64(number))
      let fault = episode.run()
      corrections += episode.host.setOffsetCount
      islands += episode.host.islandPairs.count
      guard let fault else { continue }
      Issue.record("LINECASTER_SEED=\(seed &+ UInt64(number)) LINECASTER_EPISODES=1: \(fault)")
      return
    }
    print(
      "on screen: \(count) episodes, \(corrections) corrections, \(islands) rows behind blanks,",
      start.duration(to: .now))
    #expect(corrections > count / 2)
    // Shown rows behind blank ones are rare: they have waited for long.
    #expect(islands == 0 || islands < corrections / 20)
  }

  /// A header that is prepared for a section above the viewport, and rows on both sides of one
  /// whose image has come since it was measured.
  @Test(arguments: [997_059_001, 5_002_085, 3152] as [UInt64])
  func rowsBehindOnesThatMayChangeAreNotShown(seed: UInt64) throws {
    #expect(try OnScreenEpisode(seed: seed).run() == nil)
  }

  /// An update that inserts rows above the viewport, which it does not measure, cuts off the rows
  /// shown above them. A reader who scrolls to them before the host has finished sees no row move.
  @Test func rowsThatAnUpdateCutsOffAreRecycledAtOnce() throws {
    let host = OnScreenHost(length: 100)
    var options = AutoDiffController.Options()
    options.output = .arrangements
    let bench = try SimulatedBench(host, seed: 1, options: options)
    let plates = (0..<100).map { TableItem(.number($0), cell: PlateCell(number: 1, height: 20)) }
    bench.list.update(with: TableModel(items: plates))
    bench.settle()
    host.scroll(to: 400)
    bench.list.viewportDidChange()
    bench.settle()
    let cutOff = RowIdentity(.number(17))
    #expect(host.pixels[cutOff] != nil)
    host.isQuick = false
    let new = (100..<103).map { TableItem(.number($0), cell: PlateCell(number: 2, height: 60)) }
    let model = TableModel(items: plates[..<18] + new + plates[18...])
    bench.list.update(with: model, policy: .visibleFirst(margin: 0))
    while host.snapshot?.generation == 1 { bench.machine.step() }
    #expect(host.pixels[cutOff] == nil)
    #expect(host.pixels[RowIdentity(.number(18))] != nil)
    host.scroll(to: host.offset - 110)
    bench.list.viewportDidChange()
    bench.settle()
    host.finish()
    bench.settle()
    #expect(host.faults == [])
    #expect(host.faultAtRest(of: bench.list) == nil)
  }
}

/// A random episode of a list with its updates and its host.
@MainActor
final class OnScreenEpisode {
  let host: OnScreenHost
  private let album = LateAlbum()
  private let machine: SimulatedMachine
  private let list: AutoDiffController
  private var random: SeededGenerator
  private var models: TallRows
  private var handles: [UpdateHandle] = []
  /// The number of nested builders that are running.
  private var depth = 0

  private static let typesetter = Result { Typesetter(fonts: try .bundled()) }

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    models = TallRows(seed: seed)
    host = OnScreenHost(length: Double(Int.random(in: 30...200, using: &random)))
    machine = SimulatedMachine(seed: seed)
    var options = AutoDiffController.Options()
    options.output = .arrangements
    options.measuresIdly = !random.oneIn(3)
    options.metrics = RowMetrics(minimumHeight: random.oneIn(4) ? 12 : 0)
    let arranger = CellArranger(typesetter: try Self.typesetter.get(), images: album)
    list = AutoDiffController(
      pipeline: PrecomputePipeline(
        arranger: arranger, rasterizer: DisplayRasterizer(images: album), machine: machine),
      environment: LayoutEnvironment(width: 100), host: host, delivery: machine.delivery,
      options: options)
    if random.oneIn(6) { list.rangeMode = .visibleOnly }
  }

  /// Runs the episode and returns its first fault.
  func run() -> String? {
    update()
    steps(0...60)
    for _ in 0..<Int.random(in: 3...8, using: &random) {
      disturb()
      if let fault = host.faults.first { return fault }
    }
    machine.run()
    // Builders that ran until now have scrolled the host too.
    host.isQuick = true
    host.finish()
    list.viewportDidChange()
    machine.run()
    if let fault = host.faults.first ?? host.faultAtRest(of: list) { return fault }
    if host.snapshot?.model != models.model { return "the newest model is not shown" }
    return handles.contains { $0.currentOutcome == nil } ? "an update has not ended" : nil
  }

  private func disturb() {
    switch Int.random(in: 0..<14, using: &random) {
    case 0..<4: update()
    case 12, 13:
      let image = ImageReference("\(Int.random(in: 0..<TallRows.imageCount, using: &random))")
      album.add([image], height: Int.random(in: 5...90, using: &random))
    case 4: scroll(by: Double.random(in: -60...60, using: &random))
    case 5, 6: jump()
    case 7: fling()
    case 8: list.viewportDidChange()
    case 9:
      host.isQuick.toggle()
      host.finish()
    case 10: list.refreshVisible()
    default: break
    }
    steps(0...12)
  }

  private func steps(_ range: ClosedRange<Int>) {
    for _ in 0..<Int.random(in: range, using: &random) { machine.step() }
  }

  /// Starts an update whose builder may take long, during which everything else goes on.
  private func update() {
    if !random.oneIn(5) { models.edit() }
    let model = models.model
    let anchor = anchor()
    let isLong = random.oneIn(2)
    let handle = list.update(policy: random.oneIn(8) ? .complete : .visibleFirst(), anchor: anchor)
    { [weak self] in
      if isLong { MainActor.assumeIsolated { self?.work() } }
      return model
    }
    if case .row(let identity) = anchor { host.namedAnchors[handle.generation] = identity }
    handles.append(handle)
  }

  private func anchor() -> Anchor {
    guard random.oneIn(5), let snapshot = host.snapshot, snapshot.rowCount > 0 else {
      return .firstVisible
    }
    let row = Int.random(in: 0..<snapshot.rowCount, using: &random)
    return snapshot.identity(ofRow: row).map { .row($0) } ?? .firstVisible
  }

  /// Disturbs the list while a builder runs.
  private func work() {
    guard depth < 2 else { return }
    depth += 1
    for _ in 0..<Int.random(in: 1...4, using: &random) { disturb() }
    depth -= 1
  }

  private func jump() {
    let total = host.snapshot?.geometry.totalHeight ?? 0
    host.scroll(to: Double.random(in: 0...max(1, total - host.length), using: &random))
    list.viewportDidChange()
  }

  private func scroll(by distance: Double) {
    let end = max(0, (host.snapshot?.geometry.totalHeight ?? 0) - host.length)
    host.scroll(to: max(0, min(end, host.offset + distance)))
    if !random.oneIn(3) { list.viewportDidChange() }
  }

  /// Scrolls with decreasing velocity, frame by frame.
  private func fling() {
    var velocity = Double.random(in: -90...90, using: &random)
    while abs(velocity) > 8 {
      host.velocity = velocity * 60
      scroll(by: velocity)
      steps(0...3)
      velocity *= 0.7
    }
    host.velocity = 0
  }
}

/// Models of some hundred rows of random heights, with headers that may be sticky, footers, insets,
/// rows without height and rows with images.
struct TallRows {
  /// The number of different images.
  static let imageCount = 12

  private(set) var model = TableModel()
  private var random: SeededGenerator
  private var fresh = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed, salt: 2)
    let count = Int.random(in: 1...3, using: &random)
    model = TableModel(sections: (0..<count).map { _ in section() })
  }

  /// Inserts, deletes, moves and changes rows and sections.
  mutating func edit() {
    if random.oneIn(60) {
      model.sections = []
      return
    }
    for _ in 0..<Int.random(in: 1...5, using: &random) { editSections() }
  }

  private mutating func editSections() {
    guard let index = model.sections.indices.randomElement(using: &random), !random.oneIn(12) else {
      let place = Int.random(in: 0...model.sections.count, using: &random)
      return model.sections.insert(section(), at: place)
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: model.sections.swapAt(index, model.sections.count - 1)
    case 1: model.sections[index] = dressed(model.sections[index])
    case 2: if random.oneIn(3) { model.sections.remove(at: index) }
    default: model.sections[index].items = edited(model.sections[index].items)
    }
  }

  private mutating func edited(_ old: [TableItem]) -> [TableItem] {
    var items = old
    let place = Int.random(in: 0...items.count, using: &random)
    let count = min(items.count - place, Int.random(in: 1...6, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      let new = (0..<Int.random(in: 1...30, using: &random)).map { _ in item() }
      items.insert(contentsOf: new, at: place)
    case 2, 3: items.removeSubrange(place..<place + count)
    case 4:
      let some = Array(items[place..<place + count])
      items.removeSubrange(place..<place + count)
      items.insert(contentsOf: some, at: Int.random(in: 0...items.count, using: &random))
    default: for row in place..<place + count { items[row].cell = cell() }
    }
    return items
  }

  private mutating func section() -> TableSection {
    fresh += 1
    let number = fresh
    let count = random.oneIn(4) ? 3 : Int.random(in: 0...80, using: &random)
    return dressed(TableSection(.number(number), items: (0..<count).map { _ in item() }))
  }

  private mutating func dressed(_ old: TableSection) -> TableSection {
    var section = old
    section.header = random.oneIn(2) ? item() : nil
    section.footer = random.oneIn(4) ? item() : nil
    section.isHeaderSticky = random.oneIn(2)
    let isPlain = random.oneIn(2)
    func inset() -> Double { isPlain ? 0 : Double(Int.random(in: 0...12, using: &random)) }
    section.insets = Insets(top: inset(), left: inset(), bottom: inset(), right: inset())
    return section
  }

  private mutating func item() -> TableItem {
    fresh += 1
    var item = TableItem(.number(fresh), cell: PlateCell())
    item.cell = cell()
    return item
  }

  private mutating func cell() -> AnyCell {
    if random.oneIn(6) {
      return AnyCell(ImageCell(number: Int.random(in: 0..<Self.imageCount, using: &random)))
    }
    let number = Int.random(in: 0..<24, using: &random)
    return AnyCell(PlateCell(number: number, height: number == 0 ? 0 : Double(number * 7 % 61 + 3)))
  }
}
