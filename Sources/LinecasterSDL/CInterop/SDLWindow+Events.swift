#if SDL
  import CSDL2
  import LinecasterBase
  public import LinecasterSurface

  extension SDLWindow {
    /// Delivers pending input: to text inputs if they handle it, otherwise to the list.
    ///
    /// - Returns: Whether there was any.
    @discardableResult
    public func deliverEvents(
      to host: some SurfaceContent<SDLWindow>, fields: [TextInputHost<SDLWindow>] = []
    ) -> Bool {
      var event = SDL_Event()
      var hasAny = false
      while SDL_PollEvent(&event) != 0 {
        hasAny = true
        guard isHeard(event), !(goesBack(event) && host.key(.back, time: now)) else { continue }
        // Each screen has its own fields.
        let fields = fields + host.fields
        followPointer(event)
        if isPress(event, of: SDL_BUTTON_RIGHT) {
          secondaryClick(event.button, host, fields)
        } else if isPress(event, of: SDL_BUTTON_MIDDLE) {
          middleClick(event.button, fields)
        } else if isOfPrimaryButton(event), !deliver(event, to: fields) {
          deliver(event, to: host, fields)
        }
      }
      if hasAny { showPointer(host, fields + host.fields) }
      updateInputMethods(of: fields + host.fields)
      updatePrimarySelection(of: fields + host.fields)
      return hasAny
    }

    /// Whether to deliver an event: presses and releases count for the primary button only.
    private func isOfPrimaryButton(_ event: SDL_Event) -> Bool {
      switch SDL_EventType(event.type) {
      case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
        Int32(event.button.button) == SDL_BUTTON_LEFT
      default: true
      }
    }

    private func isPress(_ event: SDL_Event, of button: Int32) -> Bool {
      SDL_EventType(event.type) == SDL_MOUSEBUTTONDOWN
        && Int32(event.button.button) == button
    }

    /// Inserts the selected text of the display into a field at the place of a middle click.
    private func middleClick(
      _ button: SDL_MouseButtonEvent, _ fields: [TextInputHost<SDLWindow>]
    ) {
      let point = Self.point(button.x, button.y)
      guard fields.contains(where: { $0.contains(point) }),
        let text = PrimarySelection().text
      else { return }
      for field in fields where field.pointerDown(at: point, time: now) {
        field.pointerUp(time: now)
        field.insert(text, time: now)
      }
    }

    /// Passes a secondary click to the list, unless it is on a field.
    private func secondaryClick(
      _ button: SDL_MouseButtonEvent, _ host: some SurfaceContent<SDLWindow>,
      _ fields: [TextInputHost<SDLWindow>]
    ) {
      let point = Self.point(button.x, button.y)
      guard isInList(point), !fields.contains(where: { $0.contains(point) }) else { return }
      _ = host.secondaryTap(at: point, time: now)
    }

    /// Whether an event asks to go back.
    private func goesBack(_ event: SDL_Event) -> Bool {
      switch SDL_EventType(event.type) {
      case SDL_MOUSEBUTTONDOWN: return Int32(event.button.button) == SDL_BUTTON_X1
      case SDL_KEYDOWN:
        let key = event.key.keysym
        if key.sym == Int32(bitPattern: SDLK_AC_BACK.rawValue) { return true }
        let isHeld = UInt32(key.mod) & KMOD_ALT.rawValue != 0
        return isHeld && ["Left", "Backspace"].contains(String(cString: SDL_GetKeyName(key.sym)))
      default: return false
      }
    }

    /// Whether to handle an event: while a finger is down, other fingers and the pointer are
    /// ignored.
    private func isHeard(_ event: SDL_Event) -> Bool {
      switch SDL_EventType(event.type) {
      case SDL_FINGERDOWN:
        if heardFinger == nil { heardFinger = event.tfinger.fingerId }
        return event.tfinger.fingerId == heardFinger
      case SDL_FINGERMOTION: return event.tfinger.fingerId == heardFinger
      case SDL_FINGERUP:
        guard event.tfinger.fingerId == heardFinger else { return false }
        heardFinger = nil
        return true
      case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP, SDL_MOUSEMOTION: return heardFinger == nil
      case SDL_WINDOWEVENT:
        // Losing the focus ends the finger's input.
        if SDL_WindowEventID(UInt32(event.window.event)) == SDL_WINDOWEVENT_FOCUS_LOST {
          heardFinger = nil
        }
        return true
      default: return true
      }
    }

    private func deliver(
      _ event: SDL_Event, to host: some SurfaceContent<SDLWindow>,
      _ fields: [TextInputHost<SDLWindow>]
    ) {
      switch SDL_EventType(event.type) {
      case SDL_QUIT: isOpen = false
      case SDL_WINDOWEVENT: windowDid(event.window, host)
      case SDL_MOUSEBUTTONDOWN where event.button.which != UInt32.max:
        let point = Self.point(event.button.x, event.button.y)
        if isInList(point) {
          host.pointerDown(
            at: point, scrolls: false, clicks: Int(event.button.clicks), time: now)
        }
      case SDL_MOUSEBUTTONUP where event.button.which != UInt32.max:
        _ = host.pointerUp(at: Self.point(event.button.x, event.button.y), time: now)
        // A press ends an earlier selection, so this one was just made.
        _ = host.copySelection(to: PrimarySelection())
      case SDL_MOUSEMOTION where event.motion.which != UInt32.max:
        host.pointerMoved(to: Self.point(event.motion.x, event.motion.y), time: now)
      case SDL_MOUSEWHEEL:
        let point = Self.point(event.wheel.mouseX, event.wheel.mouseY)
        let (x, y) = Self.distances(event.wheel)
        if y != 0 { host.wheel(by: y, at: point, time: now) }
        if x != 0 { host.sidewaysWheel(by: x, at: point, time: now) }
      case SDL_FINGERDOWN:
        let point = finger(event.tfinger)
        if isInList(point) {
          host.pointerDown(at: point, scrolls: true, clicks: 1, time: now)
        }
      case SDL_FINGERMOTION: host.pointerMoved(to: finger(event.tfinger), time: now)
      case SDL_FINGERUP: _ = host.pointerUp(at: finger(event.tfinger), time: now)
      case SDL_KEYDOWN: keyDown(event.key.keysym, host, fields)
      default: break
      }
    }

    private func isInList(_ point: Point) -> Bool {
      point.x < listSize.width && point.y < listSize.height
    }

    private func windowDid(_ event: SDL_WindowEvent, _ host: some SurfaceContent<SDLWindow>) {
      switch SDL_WindowEventID(UInt32(event.event)) {
      case SDL_WINDOWEVENT_SIZE_CHANGED:
        host.size = listSize
        onResize?(size, scale)
      case SDL_WINDOWEVENT_LEAVE, SDL_WINDOWEVENT_FOCUS_LOST: host.pointerLeft(time: now)
      default: break
      }
    }

    static func point(_ x: Int32, _ y: Int32) -> Point {
      Point(x: Double(x), y: Double(y))
    }

    /// Returns the scroll distance of a wheel event, in layout points.
    static func distance(_ event: SDL_MouseWheelEvent) -> Double { -Double(event.preciseY) * 60 }

    /// Returns the distances of a wheel event to the right and down, in layout points. With the
    /// shift key a wheel turns sideways.
    private static func distances(_ event: SDL_MouseWheelEvent) -> (x: Double, y: Double) {
      let (x, y) = (Double(event.preciseX) * 60, distance(event))
      let isTurned = SDL_GetModState().rawValue & KMOD_SHIFT.rawValue != 0
      return isTurned && x == 0 ? (y, 0) : (x, y)
    }

    func finger(_ event: SDL_TouchFingerEvent) -> Point {
      Point(x: Double(event.x) * size.width, y: Double(event.y) * size.height)
    }
  }

  // MARK: - The shape of the pointer

  extension SDLWindow {
    /// Notes where the pointer is; fingers move none.
    private func followPointer(_ event: SDL_Event) {
      switch SDL_EventType(event.type) {
      case SDL_MOUSEMOTION where event.motion.which != UInt32.max:
        pointer = Self.point(event.motion.x, event.motion.y)
      case SDL_WINDOWEVENT
      where SDL_WindowEventID(UInt32(event.window.event)) == SDL_WINDOWEVENT_LEAVE:
        pointer = nil
      default: break
      }
    }

    private func showPointer(
      _ host: some SurfaceContent<SDLWindow>, _ fields: [TextInputHost<SDLWindow>]
    ) {
      if let pointer { show(pointerShape(at: pointer, host, fields)) }
    }

    /// The shape of a pointer that rests at a point.
    private func pointerShape(
      at point: Point, _ host: some SurfaceContent<SDLWindow>,
      _ fields: [TextInputHost<SDLWindow>]
    ) -> PointerShape {
      if fields.contains(where: { $0.contains(point) }) { return .beam }
      guard isInList(point) else { return .arrow }
      if host.isInteractive(at: point) { return .hand }
      return host.isSelectableText(at: point) ? .beam : .arrow
    }
  }

  // MARK: - Keys

  extension SDLWindow {
    /// Passes a key to the list, or else to the program, unless it is written in a field.
    private func keyDown(
      _ key: SDL_Keysym, _ host: some SurfaceContent<SDLWindow>,
      _ fields: [TextInputHost<SDLWindow>]
    ) {
      let stroke = KeyStroke(String(cString: SDL_GetKeyName(key.sym)), Self.held(key))
      let field = fields.first(where: \.isFocused)
      if let known = Self.keys[stroke], host.key(known, time: now) {
        // The focus is in the list now.
        if known == .tab || known == .backTab { leave(field, for: host) }
        return
      }
      guard field == nil else { return }
      switch stroke {
      case "Ctrl+C" where host.copySelection(to: SDLClipboard()): break
      // Without anything to activate, the space key scrolls a page.
      case "Space": _ = host.key(.pageDown, time: now)
      case "Shift+Space": _ = host.key(.pageUp, time: now)
      default: onKey?(stroke)
      }
    }

    /// Takes the focus from a field of the program; those of screens are part of their focus.
    private func leave(
      _ field: TextInputHost<SDLWindow>?, for host: some SurfaceContent<SDLWindow>
    ) {
      guard let field, !host.fields.contains(where: { $0 === field }) else { return }
      field.isFocused = false
    }

    /// The modifiers that are held down with a key.
    static func held(_ key: SDL_Keysym) -> KeyModifiers {
      let held = UInt32(key.mod)
      let names: [(SDL_Keymod, KeyModifiers)] = [
        (KMOD_SHIFT, .shift), (KMOD_CTRL, .control), (KMOD_ALT, .alt), (KMOD_GUI, .command),
      ]
      return names.reduce(into: []) { modifiers, pair in
        if held & pair.0.rawValue != 0 { modifiers.insert(pair.1) }
      }
    }

    private static let keys: [KeyStroke: SurfaceKey] = [
      "Up": .up, "Down": .down, "PageUp": .pageUp, "PageDown": .pageDown, "Home": .home,
      "End": .end, "Tab": .tab, "Shift+Tab": .backTab, "Return": .activate,
      "Keypad Enter": .activate, "Space": .activate, "Escape": .escape, "Ctrl+A": .selectAll,
      "Delete": .delete, "Menu": .menu, "Application": .menu, "Shift+F10": .menu,
    ]
  }
#endif
