#if SDL
  import Foundation
  import Linecaster
  import LinecasterSDL
  import LinecasterSurface

  /// A transcript in a window, and the streams that feed it.
  @MainActor
  final class Session {
    private let window: SDLWindow
    private let panes: Panes
    private let list, bar: AutoDiffController
    private let transcript: Transcript
    private var environment: LayoutEnvironment
    private var shownBar: Bar?
    /// The task of each growing message.
    private var streams: [ItemIdentifier: Task<Void, Never>] = [:]
    private var count = 0
    private var lastAnswer: ItemIdentifier?

    /// The number of older messages.
    private let olderCount: Int
    /// The number of streams at once, and the time between two tokens of each: 500 tokens a second.
    private static let streamCount = 3
    private static let interval = Duration.milliseconds(6)

    init(_ window: SDLWindow, olderCount: Int) throws {
      self.olderCount = max(1, olderCount)
      self.window = window
      environment = LayoutEnvironment(width: window.size.width, scale: window.scale)
      let pipeline = PrecomputePipeline(
        fonts: try .bundled(), options: window.pipelineOptions)
      panes = Panes(on: window, environment, pipeline)
      list = AutoDiffController(pipeline: pipeline, environment: environment, host: panes.list)
      bar = AutoDiffController(pipeline: pipeline, environment: environment, host: panes.bar)
      panes.list.controller = list
      panes.bar.controller = bar
      var light = MarkupStyle(theme: .light)
      light.highlighter = BasicHighlighter()
      transcript = Transcript(style: TranscriptStyle(light: light)) { row in
        TableItem(row.identifier, cell: row).onLink { say("open \($0)") }
      }
    }

    func run(isLive: Bool) {
      transcript.insertAtStart(
        (0..<olderCount).map { number in
          Transcript.Message(
            .name("older \(number)"), from: Texts.senders[number % 2], Texts.older(number))
        })
      lastAnswer = .name("older \(olderCount - 1)")
      transcript.show(in: list)
      list.whenIdle { [olderCount] in say("shown \(olderCount)") }
      if isLive { start() }
      window.onResize = { [weak self] size, scale in
        self?.change {
          $0.width = size.width
          $0.scale = scale
        }
      }
      window.onKey = { [weak self] in self?.keyDown($0) }
      panes.field.onChange = { [weak self] in self?.find($0.text) }
      panes.field.onSubmit = { [weak self] _ in self?.list.findNext(animated: true) }
      panes.onEscape = { [weak self] in self?.find(nil) }
      list.onFindProgress = { [weak self] in self?.found($0) }
      window.run(panes) { [weak self] in self?.showBar() }
      stop()
    }

    private func keyDown(_ key: KeyStroke) {
      switch key {
      case "D": change { $0.theme = $0.theme == .dark ? .light : .dark }
      case "Ctrl+F":
        if !panes.isFinding { find("") }
        panes.field.isFocused = true
      default: break
      }
    }

    private func change(_ body: (inout LayoutEnvironment) -> Void) {
      body(&environment)
      list.setEnvironment(environment)
      bar.setEnvironment(environment)
      panes.field.environment = environment
      window.backgroundColor = environment.background.color(in: environment.theme)
    }

    /// Shows the buttons for the state of the list.
    private func showBar() {
      let new = Bar(
        isStreaming: !streams.isEmpty, isAtEnd: list.isAtEnd, isFinding: panes.isFinding,
        found: list.findProgress)
      guard new != shownBar else { return }
      shownBar = new
      let item = TableItem("bar", cell: new)
        .on(Bar.Action.start) { [weak self] in self?.start() }
        .on(Bar.Action.stop) { [weak self] in self?.stop() }
        .on(Bar.Action.latest) { [weak self] in self?.list.scrollToEnd(animated: true) }
        .on(Bar.Action.copy) { [weak self] in self?.copyAnswer() }
        .on(Bar.Action.previous) { [weak self] in self?.list.findPrevious(animated: true) }
        .on(Bar.Action.next) { [weak self] in self?.list.findNext(animated: true) }
        .on(Bar.Action.close) { [weak self] in self?.find(nil) }
      bar.update(with: TableModel(items: [item]))
    }

    private func copyAnswer() {
      guard let answer = lastAnswer, let text = transcript.text(of: answer) else { return }
      SDLClipboard().text = text
      say("copied \(text.utf8.count) bytes")
    }
  }

  // MARK: - Finding

  extension Session {
    /// Finds a text in all messages, also in those that are growing; `nil` closes the field.
    private func find(_ text: String?) {
      if panes.isFinding != (text != nil) {
        panes.isFinding.toggle()
        panes.field.replace(with: TextInput())
        panes.field.isFocused = false
      }
      list.findQuery = text.flatMap { $0.isEmpty ? nil : TextQuery($0) }
      showBar()
    }

    private func found(_ progress: FindProgress) {
      showBar()
      guard progress.isComplete else { return }
      say("found \(progress.count)" + (progress.current.map { ", at \($0)" } ?? ""))
    }
  }

  /// Prints a message, flushed immediately, also to a file.
  func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  // MARK: - Streams

  extension Session {
    /// Starts a question, and the streams of its answers.
    private func start() {
      guard streams.isEmpty else { return }
      count += 1
      transcript.add(.name("question \(count)"), from: "You", "Question \(count)")
      for number in 0..<Self.streamCount {
        let message = ItemIdentifier.name("answer \(count).\(number)")
        transcript.begin(message, from: "Assistant \(number + 1)")
        let parts = Texts.parts(ofStream: number)
        streams[message] = Task.detached { [weak self, transcript] in
          await Self.feed(parts, to: message, of: transcript)
          await self?.ended(message)
        }
        lastAnswer = message
      }
      say("started \(streams.count)")
    }

    /// Appends parts of a text at the speed of a network.
    private nonisolated static func feed(
      _ parts: [[UInt8]], to message: ItemIdentifier, of transcript: Transcript
    ) async {
      for part in parts {
        do {
          try await Task.sleep(for: interval)
        } catch {
          return transcript.fail(message, "stopped")
        }
        transcript.append(bytes: part, to: message)
      }
      transcript.finish(message)
    }

    private func ended(_ message: ItemIdentifier) {
      streams[message] = nil
      window.wake()
      if streams.isEmpty { list.whenIdle { say("ended") } }
    }

    /// Stops all streams; their texts stay.
    private func stop() {
      for stream in streams.values { stream.cancel() }
    }
  }

  /// A list above a bar of buttons, which is a list of one row, and a field on the bar.
  @MainActor
  final class Panes: SurfaceContent {
    typealias Surface = SDLWindow
    let list, bar: SurfaceHost<SDLWindow>
    /// The field for the text to find, on the bar while it is open.
    let field: TextInputHost<SDLWindow>
    var isFinding = false
    /// Called after input.
    var onInput: @MainActor () -> Void = {}
    /// Called when Escape is pressed while the field is open.
    var onEscape: @MainActor () -> Void = {}
    /// The part that a pressed pointer belongs to.
    private var held: SurfaceHost<SDLWindow>?

    nonisolated static let barHeight = 48.0
    nonisolated static let fieldWidth = 220.0

    init(
      on window: SDLWindow, _ environment: LayoutEnvironment, _ pipeline: PrecomputePipeline
    ) {
      list = SurfaceHost(on: window, size: window.size)
      bar = SurfaceHost(on: window, size: Size(width: window.size.width, height: Self.barHeight))
      field = TextInputHost(
        on: window, frame: .zero, environment: environment, pipeline: pipeline)
      field.placeholder = "Find"
      field.clipboard = SDLClipboard()
      size = window.size
      place()
    }

    var size: Size { didSet { place() } }

    private func place() {
      let height = max(0, size.height - Self.barHeight)
      list.size = Size(width: size.width, height: height)
      bar.size = Size(width: size.width, height: Self.barHeight)
      bar.origin = Point(x: 0, y: height)
      field.frame = Rect(x: 12, y: height + 8, width: Self.fieldWidth, height: 32)
    }

    private func part(at point: Point) -> (SurfaceHost<SDLWindow>, Point) {
      let part = held ?? (point.y < bar.origin.y ? list : bar)
      return (part, point.offset(x: -part.origin.x, y: -part.origin.y))
    }

    var fields: [TextInputHost<SDLWindow>] { isFinding ? [field] : [] }

    func draw(at time: Duration) -> Bool {
      // Rows of the list may reach below it, and are covered.
      let isMoving = [list.draw(at: time), bar.draw(at: time)].contains(true)
      return fields.map { $0.draw(at: time) }.contains(true) || isMoving
    }

    var nextFrame: Duration? {
      ([list.nextFrame, bar.nextFrame] + fields.map(\.nextFrame)).compactMap(\.self).min()
    }

    func pointerDown(at point: Point, scrolls: Bool, clicks: Int, time: Duration) {
      let (part, place) = part(at: point)
      held = part
      part.pointerDown(at: place, scrolls: scrolls, clicks: clicks, time: time)
    }

    func pointerMoved(to point: Point, time: Duration) {
      let (part, place) = part(at: point)
      for other in [list, bar] where other !== part { other.pointerLeft(time: time) }
      part.pointerMoved(to: place, time: time)
    }

    func secondaryTap(at point: Point, time: Duration) -> Bool { false }

    func pointerUp(at point: Point, time: Duration) -> Bool {
      let (part, place) = part(at: point)
      held = nil
      defer { onInput() }
      return part.pointerUp(at: place, time: time)
    }

    func pointerLeft(time: Duration) {
      held = nil
      for part in [list, bar] { part.pointerLeft(time: time) }
    }

    func wheel(by change: Double, at point: Point, time: Duration) {
      list.wheel(by: change, time: time)
      onInput()
    }

    func sidewaysWheel(by change: Double, at point: Point, time: Duration) {
      let (part, place) = part(at: point)
      part.sidewaysWheel(by: change, at: place, time: time)
    }

    func key(_ key: SurfaceKey, time: Duration) -> Bool {
      defer { onInput() }
      if key == .escape, isFinding {
        onEscape()
        return true
      }
      return list.key(key, time: time)
    }

    func isInteractive(at point: Point) -> Bool {
      let (part, place) = part(at: point)
      return part.isInteractive(at: place)
    }

    func isSelectableText(at point: Point) -> Bool {
      let (part, place) = part(at: point)
      return part === list && part.isSelectableText(at: place)
    }

    func copySelection(to clipboard: any TextClipboard) -> Bool {
      list.copySelection(to: clipboard)
    }
  }

  /// The buttons below the list.
  struct Bar: Cell {
    enum Action: Hashable { case start, stop, latest, copy, previous, next, close }

    var isStreaming: Bool
    var isAtEnd: Bool
    var isFinding = false
    var found: FindProgress?

    func body(in environment: LayoutEnvironment) -> some Layout {
      let isDark = environment.theme == .dark
      Row(spacing: 8, alignment: .center) {
        if isFinding {
          Spacer().frame(width: Panes.fieldWidth).grow(0)
          button("↑", .previous, environment)
          button("↓", .next, environment)
          Text(progress, style: TextStyle(size: 14))
          Spacer()
          button("Done", .close, environment)
        } else {
          button(isStreaming ? "■ Stop" : "▶ Start", isStreaming ? .stop : .start, environment)
          button("Copy answer", .copy, environment)
          Spacer()
        }
        if !isAtEnd, !isFinding { button("↓ To the latest", .latest, environment) }
      }
      .padding(Insets(horizontal: 12, vertical: 0))
      .frame(height: Panes.barHeight)
      .background(Color(rgb: isDark ? 0x161B22 : 0xF6F8FA))
      .border(Border(top: BorderEdge(width: 1, color: Color(rgb: isDark ? 0x30363D : 0xD0D7DE))))
    }

    private var progress: String {
      guard let found else { return "" }
      if let current = found.current { return "\(current) of \(found.count)" }
      return found.isComplete ? "\(found.count) found" : "\(found.count)…"
    }

    private func button(
      _ title: String, _ action: Action, _ environment: LayoutEnvironment
    ) -> LayoutNode {
      let isDark = environment.theme == .dark
      let isPressed = environment.state.isPressed(action)
      let ground = isPressed ? 0x4361EE : isDark ? 0x30363D : 0xE1E6EC
      return Text(title, style: TextStyle(size: 14))
        .padding(Insets(horizontal: 12, vertical: 5))
        .background(Color(rgb: UInt32(ground)), cornerRadius: 8)
        .tag(action).role(.button)
    }
  }

  /// The texts of messages, in several scripts, with all kinds of blocks.
  enum Texts {
    static let senders = ["You", "Assistant"]

    /// The number of different answers.
    static var count: Int { answers.count }

    /// Returns the text of an older message.
    static func older(_ number: Int) -> String {
      number % 2 == 0 ? questions[number / 2 % questions.count] : answers[number / 2 % count]
    }

    /// Returns the text that a stream brings, in parts of a few bytes: characters may be cut.
    static func parts(ofStream number: Int) -> [[UInt8]] {
      let text = (0..<12).map { answers[(number * 3 + $0) % count] }.joined(separator: "\n\n")
      let bytes = Array(text.utf8)
      return stride(from: 0, to: bytes.count, by: 5).map {
        Array(bytes[$0..<min($0 + 5, bytes.count)])
      }
    }

    private static let questions = [
      "Which scripts join their letters?", "كيف تُكتب الأرقام؟", "देवनागरी में संयुक्ताक्षर क्या हैं?",
      "行頭に来ない文字は？", "מה כיוון המשפט?", "띄어쓰기는 어떻게 하나요?",
    ]

    private static let answers = [
      """
      ## Joining scripts

      **Arabic**, Syriac and N'Ko join *each* letter to its neighbours; Devanagari forms conjuncts.
      See [the standard](https://www.unicode.org/standard/standard.html).

      1. Shape the letters.
      2. Measure the glyphs.
      3. Break the lines.
      """,
      """
      العربية تُكتب من اليمين إلى اليسار، مع أرقام مثل 123 وكلمات مثل *Unicode*.

      - حروف متصلة
      - **تشكيل** فوق الحروف
      """,
      """
      संयुक्ताक्षर दो या अधिक व्यंजनों से बनते हैं: **क्ष**, **त्र**, **ज्ञ**।

      > क्षत्रिय, स्त्री, विद्यार्थी
      """,
      """
      日本語では、句読点が行頭に来ません。**「重点」**は太字です。

      | 文字 | 読み |
      |:----|----:|
      | 山 | やま |
      | 川 | かわ |
      | 海 | うみ |
      """,
      """
      Unicode הוא תקן לכל הכתבים (עם סוגריים), ו-*English* באמצע המשפט.

      ```swift
      let words = text.split(separator: " ")
      for word in words.sorted() {
        print(word, word.unicodeScalars.count)
      }
      ```
      """,
      """
      | Script | Direction | Letters | Conjuncts | Punctuation | Numerals |
      |---|---|---|---|---|---|
      | Arabic | right-to-left | joined | ligatures | ؟ ، ؛ | ١٢٣ |
      | Devanagari | left-to-right | hanging | क्ष त्र ज्ञ | । ॥ | १२३ |
      | Khmer | left-to-right | stacked | ស្ត្រី | ។ | ១២៣ |
      """,
      """
      한국어는 띄어쓰기에서 줄을 바꿉니다. 👍🏽

      - [x] 한글
      - [ ] 한자
      """,
      """
      ภาษาไทยไม่มีช่องว่างระหว่างคำ บรรทัดจึงตัดตามพจนานุกรม

      Русский и ελληνικά: ~~старое~~ новое, `код` и ссылки[^1].

      [^1]: Сноска.
      """,
    ]
  }
#endif
