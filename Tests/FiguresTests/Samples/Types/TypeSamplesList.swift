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
    #expect(machine.steps.isEmpty)
  }
}
