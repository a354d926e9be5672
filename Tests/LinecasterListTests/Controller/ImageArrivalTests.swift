import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterListSupport
import LinecasterRaster
import LinecasterText
import Testing

@testable import LinecasterList

/// Images that arrive after rows were arranged and drawn without them.
@Suite(.timeLimit(.minutes(60))) @MainActor struct ImageArrivalTests {
  /// A list of rows with an image each, on a simulated machine.
  @MainActor private struct Bench {
    let album: LateAlbum
    let host = RecordingHost()
    let machine: SimulatedMachine
    let pipeline: PrecomputePipeline
    let list: AutoDiffController

    init(
      _ album: LateAlbum = LateAlbum(), seed: UInt64 = 3, length: Double? = 40,
      options: AutoDiffController.Options = .init()
    ) throws {
      self.album = album
      machine = SimulatedMachine(seed: seed)
      pipeline = PrecomputePipeline(
        arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled()), images: album),
        rasterizer: DisplayRasterizer(images: album), machine: machine)
      host.length = length
      list = AutoDiffController(
        pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host,
        delivery: machine.delivery, options: options)
    }

    func show(_ model: TableModel) {
      list.update(with: model)
      machine.run()
      host.forgetDisplayed()
    }

    func scroll(to offset: Double) {
      host.scroll(to: offset)
      list.viewportDidChange()
      machine.run()
    }

    /// The shown rows whose pixels differ from those of a list that had all images from the start.
    func wrongRows(_ cell: (Int) -> AnyCell) throws -> [RowIdentity] {
      let arranger = CellArranger(typesetter: pipeline.arranger.typesetter, images: album)
      let rasterizer = DisplayRasterizer(images: album)
      return try host.pixels.filter { identity, row in
        guard case .number(let number) = identity.identifier else { return true }
        let right = try rasterizer.rasterize(
          arranger.arrange(
            cell(number).layout(in: list.environment), in: list.environment
          ).displayList, background: list.environment.background.light)
        return try row.image?.bitmap().pixels != right.pixels
      }.map(\.key)
    }
  }

  private func portraits(_ numbers: Range<Int>) -> TableModel {
    TableModel(items: numbers.map { TableItem(.number($0), cell: PortraitCell(number: $0)) })
  }

  private func images(_ numbers: Range<Int>) -> [ImageReference] {
    numbers.map { ImageReference("\($0)") }
  }

  /// Options with which rows grow to the size of an image as soon as it arrives.
  private var growing: AutoDiffController.Options {
    var options = AutoDiffController.Options()
    options.keepsPlaceholderHeights = false
    return options
  }

  private func portrait(_ number: Int) -> AnyCell { AnyCell(PortraitCell(number: number)) }

  @Test func rowsInSightAheadBehindAndNeverSeenShowWhatHasCome() throws {
    let bench = try Bench()
    bench.show(portraits(0..<300))
    bench.scroll(to: 200)
    bench.scroll(to: 1000)
    let (shown, drawn) = (bench.host.pixels.count, bench.pipeline.statistics.rowsRasterized)
    #expect(shown > 8)
    #expect(try bench.wrongRows(portrait).isEmpty)
    bench.host.forgetDisplayed()
    bench.album.add(images(0..<300))
    #expect(try bench.wrongRows(portrait).count == shown)
    bench.machine.run()
    // Each row in sight, ahead and behind is drawn once, visible rows first.
    #expect(try bench.wrongRows(portrait).isEmpty)
    let first = Set(bench.host.displayedIdentities.prefix(4))
    #expect(first == Set((100..<104).map { RowIdentity(.number($0)) }))
    #expect(bench.pipeline.statistics.rowsRasterized <= drawn + shown)
    #expect(bench.list.isIdle && bench.host.faults.isEmpty)
    // Rows that were drawn before and left the range, and rows that were never drawn.
    for offset in [200.0, 0, 2500] {
      bench.scroll(to: offset)
      #expect(try bench.wrongRows(portrait).isEmpty && bench.host.pixels.count > 4)
    }
  }

  @Test func anImageThatComesWhileARowIsDrawnIsShown() throws {
    for seed in 0..<20 as Range<UInt64> {
      let bench = try Bench(seed: seed)
      let album = bench.album
      // The image arrives between the provider's answer and the end of the drawing.
      album.whenNextLacks { image in album.add([image]) }
      bench.show(portraits(0..<4))
      let wrong = try bench.wrongRows(portrait)
      #expect(wrong.isEmpty)
      #expect(bench.host.pixels.count == 4)
    }
  }

  /// A drawing without a list includes an image that arrives while it is made.
  @Test nonisolated func anImageThatComesWhileACellIsDrawnIsInIt() async throws {
    let album = LateAlbum()
    let pipeline = try PrecomputePipeline(fonts: .bundled(), images: album)
    album.whenNextLacks { image in album.add([image]) }
    let environment = LayoutEnvironment(width: 100)
    let early = try await pipeline.image(of: PortraitCell(number: 5), in: environment)
    let late = try await PrecomputePipeline(fonts: .bundled(), images: album)
      .image(of: PortraitCell(number: 5), in: environment)
    #expect(try early.bitmap().pixels == late.bitmap().pixels)
    #expect(pipeline.statistics.rowsRasterized == 2)
  }

  /// A size that was measured without an image is not cached.
  @Test func anotherListHasTheHeightsOfImagesThatHaveCome() throws {
    let bench = try Bench()
    let items = (0..<50).map { TableItem(.number($0), cell: ImageCell(number: $0)) }
    bench.show(TableModel(items: items))
    #expect(bench.list.snapshot.geometry.totalHeight == 500)
    bench.album.add(images(0..<50), height: 25)
    bench.machine.run()
    let host = RecordingHost()
    host.length = 40
    let other = AutoDiffController(
      pipeline: bench.pipeline, environment: bench.list.environment, host: host,
      delivery: bench.machine.delivery)
    other.update(with: TableModel(items: items))
    bench.machine.run()
    #expect(other.snapshot.geometry.totalHeight == 50 * 25)
  }

  @Test func imagesThatComeAtAnyTimeAreShown() throws {
    for seed in 0..<60 as Range<UInt64> {
      let bench = try Bench(seed: seed)
      bench.list.update(with: portraits(0..<100))
      for number in 0..<30 {
        for _ in 0..<(Int(seed) + number) % 5 { bench.machine.step() }
        bench.album.add(images(number..<number + 1))
        if number % 10 == 9 {
          bench.host.scroll(to: Double(number * 5))
          bench.list.viewportDidChange()
        }
        if number == 20 { bench.list.update(with: portraits(5..<100)) }
      }
      bench.machine.run()
      #expect(try bench.wrongRows(portrait).isEmpty, "seed \(seed)")
      #expect(bench.list.isIdle && bench.host.faults.isEmpty)
    }
  }

  /// Rows above the viewport grow, and no visible row moves.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func sizesThatComeCorrectHeightsAroundTheAnchor(seed: UInt64) throws {
    let bench = try Bench(seed: seed, options: growing)
    let items = (0..<50).map { TableItem(.number($0), cell: ImageCell(number: $0)) }
    bench.show(TableModel(items: items))
    bench.scroll(to: 300)
    #expect(bench.list.snapshot.geometry.row(at: 300) == 30)
    bench.album.add(images(20..<33), height: 25)
    for _ in 0..<seed % 6 { bench.machine.step() }
    bench.machine.run()
    #expect(try bench.wrongRows { AnyCell(ImageCell(number: $0)) }.isEmpty)
    #expect(bench.list.snapshot.geometry.row(at: bench.host.offset) == 30)
    #expect(bench.list.frame(of: 30)?.minY == bench.host.offset)
    #expect(bench.list.frame(of: 29)?.height == 25 && bench.list.frame(of: 32)?.height == 25)
  }

  /// An update in progress carries over the heights that were known when it began.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func sizesOutliveUpdatesUnderWay(seed: UInt64) throws {
    let bench = try Bench(seed: seed, length: nil, options: growing)
    let model = { (numbers: Range<Int>) in
      TableModel(items: numbers.map { TableItem(.number($0), cell: ImageCell(number: $0)) })
    }
    bench.show(model(0..<9))
    let isEarly = seed % 2 == 0
    if isEarly { bench.album.add([ImageReference("3")], height: 31) }
    bench.list.update(with: model(0..<12))
    for _ in 0..<seed % 9 { bench.machine.step() }
    if !isEarly { bench.album.add([ImageReference("3")], height: 31) }
    bench.machine.run()
    #expect(bench.list.frame(of: 3)?.height == 31 && bench.list.isIdle)
    #expect(try bench.wrongRows { AnyCell(ImageCell(number: $0)) }.isEmpty)
    #expect(bench.host.shown == model(0..<12) && bench.host.faults.isEmpty)
  }

  @Test func aRowIsShownOnceAFrameHoweverManyImagesCome() throws {
    struct Strip: Cell {
      func body(in environment: LayoutEnvironment) -> some Layout {
        Row {
          for number in 0..<60 {
            Image(ImageReference("\(number)"), size: Size(width: 1, height: 5))
          }
        }
      }
    }
    let bench = try Bench()
    bench.show(TableModel(items: [TableItem(1, cell: Strip())]))
    let start = bench.machine.now
    for number in 0..<60 {
      bench.album.add(images(number..<number + 1))
      bench.machine.step()
    }
    bench.machine.run()
    let frames = (bench.machine.now - start) / .milliseconds(16)
    #expect(bench.host.displayed.count > 1)
    #expect(Double(bench.host.displayed.count) <= frames + 2)
    #expect(try bench.wrongRows { _ in AnyCell(Strip()) }.isEmpty)
  }

  @Test func hostsOfArrangementsAreHandedRowsAgain() throws {
    var options = AutoDiffController.Options()
    options.output = .arrangements
    let bench = try Bench(options: options)
    bench.show(portraits(0..<10))
    bench.album.add(images(2..<3))
    bench.machine.run()
    #expect(bench.host.displayedIdentities == [RowIdentity(2)])
  }

  @Test func aProviderThatSaysNothingIsSpokenFor() throws {
    let bench = try Bench(LateAlbum(announces: false))
    bench.show(portraits(0..<4))
    bench.album.add(images(0..<4))
    bench.machine.run()
    #expect(try bench.wrongRows(portrait).count == 4)
    bench.pipeline.imagesDidArrive(images(0..<4))
    bench.machine.run()
    #expect(try bench.wrongRows(portrait).isEmpty)
  }

  @Test func failureLooksOtherwiseThanWaiting() throws {
    let bench = try Bench()
    bench.show(portraits(0..<4))
    let waiting = try bench.host.pixels[RowIdentity(1)]?.image?.bitmap()
    bench.album.fail(ImageReference("1"))
    bench.machine.run()
    let failed = try bench.host.pixels[RowIdentity(1)]?.image?.bitmap()
    #expect(waiting != nil && failed != nil && waiting?.pixels != failed?.pixels)
    #expect(bench.host.displayedIdentities == [RowIdentity(1)])
    // After a retry, the image arrives.
    bench.album.add(images(1..<2))
    bench.machine.run()
    #expect(try bench.host.pixels[RowIdentity(1)]?.image?.bitmap().pixels != failed?.pixels)
    #expect(try bench.wrongRows(portrait).isEmpty)
  }

  @Test func nobodyWaitsForWhatHasLeftTheRange() throws {
    let bench = try Bench()
    bench.show(portraits(0..<300))
    #expect(bench.album.cancelled.isEmpty)
    bench.scroll(to: 2500)
    #expect(bench.album.cancelled.isSuperset(of: images(0..<4)))
    #expect(!bench.album.cancelled.contains(ImageReference("251")))
    let other = AutoDiffController(
      pipeline: bench.pipeline, environment: bench.list.environment, host: bench.host,
      delivery: bench.machine.delivery)
    other.tearDown()
    #expect(!bench.album.cancelled.contains(ImageReference("251")))
    bench.list.tearDown()
    #expect(bench.album.cancelled.contains(ImageReference("251")))
  }

  /// An image is not cancelled while another list waits for it.
  @Test func whatAnyListWaitsForIsLoaded() throws {
    let bench = try Bench()
    let second = RecordingHost()
    second.length = 40
    let other = AutoDiffController(
      pipeline: bench.pipeline, environment: bench.list.environment, host: second,
      delivery: bench.machine.delivery)
    other.update(with: portraits(0..<4))
    bench.show(portraits(0..<300))
    bench.scroll(to: 2500)
    #expect(bench.album.cancelled.isDisjoint(with: images(0..<4)))
    #expect(bench.album.cancelled.contains(ImageReference("4")))
    bench.album.add(images(0..<4))
    bench.machine.run()
    #expect(second.pixels[RowIdentity(2)]?.image != nil)
    bench.scroll(to: 0)
    #expect(try bench.wrongRows(portrait) == bench.host.pixels.keys.filter { _ in false })
  }
}

@Suite struct ArrivalLogTests {
  private func reference(_ number: Int) -> ImageReference { ImageReference("\(number)") }

  @Test func knowsWhatCameSince() {
    let log = ArrivalLog()
    log.note([reference(1)])
    let missing = MissingImages([reference(1), reference(2)], since: log.now)
    #expect(log.isCurrent(missing) && log.isCurrent(nil))
    log.note([reference(3)])
    #expect(log.isCurrent(missing))
    log.note([reference(2)])
    #expect(!log.isCurrent(missing))
  }

  /// Arrivals beyond the capacity of the log count as arrived, once.
  @Test func isBounded() {
    let log = ArrivalLog()
    let old = MissingImages([reference(-1)], since: log.now)
    for number in 0...ArrivalLog.capacity { log.note([reference(number)]) }
    #expect(log.isCurrent(old))
    log.note([reference(0)])
    #expect(!log.isCurrent(old))
    #expect(log.isCurrent(MissingImages([reference(-1)], since: log.now)))
  }
}
