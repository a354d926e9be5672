import Foundation
import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDiff
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterText
import Testing

/// The samples of the chapter on lists.
@Suite struct ListsSampleTests {
  struct Person: Cell {
    var name: String
    var note: String?

    func body(in environment: LayoutEnvironment) -> some Layout {
      Column(spacing: 2) {
        Text(name)
        if let note { Text(note) }
      }
      .padding(12)
    }
  }

  @Test func environments() {
    enum Density: String, EnvironmentKey {
      case regular, compact
      static let defaultValue = Density.regular
    }

    struct Bubble: Cell {
      var text: String

      func body(in environment: LayoutEnvironment) -> some Layout {
        let gap: BoxLength = environment[Density.self] == .compact ? 4 : 12
        Text(text, style: TextStyle(color: .accent))
          .padding(leading: gap, trailing: .percent(10))
      }
    }

    var environment = LayoutEnvironment(width: 320, theme: .dark)
    environment.background = ThemeColor(light: .white, dark: .black)
    environment.locale = "ar"
    environment.layoutDirection = .rightToLeft
    environment[Density.self] = .compact
    let node = AnyCell(Bubble(text: "a")).layout(in: environment)
    #expect(node.style.padding.start == 4 && node.style.padding.end == .percent(10))
  }

  private struct Message {
    let id = UUID()
    var author: String
    var text: String
  }

  private let people = [Person(name: "Ada"), Person(name: "Bo", note: "away")]

  private func model(_ title: String? = nil) -> TableModel {
    let model = TableModel(loadState: .ready) {
      TableSection("people") {
        if let title { TableItem("title", cell: HeaderCell(title)) }
        for person in people {
          TableItem(.name(person.name), cell: person).onTap { print(person.name) }
          Separator.small
        }
        Separator.medium
        TableItem("more", cell: TextButtonCell("More")).onTap { print("more") }
      }
    }
    return model
  }

  @Test func buildsModels() {
    #expect(model().rowCount == 5 && model("People").rowCount == 6)
    #expect(model().sections[0].items[3].cell.cell(as: Separator.self) == .medium)
  }

  @Test(.timeLimit(.minutes(60))) @MainActor func drawsALabel() async throws {
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let environment = LayoutEnvironment(width: 80)
    let person = people[1]
    var shown: [Bitmap] = []
    func show(_ bitmap: Bitmap) { shown.append(bitmap) }
    var label: Task<Void, any Error>?
    label = Task { @MainActor in
      let image = try await pipeline.image(of: person, in: environment)
      guard !Task.isCancelled else { return }
      show(try image.bitmap())
    }
    try await label?.value
    #expect(shown.map(\.width) == [80])
  }

  @Test func keysRows() {
    let messages = [Message(author: "Ada", text: "Hello"), Message(author: "Bo", text: "Hi")]
    let items = TableSection("messages") {
      ForEach(messages, key: { .uuid($0.id) }) { message in
        TableItem("author", cell: HeaderCell(message.author))
        TableItem("text", cell: Person(name: message.text))
        Separator.small
      }
    }
    #expect(items.rowCount == 5)
  }

  @Test func buildsStepByStep() {
    var builder = TableModelBuilder()
    builder.addHeader("Before you buy")
    builder.addSeparator(.medium)
    builder.addTextButton("OK") { print("OK") }
    builder.addSeparator(.small)
    builder.addTextButton("Cancel") { print("Cancel") }
    let model = builder.build()
    #expect(model.rowCount == 5)
  }

  @Test func showsStates() {
    let rows = StateRows.words(
      empty: "No messages", loading: "Loading…", retry: "Try again",
      failed: { "\($0)" })
    let shown = rows.applied(to: TableModel(loadState: .loading))
    #expect(shown.rowCount == 1)
  }

  @Test func takesTheCallersWord() throws {
    var model = model()
    let item = TableItem("Cleo", cell: Person(name: "Cleo"))
    let changes = try model.apply(.append([item], to: "people"))
    #expect(changes.count == 1 && model.rowCount == 6)
  }

  @MainActor @Test func updates() throws {
    let people = people
    let controller = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 320))
    controller.update(with: [.replace(TableItem(7, cell: Person(name: "Bo"))), .remove(9)])
    controller.update { context in
      var items: [TableItem] = []
      for person in people {
        try context.checkCancellation()
        items.append(TableItem(.name(person.name), cell: person))
      }
      return TableModel(items: items)
    }
    #expect(!controller.isIdle)
  }
}
