public import LinecasterBase
import LinecasterCells
import LinecasterText

/// Points are layout points on the surface.
extension TextInputHost {
  /// A button of a pointer, or a finger, goes down: in the frame it puts the caret there, a second
  /// time it selects a word, and a third time a line; elsewhere it takes the focus away.
  ///
  /// - Parameters:
  ///   - clicks: How often it has gone down there in a row.
  ///   - extending: Whether it selects from where the selection began.
  /// - Returns: Whether it is in the frame.
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

  /// The pointer moves: where it went down in the frame, it selects.
  ///
  /// - Returns: Whether it does.
  @discardableResult
  public func pointerMoved(to point: Point, time: Duration) -> Bool {
    guard state.isPressed, point.x.isFinite, point.y.isFinite else { return false }
    state.advance(to: time)
    perform(.drag(layoutPoint(point)))
    return true
  }

  /// The pointer comes up.
  ///
  /// - Returns: Whether it went down in the frame.
  @discardableResult
  public func pointerUp(time: Duration) -> Bool {
    state.advance(to: time)
    defer { state.isPressed = false }
    return state.isPressed
  }

  /// A wheel turns over it, by layout points; above 0 towards the end of the text.
  ///
  /// - Returns: Whether there is more text than is seen there, which the wheel scrolls.
  @discardableResult
  public func wheel(by change: Double, at point: Point, time: Duration) -> Bool {
    state.advance(to: time)
    guard contains(point), isScrollable, change.isFinite else { return false }
    turn(by: change)
    return true
  }

  /// Whether a point is where text can be written.
  public func contains(_ point: Point) -> Bool {
    frame.contains(point) && clip?.contains(point) ?? true
  }

  /// The place in the layout that is shown.
  private func layoutPoint(_ point: Point) -> Point {
    guard let drawn else { return point }
    let corner = drawn.laidOut.box.origin
    return drawn.placed.layoutPoint(
      point.offset(x: -frame.minX - corner.x, y: -frame.minY - corner.y))
  }

  /// A key goes down while it has the focus.
  ///
  /// - Returns: Whether it answers to the key; others, such as tab, are for those around.
  @discardableResult
  public func key(
    _ key: TextKey, _ modifiers: TextKeyModifiers = [], time: Duration = .zero
  ) -> Bool {
    state.advance(to: time)
    let page = drawn?.laidOut.box.height ?? frame.height
    guard isFocused, let step = TextInputStep(key, modifiers, in: input, page: page) else {
      return false
    }
    add(step)
    return true
  }

  /// Text is typed, or an input method has settled on it, while it has the focus.
  ///
  /// - Returns: Whether it has.
  @discardableResult
  public func insert(_ text: String, time: Duration = .zero) -> Bool {
    state.advance(to: time)
    guard isFocused else { return false }
    perform(.insert(text))
    return true
  }

  /// An input method shows text that is not settled, while it has the focus; with an empty one it
  /// gives up.
  ///
  /// - Parameter selected: What of the text it has selected, in UTF-16 units.
  /// - Returns: Whether it has the focus.
  @discardableResult
  public func compose(_ text: String, selected: Range<Int>, time: Duration = .zero) -> Bool {
    state.advance(to: time)
    guard isFocused else { return false }
    perform(.compose(text, selected: selected))
    return true
  }
}
