import Foundation
import Linecaster
import LinecasterAccess

/// A list of notes, its bridge, and a log of actions on it.
@MainActor final class Probe {
  private(set) var isDone = false

  private var bridge: AccessBridge?
  /// A second window, opened and closed by an action.
  private var other: AccessBridge?

  private let host = HeadlessHost(.points(400))
  private let controller: AutoDiffController
  private var liked: Set<Int> = []
  private var places = ""
  private var scrolls = 0

  /// The scroll offsets of successive presses: far away, a row or two on, and back.
  private static let offsets = [1000.0, 940, 1100, 0, 80, 150, 20, 2000, 1900]

  /// Whether there is a bus.
  var isConnected: Bool { bridge?.isConnected ?? false }

  init() throws {
    controller = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 320), host: host)
    bridge = AccessBridge(controller, title: "Access probe") {
      Rect(x: 100, y: 50, width: 320, height: 400)
    }
    show()
  }

  /// Delivers finished rows, and updates the bridge.
  func frame() {
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
    bridge?.update()
    other?.update()
    say()
  }

  private func show() {
    let items = (1...40).map { number in
      TableItem(.number(number), cell: Note(number: number, isLiked: liked.contains(number)))
        .onTap { [unowned self] in did("open \(number)") }
        .onLink { [unowned self] in did("follow \($0)") }
        .on(Note.Action.reply) { [unowned self] in
          bridge?.announce("Reply \(number) has been sent.")
          did("reply \(number)")
        }
        .on(Note.Action.like) { [unowned self] in
          liked.formSymmetricDifference([number])
          did("like \(number)")
          show()
        }
        .on(Note.Action.scroll) { [unowned self] in
          host.offset = Self.offsets[scrolls % Self.offsets.count]
          scrolls += 1
          controller.viewportDidChange()
          did("scroll")
        }
        .on(Note.Action.window) { [unowned self] in
          other = other == nil ? AccessBridge(controller, title: "Other") { .zero } : nil
          did("window")
        }
        .on(Note.Action.quit) { [unowned self] in
          // Closes the bridge while it answers.
          bridge = nil
          did("quit")
          isDone = true
        }
    }
    let section = TableSection("notes") {
      for item in items {
        item
        Separator.small
      }
    }
    controller.update(with: TableModel(sections: [section]))
  }

  private func did(_ what: String) {
    print("did: \(what)")
    fflush(nil)
  }

  /// Prints the frame of the last word in the first row's text when it changes; the bus must report
  /// the same frame.
  private func say() {
    guard let row = controller.semantics().rows.first,
      let text = row.children.first(where: { $0.text != nil }), let placed = text.text,
      let word = text.label.range(of: "rocket")
    else { return }
    let units =
      word.lowerBound.utf16Offset(
        in: text.label)..<word.upperBound.utf16Offset(
        in: text.label)
    guard let box = placed.layout.rectangles(for: units).first else { return }
    let (left, top) = (text.frame.minX + box.minX, text.frame.minY + box.minY)
    let said = "word: \(left) \(top) \(box.width) \(box.height) at \(row.label.prefix(7))"
    guard said != places else { return }
    places = said
    print(said)
    fflush(nil)
  }
}

/// A row with a heading, a text with a link in it, a picture and buttons.
struct Note: Cell {
  enum Action: Hashable { case reply, like, scroll, window, quit }

  var number: Int
  var isLiked: Bool

  func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 4) {
      Text("Note \(number)").role(.heading(level: 2))
      Text(Paragraph(text))
      Row(spacing: 12) {
        Box(.black, size: Size(width: 20, height: 20)).role(.image, label: "A square")
        Text("Like").tag(Action.like).role(.toggle(isOn: isLiked))
        Text("Reply").tag(Action.reply).role(.button)
        Text("Scroll").tag(Action.scroll).role(.button)
        Text("Window").tag(Action.window).role(.button)
        Text("Quit").tag(Action.quit).role(.button)
        Text("…").role(.textField, label: "Answer", value: "so far")
      }
      .tag("bar")
    }
    .padding(8)
  }

  /// The text; before the last words, it has surrogate pairs and graphemes of several code points.
  private var text: AttributedText {
    var text = AttributedText("See ", style: TextStyle(size: 15))
    let link = InlineBox(style: TextStyle(size: 15), link: "https://example.org/\(number)")
    text.append(AttributedText("this page", style: TextStyle(size: 15)), in: link)
    text.append(AttributedText(" 𝒳 café 👩‍🚀 rocket", style: TextStyle(size: 15)))
    return text
  }
}
