#if SDL
  import Foundation
  import Linecaster
  import LinecasterSDL
  import LinecasterSurface

  /// A window with 20,000 messages in many scripts, edited while somebody scrolls, with buttons and
  /// links in its rows:   make window
  ///
  /// Keys: arrows, page, home and end scroll, tab goes from one thing to touch to the next, return
  /// touches it; D changes between light and dark, R the direction of rows, E stops the edits. What
  /// is written in the field at the bottom is sent by return.
  @main
  struct Messenger {
    @MainActor static func main() throws {
      let arguments = CommandLine.arguments.dropFirst()
      let window = try SDLWindow(
        title: "Messenger", size: Size(width: 420, height: 720),
        isAccelerated: !arguments.contains("--software"))
      let chat = try Chat(window, isLive: !arguments.contains("--still"))
      chat.run()
    }
  }

  /// The list of messages in a window.
  @MainActor
  final class Chat {
    private let window: SDLWindow
    private let host: SurfaceHost<SDLWindow>
    private let controller: AutoDiffController
    private let field: TextInputHost<SDLWindow>
    private var messages = Message.many(20_000)
    private var environment: LayoutEnvironment
    private var isLive: Bool
    private var nextEdit = Duration.zero
    private var random = SystemRandomNumberGenerator()

    init(_ window: SDLWindow, isLive: Bool) throws {
      self.window = window
      self.isLive = isLive
      environment = LayoutEnvironment(width: window.size.width, scale: window.scale)
      host = SurfaceHost(on: window, size: window.size)
      let pipeline = PrecomputePipeline(fonts: try .bundled())
      controller = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
      field = TextInputHost(
        on: window, frame: Self.fieldFrame(in: window.size), environment: environment,
        pipeline: pipeline)
      field.placeholder = "Message"
      field.clipboard = SDLClipboard()
      window.listInsets.bottom = Self.barHeight
      host.controller = controller
    }

    /// The height of what is below the list.
    private static let barHeight = 48.0

    private static func fieldFrame(in size: Size) -> Rect {
      Rect(x: 8, y: size.height - barHeight + 8, width: max(0, size.width - 16), height: 32)
    }

    func run() {
      window.onResize = { [weak self] size, scale in
        self?.field.frame = Self.fieldFrame(in: size)
        self?.change {
          $0.width = size.width
          $0.scale = scale
        }
      }
      window.onKey = { [weak self] in self?.keyDown($0) }
      field.onSubmit = { [weak self] in self?.send($0.text) }
      show(animated: false)
      window.run(host, fields: [field]) { [self] in edit() }
    }

    /// Puts what was written at the end of the messages.
    private func send(_ text: String) {
      guard !text.isEmpty else { return }
      field.replace(with: TextInput())
      messages.append(Message(author: 0, text: text))
      show(animated: true)
      let row = RowIdentity(.uuid(messages[messages.count - 1].id))
      controller.scroll(to: row, at: .bottom, animated: true) { _ in }
    }

    private func keyDown(_ key: String) {
      switch key {
      case "D": change { $0.theme = $0.theme == .dark ? .light : .dark }
      case "R":
        change {
          let isMirrored = $0.layoutDirection == .rightToLeft
          $0.layoutDirection = isMirrored ? .leftToRight : .rightToLeft
        }
      case "E": isLive.toggle()
      default: break
      }
    }

    private func change(_ body: (inout LayoutEnvironment) -> Void) {
      body(&environment)
      controller.setEnvironment(environment)
      field.environment = environment
      window.ground = environment.background.color(in: environment.theme)
    }

    /// Twenty edits a second among the first messages: one comes, goes, or says something else.
    private func edit() {
      guard isLive, window.now >= nextEdit else { return }
      nextEdit = window.now + .milliseconds(50)
      let place = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: messages.insert(Message.next(messages.count + place), at: place)
      case 1: messages.remove(at: place)
      default: messages[place].edits += 1
      }
      show(animated: true)
    }

    private func show(animated: Bool) {
      let rows = messages
      controller.update(animated: animated) { [weak self] in
        TableModel(
          items: rows.map { message in
            TableItem(.uuid(message.id), cell: MessageRow(message: message))
              .on(MessageRow.Action.like) { self?.like(message.id) }
              .on(MessageRow.Action.remove) { self?.remove(message.id) }
              .onLink { print("open \($0)") }
              .appearance(.fading)
          })
      }
    }

    private func like(_ id: UUID) {
      guard let place = messages.firstIndex(where: { $0.id == id }) else { return }
      messages[place].isLiked.toggle()
      print("liked message \(place)")
      show(animated: true)
    }

    private func remove(_ id: UUID) {
      messages.removeAll { $0.id == id }
      print("removed a message")
      show(animated: true)
    }
  }

  /// What somebody wrote.
  struct Message: Hashable, Sendable {
    var id = UUID()
    var author: Int
    @ExactText var text: String
    var isLiked = false
    var edits = 0

    static let authors = ["Ada Lovelace", "ليلى حداد", "अनन्या शर्मा", "田中 美咲", "דנה לוי", "김민준"]
    private static let texts = [
      "Shaped, measured and painted off the main thread.",
      "مرحبًا بالعالم! هذا نص عربي متصل من اليمين إلى اليسار.",
      "क्षत्रिय, स्त्री, विद्यार्थी: संयुक्ताक्षर ठीक जगह पर, मात्राएँ भी।",
      "日本語の文章は、どの文字の間でも改行できますが、句読点は行頭に来ません。",
      "עברית מימין לשמאל (עם סוגריים) ו-English באמצע המשפט.",
      "한국어 문장은 띄어쓰기에서 줄을 바꿉니다. 👍🏽",
      "ภาษาไทยไม่มีช่องว่างระหว่างคำ บรรทัดจึงตัดตามพจนานุกรม",
      "In colour: 😀 👩‍👩‍👧 🏳️‍🌈 — a family is one glyph, a flag is one glyph.",
    ]

    static func next(_ number: Int) -> Message {
      Message(author: number * 7 % authors.count, text: texts[number * 5 % texts.count])
    }

    static func many(_ count: Int) -> [Message] { (0..<count).map(next) }
  }

  /// The row of a message: who wrote it, what, a link, and two buttons.
  struct MessageRow: Cell {
    enum Action: Hashable { case like, remove }

    var message: Message

    func body(in environment: LayoutEnvironment) -> some Layout {
      let isDark = environment.theme == .dark
      let name = Message.authors[message.author]
      Row(spacing: 12, alignment: .flexStart) {
        Row(alignment: .center, distribution: .center) {
          Text(String(name.prefix(1)), style: TextStyle(size: 18, weight: .bold, color: .white))
        }
        .frame(width: 40, height: 40).shrink(0)
        .background(Self.colors[message.author], cornerRadius: 20)
        Column(spacing: 4) {
          Text(name, style: TextStyle(size: 15, weight: .bold))
          Text(Paragraph(text))
          Row(spacing: 8) {
            button("♥ \(message.isLiked ? 1 : 0)", .like, environment)
              .role(.toggle(isOn: message.isLiked), label: "Like")
            button("Remove", .remove, environment).role(.button)
          }
        }
        .grow().modified { $0.style.minWidth = .zero }
      }
      .padding(Insets(horizontal: 12, vertical: 10))
      .border(
        Border(bottom: BorderEdge(width: 1, color: Color(rgb: isDark ? 0x30363D : 0xE4E8EC))))
    }

    private var text: AttributedText {
      let style = TextStyle(size: 15)
      let edits = message.edits > 0 ? " (edited \(message.edits) times)" : ""
      var text = AttributedText(message.text + edits + " ", style: style)
      let link = InlineBox(
        style: style, link: "https://example.org/\(message.author)")
      text.append(
        AttributedText("example.org", style: TextStyle(size: 15, color: .accent)), in: link)
      return text
    }

    private func button(
      _ title: String, _ action: Action, _ environment: LayoutEnvironment
    ) -> LayoutNode {
      let isDark = environment.theme == .dark
      let state = environment.state
      let ground =
        state.isPressed(action)
        ? 0x4361EE : state.isHovered(action) ? 0xA5B4FC : isDark ? 0x30363D : 0xEEF1F4
      return Text(title, style: TextStyle(size: 13))
        .padding(Insets(horizontal: 8, vertical: 3))
        .background(Color(rgb: UInt32(ground)), cornerRadius: 6)
        .border(state.isFocused(action) ? Color(rgb: 0xD6336C) : .clear, width: 2)
        .tag(action)
    }

    private static let colors = [
      0x4361EE, 0xD6336C, 0xE8590C, 0x0B7285, 0x5F3DC4, 0x2B8A3E,
    ].map { Color(rgb: UInt32($0)) }
  }
#else
  @main
  struct Messenger {
    static func main() {
      print("Messenger was built without SDL; `make window` builds it with the trait SDL.")
    }
  }
#endif
