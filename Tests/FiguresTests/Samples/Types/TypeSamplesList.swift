import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDiff
import LinecasterFeed
import LinecasterList
import LinecasterRaster
import LinecasterText
import Testing

/// The samples in the comments of LinecasterList.
@Suite struct TypeSamplesList {
  private struct Line: Cell {
    let text: String
    init(_ text: String) { self.text = text }
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
  }

  private struct Message {
    let id = UUID()
    let author: String
    let text: String
  }

  private var buttons: TableModel {
    TableModel {
      TableSection("main") {
        TableItem("ok", cell: TextButtonCell("OK")).onTap { print("OK") }
        Separator.small
        TableItem("cancel", cell: TextButtonCell("Cancel")).onTap { print("Cancel") }
      }
    }
  }

  @Test func buildsModels() throws {
    var model = buttons
    let item = TableItem("help", cell: TextButtonCell("Help"))
    let changes = try model.apply(.append([item], to: "main"))
    #expect(changes.count == 1 && model.rowCount == 4)
  }

  @Test func keysRows() {
    let messages = [Message(author: "Ada", text: "Hello"), Message(author: "Bo", text: "Hi")]
    let section = TableSection("messages") {
      ForEach(messages, key: { .uuid($0.id) }) { message in
        TableItem("author", cell: Line(message.author))
        TableItem("text", cell: Line(message.text))
        Separator.small
      }
    }
    #expect(section.rowCount == 5)
  }

  @Test func listsRows() {
    let names = ["Ada", "Bo"]
    let model = TableModel(loadState: .ready) {
      TableSection("people") {
        for name in names { TableItem(.name(name), cell: Line(name)) }
      }
    }
    #expect(model.rowCount == 2 && model.loadState == .ready)
  }

  @Test func headsRows() {
    let header = TableItem("title", cell: HeaderCell("People"))
    let section = TableSection("people", header: header, isHeaderSticky: true) {
      TableItem("ada", cell: Line("Ada"))
      TableItem("bo", cell: Line("Bo"))
    }
    #expect(section.rowCount == 3)
  }

  @Test func actsOnRows() {
    let message = Message(author: "Ada", text: "Hello")
    @Sendable func open(_ message: Message) {}
    @Sendable func remove(_ message: Message) {}
    let item = TableItem(.uuid(message.id), cell: Line(message.text))
      .onTap { open(message) }
      .onDelete { remove(message) }
      .appearance(.fading)
    #expect(item.appearance.appearing.alpha == 0 && item.appearance.resting.alpha == 1)
  }

  @Test func separatesRows() {
    let section = TableSection("settings") {
      TableItem("sound", cell: Line("Sound"))
      Separator.small
      TableItem("light", cell: Line("Light"))
      Separator(thickness: 4, priority: 3, color: .accent)
      TableItem("reset", cell: Line("Reset"))
    }
    #expect(section.rowCount == 5)
  }

  @Test func saysWhyThereAreNoRows() {
    let rows = StateRows.words(
      empty: "No messages", loading: "Loading…", retry: "Try again",
      failed: { "\($0)" })
    let shown = rows.applied(to: TableModel(loadState: .loading))
    #expect(shown.rowCount == 1)
  }

