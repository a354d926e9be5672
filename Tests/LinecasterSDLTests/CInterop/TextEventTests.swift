#if SDL
  import CSDL2
  import Foundation
  import LinecasterBundledFonts
  import LinecasterCells
  import LinecasterFonts
  import LinecasterBase
  import LinecasterList
  import LinecasterSDL
  import LinecasterSurface
  import LinecasterText
  import Testing

  /// Events of keyboards, pointers and input methods in SDL's form, pushed into its queue, for a
  /// hidden window.
  @Suite(.timeLimit(.minutes(60)), .serialized) @MainActor struct TextEventTests {
    private let window: SDLWindow
    private let host: SurfaceHost<SDLWindow>
    private let field: TextInputHost<SDLWindow>
    private let clipboard = SDLClipboard()

    init() throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      window = try SDLWindow(
        title: "test", size: Size(width: 300, height: 200), isAccelerated: false)
      host = SurfaceHost(on: window, size: Size(width: 300, height: 160))
      let fonts = PrecomputePipeline(fonts: try .bundled())
      field = TextInputHost(
        on: window, frame: Rect(x: 10, y: 165, width: 280, height: 30),
        environment: LayoutEnvironment(width: 300), pipeline: fonts)
      field.clipboard = clipboard
      SDL_FlushEvents(0, UInt32.max)
    }

    private func push(_ type: SDL_EventType, _ change: (inout SDL_Event) -> Void) {
      var event = SDL_Event()
      event.type = type.rawValue
      change(&event)
      #expect(SDL_PushEvent(&event) == 1)
    }

    private func type(_ text: String) {
      push(SDL_TEXTINPUT) { event in
        withUnsafeMutableBytes(of: &event.text.text) { $0.copyBytes(from: text.utf8.prefix(31)) }
      }
    }

    private func compose(_ text: String, _ start: Int32, _ length: Int32) {
      push(SDL_TEXTEDITING) { event in
        withUnsafeMutableBytes(of: &event.edit.text) { $0.copyBytes(from: text.utf8.prefix(31)) }
        event.edit.start = start
        event.edit.length = length
      }
    }

    private func press(_ key: SDL_KeyCode, _ modifiers: SDL_Keymod = KMOD_NONE) {
      push(SDL_KEYDOWN) { event in
        event.key.keysym.sym = Int32(bitPattern: key.rawValue)
        event.key.keysym.mod = UInt16(truncatingIfNeeded: modifiers.rawValue)
      }
    }

    private func button(
      _ type: SDL_EventType, _ x: Int32, _ y: Int32, clicks: UInt8 = 1
    ) {
      push(type) { event in
        event.button.button = 1
        event.button.x = x
        event.button.y = y
        event.button.clicks = clicks
      }
    }

    /// Delivers events and the results of workers until nothing is pending.
    private func settle() async throws {
      repeat {
        window.deliverEvents(to: host, fields: [field])
        try await Task.sleep(for: .milliseconds(2))
      } while field.isBusy
    }

    private func focus() async throws {
      button(SDL_MOUSEBUTTONDOWN, 200, 180)
      button(SDL_MOUSEBUTTONUP, 200, 180)
      try await settle()
      #expect(field.isFocused)
    }

    @Test func lettersAndKeys() async throws {
      type("lost, since nothing has the focus")
      try await settle()
      try await focus()
      type("one twö")
      press(SDLK_LEFT)
      press(SDLK_BACKSPACE)
      type("w")
      press(SDLK_HOME, KMOD_LSHIFT)
      press(SDLK_c, KMOD_LCTRL)
      press(SDLK_END)
      press(SDLK_v, KMOD_LCTRL)
      try await settle()
      #expect(field.input.text == "one twöone tw")
      #expect(clipboard.text == "one tw")
      press(SDLK_z, KMOD_RCTRL)
      press(SDLK_LEFT, SDL_Keymod(rawValue: KMOD_LCTRL.rawValue | KMOD_LSHIFT.rawValue))
      try await settle()
      #expect(field.input.text == "one twö" && field.input.selectedText == "twö")
      press(SDLK_RIGHT)
      press(SDLK_a, SDL_Keymod(rawValue: KMOD_LCTRL.rawValue | KMOD_RALT.rawValue))
      try await settle()
      #expect(field.input.selection.isEmpty)
    }

    @Test func whatInputMethodsShow() async throws {
      try await focus()
      type("x")
      compose("にほ", 2, 0)
      try await settle()
      #expect(field.input.text == "xにほ" && field.input.markedRange == 1..<3)
      compose("𠮷ほん", 1, 2)
      try await settle()
      #expect(field.input.selection.range == 3..<5)
      type("日本")
      try await settle()
      #expect(field.input.text == "x日本" && field.input.markedRange == nil)
      compose("ni", -1, -1)
      compose("", 0, 0)
      try await settle()
      #expect(field.input.text == "x日本" && field.input.markedRange == nil)
      push(SDL_TEXTEDITING_EXT) { event in
        let text = String(repeating: "long ", count: 20)
        event.editExt.text = SDL_strdup(text)
        event.editExt.start = 100
      }
      try await settle()
      #expect(field.input.markedRange == 3..<103)
    }

    @Test func clicksAndDrags() async throws {
      try await focus()
      type("one two three")
      try await settle()
      button(SDL_MOUSEBUTTONDOWN, 25, 180, clicks: 2)
      try await settle()
      #expect(field.input.selectedText == "one")
      push(SDL_MOUSEMOTION) { event in
        event.motion.x = 290
        event.motion.y = 180
      }
      button(SDL_MOUSEBUTTONUP, 290, 180)
      try await settle()
      #expect(field.input.selectedText == "one two three")
      button(SDL_MOUSEBUTTONDOWN, 20, 20)
      button(SDL_MOUSEBUTTONUP, 20, 20)
      try await settle()
      #expect(!field.isFocused)
    }

    /// Text selected by pointer or keys becomes the primary selection, but for passwords; a middle
    /// click inserts it.
    @Test func selectedTextIsThePrimarySelection() async throws {
      linecaster_sdl_set_primary_selection("from elsewhere")
      try await focus()
      type("one two")
      try await settle()
      #expect(primary == "from elsewhere")
      button(SDL_MOUSEBUTTONDOWN, 25, 180, clicks: 2)
      button(SDL_MOUSEBUTTONUP, 25, 180)
      try await settle()
      #expect(primary == "one")
      press(SDLK_END, KMOD_LSHIFT)
      try await settle()
      #expect(primary == "one two")
      field.replace(with: TextInput("secret", kind: .password))
      press(SDLK_a, KMOD_LCTRL)
      try await settle()
      #expect(field.input.selectedText == "secret" && primary == "one two")
      push(SDL_MOUSEBUTTONDOWN) { event in
        event.button.button = 2
        (event.button.x, event.button.y) = (280, 180)
      }
      try await settle()
      #expect(field.input.text == "secretone two" && primary == "one two")
    }

    private struct Line: Cell {
      var number: Int

      func body(in environment: LayoutEnvironment) -> some Layout {
        Text("Row \(number)").padding(8)
      }
    }

    /// Text that a pointer selects in rows becomes the primary selection; a click changes nothing.
    @Test func selectedRowsAreThePrimarySelection() async throws {
      linecaster_sdl_set_primary_selection("from elsewhere")
      let list = AutoDiffController(
        pipeline: PrecomputePipeline(fonts: try .bundled()),
        environment: LayoutEnvironment(width: 300), host: host)
      host.controller = list
      let items = (0..<9).map { TableItem(.number($0), cell: Line(number: $0)) }
      _ = try await list.update(with: TableModel(items: items)).outcome
      while !list.isIdle || host.blankRowCount > 0 {
        host.draw(at: window.now)
        try await settle()
      }
      button(SDL_MOUSEBUTTONDOWN, 90, 20)
      button(SDL_MOUSEBUTTONUP, 90, 20)
      try await settle()
      #expect(primary == "from elsewhere")
      button(SDL_MOUSEBUTTONDOWN, 90, 20)
      push(SDL_MOUSEMOTION) { ($0.motion.x, $0.motion.y) = (90, 60) }
      button(SDL_MOUSEBUTTONUP, 90, 60)
      for _ in 0..<1_000 where primary == "from elsewhere" { try await settle() }
      let selected = try await list.selectedText()
      #expect(selected.contains("Row 1") && primary == selected)
    }

    private var primary: String? {
      guard let text = linecaster_sdl_primary_selection() else { return nil }
      defer { SDL_free(text) }
      return String(cString: text)
    }

    @Test func keysGoToTheProgramOnlyWhileNothingIsWritten() async throws {
      var keys: [KeyStroke] = []
      window.onKey = { keys.append($0) }
      press(SDLK_d)
      press(SDLK_z, KMOD_LCTRL)
      press(SDLK_z, SDL_Keymod(rawValue: KMOD_LCTRL.rawValue | KMOD_RSHIFT.rawValue))
      press(SDLK_z, KMOD_LALT)
      try await settle()
      #expect(keys == ["D", "Ctrl+Z", "Ctrl+Shift+Z", "Alt+Z"])
      #expect(keys.map(\.description) == ["D", "Ctrl+Z", "Ctrl+Shift+Z", "Alt+Z"])
      keys = []
      try await focus()
      var sent: [String] = []
      field.onSubmit = { [weak field] in
        sent.append($0.text)
        field?.replace(with: TextInput())
      }
      press(SDLK_d)
      press(SDLK_SPACE)
      type("d ")
      press(SDLK_RETURN)
      press(SDLK_F1)
      press(SDLK_f, KMOD_LCTRL)
      press(SDLK_f, KMOD_LALT)
      press(SDLK_KP_1)
      try await settle()
      #expect(keys.isEmpty && sent == ["d "] && field.input.isEmpty)
      press(SDLK_ESCAPE)
      press(SDLK_r)
      try await settle()
      #expect(!field.isFocused && keys == ["R"])
    }

    @Test func inputMethodsKnowWhetherAndWhereSomebodyWrites() async throws {
      window.deliverEvents(to: host, fields: [field])
      #expect(SDL_IsTextInputActive() == SDL_FALSE)
      // At once: other windows of the process, of other tests, also switch text input.
      field.isFocused = true
      window.deliverEvents(to: host, fields: [field])
      #expect(SDL_IsTextInputActive() == SDL_TRUE)
      try await settle()
      #expect(field.frame.contains(field.caretFrame.origin))
      field.isFocused = false
      window.deliverEvents(to: host, fields: [field])
      #expect(SDL_IsTextInputActive() == SDL_FALSE)
    }
  }
#endif
