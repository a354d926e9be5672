#if SDL
  import CSDL2
  import LinecasterBase
  import LinecasterSurface
  import LinecasterText

  extension SDLWindow {
    /// The state of input methods and the pointer, as last set.
    struct TextState {
      /// Whether text input is on, as SDL starts with a new window.
      var isOn = true
      /// The caret, in points of the window.
      var caret = Rect.zero
      /// The range of the text that is selected in the focused field; empty for none.
      var selected = 0..<0
      /// The shape of the pointer.
      var shape = PointerShape.arrow
      // Created on demand, and freed with the window.
      fileprivate var cursors: [PointerShape: OpaquePointer] = [:]

      /// Frees the cursors.
      mutating func freeCursors() {
        for cursor in cursors.values { SDL_FreeCursor(cursor) }
        cursors = [:]
      }
    }

    /// The shape of a pointer.
    enum PointerShape: Hashable {
      case arrow
      /// Over editable text.
      case beam
      /// Over a pressable part.
      case hand

      fileprivate var cursor: SDL_SystemCursor {
        switch self {
        case .arrow: SDL_SYSTEM_CURSOR_ARROW
        case .beam: SDL_SYSTEM_CURSOR_IBEAM
        case .hand: SDL_SYSTEM_CURSOR_HAND
        }
      }
    }

    /// Makes SDL deliver complete marked text, and input methods show their candidate windows.
    static func askForInputMethods() {
      SDL_SetHint(SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1")
      SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1")
    }
  }

  // MARK: - What fields answer to

  extension SDLWindow {
    /// Passes an event to the fields; returns whether one of them handled it.
    func deliver(_ event: SDL_Event, to fields: [TextInputHost<SDLWindow>]) -> Bool {
      guard !fields.isEmpty else { return false }
      switch SDL_EventType(event.type) {
      case SDL_MOUSEBUTTONDOWN where event.button.which != UInt32.max:
        return press(
          Self.point(event.button.x, event.button.y), clicks: Int(event.button.clicks), fields)
      case SDL_FINGERDOWN: return press(finger(event.tfinger), clicks: 1, fields)
      case SDL_MOUSEMOTION where event.motion.which != UInt32.max:
        let point = Self.point(event.motion.x, event.motion.y)
        return fields.contains { $0.pointerMoved(to: point, time: now) }
      case SDL_FINGERMOTION:
        return fields.contains { $0.pointerMoved(to: finger(event.tfinger), time: now) }
      case SDL_MOUSEWHEEL:
        let point = Self.point(event.wheel.mouseX, event.wheel.mouseY)
        let change = Self.distance(event.wheel)
        return fields.contains { $0.wheel(by: change, at: point, time: now) }
      case SDL_MOUSEBUTTONUP, SDL_FINGERUP:
        return fields.contains { $0.pointerUp(time: now) }
      default:
        guard let field = fields.first(where: \.isFocused) else { return false }
        return write(event, in: field)
      }
    }

    /// Handles a press in a field; the others lose the focus.
    private func press(
      _ point: Point, clicks: Int, _ fields: [TextInputHost<SDLWindow>]
    ) -> Bool {
      let isExtending = SDL_GetModState().rawValue & KMOD_SHIFT.rawValue != 0
      var isTaken = false
      for field in fields
      where field.pointerDown(at: point, clicks: clicks, extending: isExtending, time: now) {
        isTaken = true
      }
      return isTaken
    }

    /// Passes written text to the focused field.
    private func write(_ event: SDL_Event, in field: TextInputHost<SDLWindow>) -> Bool {
      switch SDL_EventType(event.type) {
      case SDL_TEXTINPUT:
        return field.insert(Self.string(event.text.text), time: now)
      case SDL_TEXTEDITING:
        return compose(
          Self.string(event.edit.text), event.edit.start, event.edit.length, in: field)
      case SDL_TEXTEDITING_EXT:
        // The receiver must free the text.
        defer { SDL_free(event.editExt.text) }
        let text = event.editExt.text.map { String(cString: $0) } ?? ""
        return compose(text, event.editExt.start, event.editExt.length, in: field)
      case SDL_KEYDOWN: return keyDown(event.key.keysym, in: field)
      default: return false
      }
    }

    private func compose(
      _ text: String, _ start: Int32, _ length: Int32, in field: TextInputHost<SDLWindow>
    ) -> Bool {
      // SDL counts characters, with negative numbers if unknown.
      let scalars = text.unicodeScalars
      let first = scalars.prefix(max(0, Int(start)))
      let selected = scalars.dropFirst(first.count).prefix(max(0, Int(length)))
      let (from, count) = (
        String(Substring(first)).utf16.count, String(Substring(selected)).utf16.count
      )
      return field.compose(text, selected: from..<from + count, time: now)
    }

    /// Converts a C array of characters to a string.
    private static func string<Bytes>(_ bytes: Bytes) -> String {
      withUnsafeBytes(of: bytes) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }

    /// Passes a key to a field; returns whether the field handled it, or the key writes a letter.
    private func keyDown(_ key: SDL_Keysym, in field: TextInputHost<SDLWindow>) -> Bool {
      let modifiers = Self.modifiers(key)
      if let known = Self.textKey(key), field.key(known, modifiers, time: now) { return true }
      if key.sym == Int32(SDLK_ESCAPE.rawValue) {
        field.isFocused = false
        return true
      }
      let isLetter = key.sym >= 0x20 && key.sym != 0x7F && key.sym & Self.noCharacter == 0
      return isLetter && !modifiers.contains(.control)
    }

    /// The bit of keys that have no character.
    private static let noCharacter: Int32 = 1 << 30

    private static func modifiers(_ key: SDL_Keysym) -> KeyModifiers {
      var modifiers = held(key).intersection([.shift, .control])
      // With both control and alt, keyboards write additional letters.
      if held(key).contains(.alt) { modifiers.remove(.control) }
      return modifiers
    }

    private static func textKey(_ key: SDL_Keysym) -> TextKey? {
      let name = String(cString: SDL_GetKeyName(key.sym))
      if let known = textKeys[name] { return known }
      // On keyboards without Latin letters, shortcuts use the key positions of a Latin one.
      let letter =
        asciiLetter(name) ?? asciiLetter(String(cString: SDL_GetScancodeName(key.scancode)))
      return letter.map { .letter($0) }
    }

    private static func asciiLetter(_ name: String) -> Unicode.Scalar? {
      let scalars = name.unicodeScalars
      guard scalars.count == 1, let first = scalars.first, first.isASCII,
        first.properties.isAlphabetic
      else { return nil }
      return first.properties.lowercaseMapping.unicodeScalars.first
    }

    private static let textKeys: [String: TextKey] = [
      "Left": .left, "Right": .right, "Up": .up, "Down": .down, "Home": .home, "End": .end,
      "PageUp": .pageUp, "PageDown": .pageDown, "Backspace": .backspace, "Delete": .delete,
      "Return": .enter, "Keypad Enter": .enter, "Escape": .escape,
    ]
  }

  // MARK: - Input methods

  extension SDLWindow {
    /// Updates whether and where input methods are active.
    func updateInputMethods(of fields: [TextInputHost<SDLWindow>]) {
      let field = fields.first(where: \.isFocused)
      if textState.isOn != (field != nil) {
        textState.isOn = field != nil
        if field == nil { SDL_StopTextInput() } else { SDL_StartTextInput() }
      }
      guard let caret = field?.caretFrame, caret != textState.caret else { return }
      textState.caret = caret
      var rect = SDL_Rect(
        x: Int32(saturating: caret.minX), y: Int32(saturating: caret.minY),
        w: Int32(saturating: max(1, caret.width)), h: Int32(saturating: max(1, caret.height)))
      SDL_SetTextInputRect(&rect)
    }

    /// Makes newly selected text of a field the primary selection, once no button is held;
    /// passwords never become it.
    func updatePrimarySelection(of fields: [TextInputHost<SDLWindow>]) {
      let input = fields.first(where: \.isFocused)?.input
      let range = input?.selection.range ?? 0..<0
      guard range != textState.selected, SDL_GetMouseState(nil, nil) == 0 else { return }
      textState.selected = range
      guard let input, !range.isEmpty, input.kind != .password else { return }
      PrimarySelection().text = input.selectedText
    }

    func show(_ shape: PointerShape) {
      guard textState.shape != shape else { return }
      textState.shape = shape
      if textState.cursors[shape] == nil {
        textState.cursors[shape] = SDL_CreateSystemCursor(shape.cursor)
      }
      SDL_SetCursor(textState.cursors[shape])
    }
  }
#endif