  @MainActor @Test func drawsWithoutAScreen() async throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let pipeline = PrecomputePipeline(arranger: arranger)
    let environment = LayoutEnvironment(width: 320)
    let model = buttons
    let host = HeadlessHost(.points(600))
    let list = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
    let handle = list.update { model }
    _ = try await handle.outcome
    let bitmap = try host.composition()?.bitmap()
    #expect(bitmap?.width == 320 && bitmap?.height == 600)
  }

  @Test func scrolls() {
    var viewport = Viewport(offset: 0, length: 600)
    viewport.offset += 40
    // Layout points a second: more is made ready ahead than behind.
    viewport.velocity = 1_200
    #expect(viewport.range == 40..<640)
  }

  @Test func watchesMemory() throws {
    var shown = 0
    func showLists(_ pipeline: PrecomputePipeline) { shown += 1 }
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let pipeline = PrecomputePipeline(arranger: arranger)
    let watcher = MemoryPressureWatcher(pipeline: pipeline, threshold: 0.05)
    // It watches until it is released.
    withExtendedLifetime(watcher) { showLists(pipeline) }
    #expect(shown == 1)
  }

  @Test func traces() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let trace = PipelineTrace()
    var options = PrecomputePipeline.Options()
    options.trace = trace
    let pipeline = PrecomputePipeline(arranger: arranger, options: options)
    // Later: Perfetto opens the one, a browser the other.
    let (json, image) = (trace.chromeJSON, trace.timelineSVG())
    withExtendedLifetime(pipeline) {}
    #expect(json.contains("traceEvents") && image.hasPrefix("<svg"))
  }

  @Test func readsFeeds() {
    let reader = FeedReader(imageFolder: "images")
    let line = #"{"id": 1, "author": "Ada", "time": "today", "body": "Hello"}"#
    let content = reader.read(Data(line.utf8), source: "sample")
    for error in content.errors { print(error) }
    let model = TableModel(feed: content.items)
    #expect(model.rowCount == 1)
  }

  @Test func showsMessages() {
    let item = FeedItem(
      identifier: 1, author: "Ada", time: .seconds(1_700_000_000), body: "Hello, world!")
    let row = TableItem(item.identifier, cell: FeedCell(item))
    #expect(row.identifier == 1)
  }

  @MainActor @Test func simulates() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let environment = LayoutEnvironment(width: 320)
    let model = buttons
    let machine = SimulatedMachine(seed: 7)
    let pipeline = PrecomputePipeline(arranger: arranger, machine: machine)
    let controller = AutoDiffController(
      pipeline: pipeline, environment: environment, delivery: machine.delivery)
    controller.update { model }
    machine.run()
    // Without a host the update waits.
    #expect(machine.now == .zero)
  }

  final class Screen: TableHost {
    var visible = Viewport(offset: 0, length: 600)
    var images: [RowIdentity: CellImage] = [:]
    func viewport(in snapshot: TableSnapshot) -> Viewport { visible }
    func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
      visible.offset = batch.offset
      done()
    }
    func display(_ rows: [DisplayedRow]) {
      for row in rows { images[row.identity] = row.image }
    }
    func recycle(_ rows: [RowIdentity]) { for row in rows { images[row] = nil } }
    func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
      visible.offset = offset
    }
    func displayFailed(_ error: any Error) { print(error) }
  }

  private struct Server {
    func next() async throws -> [TableItem] { [] }
    func older() async throws -> [TableItem] { [] }
  }

  @MainActor @Test func follows() throws {
    let (host, server) = (Screen(), Server())
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let controller = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 320), host: host)
    controller.update { TableModel(items: [TableItem("hello", cell: Line("Hello"))]) }
    controller.whenIdle { print("shown") }

    controller.onNearEnd(.screens(2)) { [weak controller] in
      let messages = try await server.next()
      controller?.update { TableModel(loadState: .ready, items: messages) }
    }
    let model = TableModel(loadStateAtStart: .ready, items: [])
    controller.onNearStart { [weak controller] in
      let older = try await server.older()
      controller?.update(anchor: .end) { TableModel(loadStateAtStart: .ready, items: older) }
    }
    controller.update(with: model, anchor: .end)
    controller.update(with: [.append([TableItem("bo", cell: Line("Bo"))], to: "main")])
    let messages = [Message(author: "Bo", text: "Hello")]
    controller.update { context in
      var items: [TableItem] = []
      for message in messages {
        try context.checkCancellation()
        items.append(TableItem(.uuid(message.id), cell: Line(message.text)))
      }
      return TableModel(items: items)
    }
    #expect(!controller.isIdle)
    controller.tearDown()
    #expect(controller.isIdle)
  }

  @MainActor @Test func delivers() throws {
    let (host, model, environment) = (Screen(), buttons, LayoutEnvironment(width: 320))
    var options = PrecomputePipeline.Options()
    options.workerCount = 2
    options.imageCacheBytes = 64 << 20
    let pipeline = PrecomputePipeline(fonts: try .bundled(), options: options)
    print(pipeline.statistics.rowsMeasured)

    let mailbox = DeliveryMailbox()
    let controller = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, delivery: .manual(mailbox))
    controller.update { model }
    // Once a frame, in a loop of the program's own:
    mailbox.drain()

    let update = controller.update { model }
    update.whenResolved { outcome in
      if case .failed(let error) = outcome { print(error) }
    }
    update.cancel()
    while update.currentOutcome == nil { mailbox.drain() }
    guard case .cancelled = update.currentOutcome else {
      Issue.record("not cancelled")
      return
    }
  }

  @MainActor private final class Window: TableHost {
    private var offset = 0.0

    func viewport(in snapshot: TableSnapshot) -> Viewport { Viewport(offset: offset, length: 400) }

    func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
      offset = batch.offset
      done()
    }

    func display(_ rows: [DisplayedRow]) {}
    func recycle(_ rows: [RowIdentity]) {}

    func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
      self.offset = offset
    }

    func displayFailed(_ error: any Error) {}
  }

  @Test @MainActor func checksHosts() throws {
    let (window, environment) = (Window(), LayoutEnvironment(width: 320))
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let checked = CheckedHost(window) { violation in print("linecaster: \(violation)") }
    let controller = AutoDiffController(
      pipeline: pipeline, environment: environment, host: checked)
    controller.applyNow(buttons)
    #expect(controller.snapshot.rowCount == 3)
    withExtendedLifetime(checked) {}
  }

  @MainActor private final class Player {
    var frame: Rect?
    var isPlaying = false

    init(_ film: String) {}

    func move(from: Rect?, to frame: Rect) { (self.frame, isPlaying) = (frame, true) }
    func stop() { isPlaying = false }
  }

  /// A host with only the parts that concern players.
  @MainActor private final class Cinema: TableHost {
    private var snapshot: TableSnapshot?

    func viewport(in snapshot: TableSnapshot) -> Viewport { Viewport(offset: 0, length: 400) }

    func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
      snapshot = batch.snapshot
      done()
    }

    func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {}
    func displayFailed(_ error: any Error) { Issue.record(error) }

    let players = HostedViews<String, Player>(
      kind: { region in region.tag?.value as? String },
      make: { film in Player(film) },
      update: { player, change in
        player.move(from: change.previousFrame, to: change.region.frame)
      },
      release: { player in player.stop() })

    func display(_ rows: [DisplayedRow]) { players.display(rows) }
    func recycle(_ rows: [RowIdentity]) { players.recycle(rows) }

    func drawFrame(of visible: Range<Int>) -> [Rect] {
      guard let snapshot else { return [] }
      return players.places(in: snapshot, rows: visible).map { player, frame in frame }
    }
  }

  private struct FilmCell: Cell {
    let film: String
    func body(in environment: LayoutEnvironment) -> some Layout {
      Box(.black, size: Size(width: 320, height: 180)).tag(film)
    }
  }

  @Test(.timeLimit(.minutes(60))) @MainActor func hostsViews() async throws {
    let (cinema, environment) = (Cinema(), LayoutEnvironment(width: 320))
    let mailbox = DeliveryMailbox()
    let list = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()), environment: environment, host: cinema,
      delivery: .manual(mailbox))
    list.update(with: TableModel(items: [TableItem("film", cell: FilmCell(film: "Metropolis"))]))
    var frameCount = 0
    func requestFrame() { frameCount += 1 }
    while cinema.drawFrame(of: 0..<1).isEmpty {
      if mailbox.drain(for: .milliseconds(2)) { requestFrame() }
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(cinema.drawFrame(of: 0..<1) == [Rect(x: 0, y: 0, width: 320, height: 180)])
  }
}
