public import LinecasterBase
import LinecasterCells
import LinecasterText

/// Points are layout points on the surface.
extension TextInputHost {
  /// Handles the press of a pointer button or a finger. A press in the frame moves the caret; two
  /// presses select a word, three a line. A press elsewhere removes the focus.
  ///
  /// - Parameters:
  ///   - clicks: The number of consecutive presses at the point.
  ///   - extending: Whether to extend the existing selection.
  /// - Returns: Whether the press is in the frame.
  @discardableResult
  public func pointerDown(
    at point: Point, clicks: Int = 1, extending: Bool = false, time: Duration
  ) -> Bool {
    state.advance(to: time)
    state.isPressed = contains(point)
    isFocused = state.isPressed
    guard state.isPressed else { return false }
    perform(.press(layoutPoint(point), clicks: clicks, extending: extending))
    return true
  }

  /// Handles the movement of the pointer, which selects text after a press in the frame.
  ///
  /// - Returns: Whether the movement selects text.
  @discardableResult
  public func pointerMoved(to point: Point, time: Duration) -> Bool {
    guard state.isPressed, point.x.isFinite, point.y.isFinite else { return false }
    state.advance(to: time)
    perform(.drag(layoutPoint(point)))
    return true
  }

  /// Handles the release of the pointer.
  ///
  /// - Returns: Whether the press was in the frame.
  @discardableResult
  public func pointerUp(time: Duration) -> Bool {
    state.advance(to: time)
    defer { state.isPressed = false }
    return state.isPressed
  }

  /// Handles a wheel over the input. The change is in layout points, positive towards the end of
  /// the text.
  ///
  /// - Returns: Whether the text is scrollable, so the wheel scrolls it.
  @discardableResult
  public func wheel(by change: Double, at point: Point, time: Duration) -> Bool {
    state.advance(to: time)
    guard contains(point), isScrollable, change.isFinite else { return false }
    turn(by: change)
    return true
  }

  /// Returns whether a point is in the visible part of the frame.
  public func contains(_ point: Point) -> Bool {
    (pressable ?? frame).contains(point) && clip?.contains(point) ?? true
  }

  /// Returns the point in the visible layout.
  private func layoutPoint(_ point: Point) -> Point {
    guard let drawn else { return point }
    let corner = drawn.laidOut.box.origin
    return drawn.placed.layoutPoint(
      point.offset(x: -frame.minX - corner.x, y: -frame.minY - corner.y))
  }

  /// Handles the press of a key while the input is focused.
  ///
  /// - Returns: Whether the input handled the key. The program handles other keys, for example tab.
  @discardableResult
  public func key(
    _ key: TextKey, _ modifiers: KeyModifiers = [], time: Duration = .zero
  ) -> Bool {
    state.advance(to: time)
    let page = drawn?.laidOut.box.height ?? frame.height
    guard isFocused, let step = TextInputStep(key, modifiers, in: input, page: page) else {
      return false
    }
    add(step)
    return true
  }

  /// Inserts text from the keyboard or an input method, while the input is focused.
  ///
  /// - Returns: Whether the input is focused.
  @discardableResult
  public func insert(_ text: String, time: Duration = .zero) -> Bool {
    state.advance(to: time)
    guard isFocused else { return false }
    perform(.insert(text))
    return true
  }

  /// Shows the marked text of an input method, while the input is focused; empty text ends the
  /// composition.
  ///
  /// - Parameter selected: The selected range of the text, in UTF-16 units.
  /// - Returns: Whether the input is focused.
  @discardableResult
  public func compose(_ text: String, selected: Range<Int>, time: Duration = .zero) -> Bool {
    state.advance(to: time)
    guard isFocused else { return false }
    perform(.compose(text, selected: selected))
    return true
  }
}
