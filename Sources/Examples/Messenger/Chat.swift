#if SDL
  import Foundation
  import Linecaster
  import LinecasterSDL
  import LinecasterSurface

  /// A list of messages in a window, with an input field.
  ///
  /// The store has all messages. The list starts with some, and loads more near either end. It
  /// follows its end as long as the end is visible.
  @MainActor
  final class Chat {
    private let window: SDLWindow
    private let host: SurfaceHost<SDLWindow>
    private let controller: AutoDiffController
    private let field: TextInputHost<SDLWindow>
    private var messages: [Message]
    /// The range of loaded messages in the store.
    private var loaded = 19_000..<19_900
    private let count = 20_000
    private var environment: LayoutEnvironment
    /// The edits in progress; `nil` while they are stopped.
    private var edits: Task<Void, Never>?
    private var random = SystemRandomNumberGenerator()
    /// Whether return searches, instead of sending the text.
    private var isSearching = false
    private var lastFound: UUID?

    init(_ window: SDLWindow, drawsGlyphs: Bool) throws {
      self.window = window
      messages = loaded.map(Message.numbered)
      environment = LayoutEnvironment(width: window.size.width, scale: window.scale)
      // A window shows few words at a time, however long the list is.
      let typesetter = Typesetter(
        fonts: try .bundled(), shapeCacheBytes: 4 << 20, paragraphCacheBytes: 1 << 20)
      let pipeline = PrecomputePipeline(
        arranger: CellArranger(typesetter: typesetter),
        rasterizer: DisplayRasterizer(
          glyphCache: GlyphCache(byteLimit: 8 << 20),
          images: AsyncImageProvider(source: Pictures(), byteLimit: 8 << 20)),
        options: window.pipelineOptions)
      var options = AutoDiffController.Options()
      options.output = drawsGlyphs ? .arrangements : .bitmaps
      host =
        drawsGlyphs
        ? SurfaceHost(glyphsOn: window, size: window.size, pipeline: pipeline)
        : SurfaceHost(on: window, size: window.size)
      controller = AutoDiffController(
        pipeline: pipeline, environment: environment, host: host, options: options)
      field = TextInputHost(
        on: window, frame: Self.fieldFrame(in: window.size), environment: environment,
        pipeline: pipeline)
      field.placeholder = "Message"
      field.clipboard = SDLClipboard()
      window.listInsets.bottom = Self.barHeight
      host.controller = controller
    }

    /// The height of the bar below the list.
    private static let barHeight = 48.0

    private static func fieldFrame(in size: Size) -> Rect {
      Rect(x: 8, y: size.height - barHeight + 8, width: max(0, size.width - 16), height: 32)
    }

    func run(isLive: Bool) {
      window.onResize = { [weak self] size, scale in
        self?.field.frame = Self.fieldFrame(in: size)
        self?.change {
          $0.width = size.width
          $0.scale = scale
        }
      }
      window.onKey = { [weak self] in self?.keyDown($0) }
      field.onSubmit = { [weak self] in self?.submit($0.text) }
      controller.onNearStart(.screens(2)) { [weak self] in try await self?.load(.start) }
      controller.onNearEnd(.screens(1)) { [weak self] in try await self?.load(.end) }
      show()
      if isLive { toggleEdits() }
      let readers = ScreenReaders(of: controller, in: window, height: Self.barHeight)
      withExtendedLifetime(readers) { window.run(host, fields: [field]) }
      edits?.cancel()
    }

    private func keyDown(_ key: KeyStroke) {
      switch key {
      case "D": change { $0.theme = $0.theme == .dark ? .light : .dark }
      case "R":
        change {
          let isMirrored = $0.layoutDirection == .rightToLeft
          $0.layoutDirection = isMirrored ? .leftToRight : .rightToLeft
        }
      case "E": toggleEdits()
      case "F": search(!isSearching)
      default: break
      }
    }

    private func change(_ body: (inout LayoutEnvironment) -> Void) {
      body(&environment)
      controller.setEnvironment(environment)
      field.environment = environment
      window.backgroundColor = environment.background.color(in: environment.theme)
    }
  }

  /// Prints a message, flushed immediately, also to a file.
  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  // MARK: - Messages

  extension Chat {
    /// Loads messages above or below the loaded ones, with a delay.
    private func load(_ edge: ListEdge) async throws {
      try await Task.sleep(for: .milliseconds(300))
      switch edge {
      case .start:
        let older = max(0, loaded.lowerBound - 1_000)..<loaded.lowerBound
        messages.insert(contentsOf: older.map(Message.numbered), at: 0)
        loaded = older.lowerBound..<loaded.upperBound
      case .end:
        let newer = loaded.upperBound..<min(count, loaded.upperBound + 50)
        messages += newer.map(Message.numbered)
        loaded = loaded.lowerBound..<newer.upperBound
      }
      say("loaded \(loaded)")
      show()
    }

    /// Shows all messages.
    private func show() {
      let (rows, loaded, count) = (messages, loaded, count)
      controller.update(anchor: .end, animated: true) { [weak self] in
        TableModel(
          loadState: loaded.upperBound < count ? .ready : .idle,
          loadStateAtStart: loaded.lowerBound > 0 ? .ready : .idle,
          items: rows.map { Self.item($0, self) })
      }
    }

    nonisolated private static func item(_ message: Message, _ chat: Chat?) -> TableItem {
      TableItem(.uuid(message.id), cell: MessageRow(message: message))
        .on(MessageRow.Action.like) { [weak chat] in chat?.like(message.id) }
        .on(MessageRow.Action.remove) { [weak chat] in chat?.remove(message.id) }
        .onLink { say("open \($0)") }
        .appearance(.fading)
    }

    /// Edits some rows, at the cost of these rows alone.
    private func edit(_ edits: [TableEdit]) {
      controller.update(with: edits, anchor: .end, animated: true)
    }

    /// Starts or stops twenty edits per second.
    private func toggleEdits() {
      if let running = edits.take() { return running.cancel() }
      edits = Task { [weak self] in
        while !Task.isCancelled {
          self?.edit()
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
    }

    /// Makes an edit among the last messages: an insertion, a removal, or a change of text.
    private func edit() {
      guard messages.count > 40 else { return }
      let place = messages.count - Int.random(in: 1...40, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: add(Message.numbered(Int.random(in: 0..<count, using: &random)))
      case 1: edit([.remove(.uuid(messages.remove(at: place).id))])
      default:
        messages[place].edits += 1
        edit([.replace(Self.item(messages[place], self))])
      }
    }

    private func add(_ message: Message) {
      messages.append(message)
      edit([.append([Self.item(message, self)], to: "main")])
    }

    private func like(_ id: UUID) {
      guard let place = messages.lastIndex(where: { $0.id == id }) else { return }
      messages[place].isLiked.toggle()
      say("liked message \(place)")
      edit([.replace(Self.item(messages[place], self))])
    }

    private func remove(_ id: UUID) {
      messages.removeAll { $0.id == id }
      say("removed a message")
      edit([.remove(.uuid(id))])
    }
  }

  // MARK: - The field

  extension Chat {
    private func submit(_ text: String) {
      guard !text.isEmpty else { return }
      if isSearching { return find(text) }
      field.replace(with: TextInput())
      let message = Message(id: UUID(), author: 0, text: text)
      add(message)
      say("sent \(text.utf16.count) units")
      controller.scroll(to: RowIdentity(.uuid(message.id)), at: .bottom, animated: true) { _ in }
    }

    /// Switches the field between searching and sending.
    private func search(_ begins: Bool) {
      isSearching = begins
      field.placeholder = begins ? "Search" : "Message"
      field.replace(with: TextInput())
      field.isFocused = begins
      controller.selection = []
    }

    /// Goes to the next message above that contains a text, wrapping around from the end.
    private func find(_ text: String) {
      let from = lastFound.flatMap { id in messages.firstIndex { $0.id == id } } ?? messages.count
      let matches = { (message: Message) in message.text.localizedStandardContains(text) }
      guard
        let place = messages[..<from].lastIndex(where: matches)
          ?? messages.lastIndex(where: matches)
      else { return say("found nothing") }
      let row = RowIdentity(.uuid(messages[place].id))
      lastFound = messages[place].id
      say("found message \(place)")
      controller.selection = [row]
      controller.scroll(to: row, at: .center, animated: true) { _ in }
    }
  }

  #if canImport(LinecasterAccess)
    import LinecasterAccess

    /// Exposes the list in the window to screen readers.
    @MainActor
    struct ScreenReaders {
      private let bridge: AccessBridge

      /// - Parameter height: The height of the bar below the list.
      init(of controller: AutoDiffController, in window: SDLWindow, height: Double) {
        bridge = AccessBridge(controller, title: "Messenger") {
          Rect(
            origin: window.origin,
            size: Size(width: window.size.width, height: max(0, window.size.height - height)))
        }
        bridge.keepUpdated()
      }
    }
  #else
    /// A no-op: `.ci/access` builds the program with a bridge to screen readers.
    @MainActor
    struct ScreenReaders {
      init(of controller: AutoDiffController, in window: SDLWindow, height: Double) {}
    }
  #endif

  /// The row of a message: its author, text, link and two buttons.
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
          if let picture = message.picture {
            Image(picture, size: Pictures.size).cornerRadius(8)
              .role(.image, label: "A picture of colours")
          }
          Row(spacing: 8) {
            button("♥ \(message.isLiked ? 1 : 0)", .like, environment)
              .role(.toggle(isOn: message.isLiked), label: "Like")
            button("Remove", .remove, environment).role(.button)
          }
        }
        .grow().modified { $0.style.minWidth = .zero }
      }
      .padding(Insets(horizontal: 12, vertical: 10))
      .background(
        environment.state.isSelected
          ? (isDark ? Color(rgb: 0x1F3350) : Color(rgb: 0xE7F0FF)) : .clear
      )
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

  /// A message.
  struct Message: Hashable, Sendable {
    var id: UUID
    var author: Int
    @ExactText var text: String
    var picture: ImageReference?
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

    /// The message for a number, equal in every run except for its identifier.
    static func numbered(_ number: Int) -> Message {
      Message(
        id: UUID(), author: number * 7 % authors.count, text: texts[number * 5 % texts.count],
        picture: number % 9 == 4 ? ImageReference("\(number)") : nil)
    }
  }

  /// Images that load slowly, as from a remote server: colour gradients by number.
  struct Pictures: ImageSource {
    static let size = Size(width: 240, height: 90)

    func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
      try await Task.sleep(for: .milliseconds(400))
      let hue = UInt8(truncatingIfNeeded: (Int(image.name) ?? 0) * 37)
      let size = Size(width: Double(size?.width ?? 240), height: Double(size?.height ?? 90))
      let slope = LinearGradient(
        angle: 90,
        stops: [
          GradientStop(Color(red: hue, green: 120, blue: 255 &- hue), at: 0),
          GradientStop(Color(red: 250, green: hue, blue: 120), at: 1),
        ])
      var list = DisplayList(size: size)
      list.append(.fill(DisplayShape(Rect(origin: .zero, size: size)), .linear(slope)))
      return try DisplayRasterizer().rasterize(list, scale: .one)
    }
  }
#endif
