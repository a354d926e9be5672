import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterList
import LinecasterText
import Testing

private let ground = Color.white
private let pressedGround = Color(rgb: 0xDDE3EA)

/// The samples of the chapter on touch, and of the comments on regions.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TouchSampleTests {
  struct MessageCell: Cell {
    enum Action { case reply, like }
    var text: String
    var isLiked = false

    func body(in environment: LayoutEnvironment) -> some Layout {
      Column(spacing: 4) {
        Text(text)
        Row(spacing: 12) {
          button("Reply", .reply, environment).role(.button)
          button("Like", .like, environment).role(.toggle(isOn: isLiked))
        }
      }
      .padding(8)
    }

    private func button(
      _ title: String, _ action: Action, _ environment: LayoutEnvironment
    ) -> LayoutNode {
      let isDown = environment.state.isPressed(action)
      return Text(title).padding(4).background(isDown ? pressedGround : ground).tag(action)
    }
  }

  private struct Message {
    var id = UUID()
    var text: String
  }

  private final class Done {
    var names: [String] = []
  }

  @Test func rowsAnswer() async throws {
    let (message, done) = (Message(text: "Hello"), Done())
    func reply(to message: Message) { done.names.append("reply") }
    func store(_ message: Message) throws { throw CancellationError() }
    func open(_ address: String) { done.names.append(address) }
    func show(_ message: Message) { done.names.append("show") }
    let item = TableItem(.uuid(message.id), cell: MessageCell(text: message.text))
      .on(MessageCell.Action.reply) { reply(to: message) }
      .on(MessageCell.Action.like) { try store(message) }
      .onLink { address in open(address) }
      .onTap { show(message) }
    let host = HeadlessHost(.points(200))
    let controller = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 200), host: host)
    _ = try await controller.update(with: TableModel(items: [item])).outcome
    while host.imageCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let shown = controller.semantics()
    for row in controller.semantics().rows {
      print(row.label, row.frame, row.children.map(\.label))
    }
    if let button = shown.rows.first?.children.first(where: { $0.actions.contains(.press) }) {
      controller.perform(.press, on: button.id)
    }
    #expect(done.names == ["reply"])
    done.names = []
    let tree = controller.semantics()
    let changes = tree.changes(since: shown)
    #expect(changes.isEmpty)
    let height = controller.snapshot.geometry.height(ofRow: 0)
    let point = Point(x: 20, y: height - 14)
    controller.press(at: point)  // a finger or a button goes down
    controller.release(at: point)  // it comes up: a tap, if that is where it went down
    controller.hover(at: point)  // a pointer moves; nil where it leaves the list
    controller.longPress(at: point)
    if let hit = controller.hit(at: point), let text = hit.text {
      print(hit.identity, hit.cell.link ?? "no link", text.utf16Offset)
    }
    #expect(done.names == ["reply"] && controller.hit(at: point)?.cell.regions.count == 1)
    #expect(controller.tap(at: Point(x: 20, y: 12)) && done.names == ["reply", "show"])
  }

  @Test func buttonsLookPressed() throws {
    struct Button: Cell {
      func body(in environment: LayoutEnvironment) -> some Layout {
        let isDown = environment.state.isPressed("reply")
        return Text("Reply").background(isDown ? .black : .white).tag("reply").role(.button)
      }
    }
    var environment = LayoutEnvironment(width: 100)
    let plain = AnyCell(Button()).layout(in: environment)
    environment.state.pressed = .tag(InlinePayload("reply"))
    #expect(AnyCell(Button()).layout(in: environment) != plain)
  }

  @Test func regionsSayWhatTheyAre() throws {
    enum Action { case reply, like }
    let bar = Row(spacing: 12) {
      Text("Reply").tag(Action.reply).role(.button)
      Text("Like").tag(Action.like).role(.button)
    }
    let like = Text("♥ 12").tag("like").role(.toggle(isOn: true), label: "Like")
    let title = Text("News").role(.heading(level: 1))
    var answers = 0
    func reply() { answers += 1 }
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let arrangement = try arranger.arrange(
      Column {
        bar
        like
        title
      }, in: LayoutEnvironment(width: 200))
    for region in arrangement.regions where region.role == .button {
      print(region.label ?? "", region.frame)
    }
    if let hit = arrangement.hit(Point(x: 12, y: 8)), hit.isTagged(Action.reply) { reply() }
    #expect(answers == 1 && arrangement.regions.count == 4)
  }

  @Test func rowsHaveHandlers() async throws {
    enum Action { case reply }
    struct Words: Cell {
      var text: String
      func body(in environment: LayoutEnvironment) -> some Layout {
        var manual = AttributedText()
        let link = InlineBox(style: TextStyle(), link: "app:manual")
        manual.append(AttributedText(text, style: link.style), in: link)
        return Column {
          Text("Reply").tag(Action.reply).role(.button)
          Text(Paragraph(manual))
        }
      }
    }
    typealias MessageCell = Words
    let (message, done) = (Message(text: "a"), Done())
    func reply(to message: Message) { done.names.append("reply to \(message.text)") }
    func open(_ address: String) { done.names.append(address) }
    let items = [
      TableItem(.uuid(message.id), cell: MessageCell(text: "a"))
        .on(Action.reply) { reply(to: message) }
        .onLink { address in open(address) }
    ]
    let host = HeadlessHost(.points(200))
    let controller = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 200), host: host)
    _ = try await controller.update(with: TableModel(items: items)).outcome
    while host.imageCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let middle = controller.snapshot.geometry.height(ofRow: 0) / 2
    #expect(controller.tap(at: Point(x: 4, y: middle - 8)))
    #expect(controller.tap(at: Point(x: 4, y: middle + 8)))
    #expect(done.names == ["reply to a", "app:manual"])
  }
}
