import Foundation
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDiff
import LinecasterList
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
}
