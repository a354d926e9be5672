public import LinecasterBase
import LinecasterCells
import LinecasterList

/// A key that a list answers to.
public enum SurfaceKey: Hashable, Sendable, CaseIterable {
  /// Scrolls up or down by some lines.
  case up, down
  /// Scrolls up or down by what is seen.
  case pageUp, pageDown
  /// Goes to the top or the end of the list.
  case home, end
  /// Moves the focus to what comes next or before.
  case tab, backTab
  /// Does what a tap on what has the focus does.
  case activate
  /// Takes the focus away, and the selection.
  case escape
  /// Selects the texts of all rows.
  case selectAll
  /// Goes back to the screen before, where a list is one of several screens.
  case back
}

/// What a finger or a button is doing.
enum Gesture: Hashable, Sendable {
  case none
  /// It went down there and may become a tap or a drag, or, from a moment on, a long press.
  case pressed(start: Point, longPress: Duration?, scrolls: Bool)
  /// It drags the list; no tap comes of it.
  case dragging(last: Point)
  /// It selects text, up to where it is.
  case selecting(to: Point)
  /// It has been held down for long; no tap comes of it.
  case spent

  /// Whether something happens where time goes by.
  var isWaiting: Bool {
    switch self {
    case .pressed(_, .some, _), .selecting: true
    case .none, .pressed, .dragging, .spent: false
    }
  }

  /// So far a finger may move and still mean a tap, in layout points.
  static let slop = 8.0
  /// How long something is held down for a long press.
  static let patience = Duration.milliseconds(500)
}

/// Points are layout points from the top left corner of the list.
extension SurfaceHost {
  /// A finger, or a button of a pointer, goes down.
  ///
  /// - Parameters:
  ///   - point: Where.
  ///   - scrolls: Whether it drags the list where it moves, as fingers do; what does not, selects
  ///     text.
  ///   - clicks: How often it has gone down there in a short time: twice selects a word.
  ///   - time: When.
  public func pointerDown(at point: Point, scrolls: Bool, clicks: Int = 1, time: Duration) {
    now = max(now, time)
    if !scrolls {
      controller?.textSelection = nil
      if clicks == 2, controller?.selectWord(at: point) == true {
        gesture = .selecting(to: point)
        return
      }
    }
    let wasMoving = motion.isMoving
    if scrolls, wasMoving {
      // It catches the list, which was moving, and presses nothing.
      motion.beginDrag(at: now)
      gesture = .dragging(last: point)
      return
    }
    gesture = .pressed(start: point, longPress: now + Gesture.patience, scrolls: scrolls)
    controller?.press(at: point)
  }

  /// A finger that is down, or a pointer, moves.
  public func pointerMoved(to point: Point, time: Duration) {
    guard point.x.isFinite, point.y.isFinite else { return }
    now = max(now, time)
    switch gesture {
    case .none: controller?.hover(at: point)
    case .spent: break
    case .pressed(let start, _, let scrolls):
      let way = max(abs(point.x - start.x), abs(point.y - start.y))
      guard way > Gesture.slop else { return }
      guard scrolls else { return beginSelecting(from: start, to: point) }
      controller?.press(at: nil)
      motion.beginDrag(at: now)
      gesture = .dragging(last: point)
    case .dragging(let last):
      motion.drag(by: last.y - point.y, at: now)
      gesture = .dragging(last: point)
    case .selecting: select(to: point)
    }
  }

  /// Selects the text that a pointer goes over, where it does not begin on something to tap.
  private func beginSelecting(from start: Point, to point: Point) {
    guard let controller, controller.hit(at: start)?.cell.tag == nil,
      let place = controller.textPlace(at: start)
    else { return }
    controller.press(at: nil)
    controller.textSelection = ListSelection(from: place, to: place)
    select(to: point)
  }

  private func select(to point: Point) {
    gesture = .selecting(to: point)
    let inside = Point(x: point.x, y: min(max(point.y, 0), max(0, size.height - 1)))
    if let place = controller?.textPlace(at: inside) { controller?.textSelection?.focus = place }
  }

  /// Scrolls on while text is selected up to a place above or below the list, the faster the
  /// farther away.
  private func scrollToSelect(_ point: Point) {
    let way = point.y < 0 ? point.y : max(0, point.y - size.height)
    guard way != 0 else { return }
    let limits = motion.limits
    let offset = min(max(motion.offset + way / 4, limits.lowerBound), limits.upperBound)
    guard offset != motion.offset else { return }
    motion.shift(by: offset - motion.offset)
    select(to: point)
  }

  /// A finger, or a button of a pointer, comes up: a tap where it went down, or the end of a drag.
  ///
  /// - Returns: Whether a tap has done something.
  @discardableResult
  public func pointerUp(at point: Point, time: Duration) -> Bool {
    now = max(now, time)
    defer { gesture = .none }
    switch gesture {
    case .none, .spent, .selecting: return false
    case .pressed: return controller?.release(at: point) ?? false
    case .dragging:
      motion.endDrag(at: now)
      return false
    }
  }

  /// Puts the text that is selected into a clipboard, once a worker has put it together.
  ///
  /// - Returns: Whether something is selected.
  @discardableResult
  public func copySelection(to clipboard: any TextClipboard) -> Bool {
    guard let controller, controller.textSelection != nil else { return false }
    Task { @MainActor in
      guard let text = try? await controller.selectedText(), !text.isEmpty else { return }
      clipboard.text = text
    }
    return true
  }

  /// Whether a tap on a part of a row at a point would do something, such as on a button or a link,
  /// for pointers that show it.
  public func answers(at point: Point) -> Bool {
    controller?.answers(at: point) ?? false
  }

  /// The pointer leaves the list, or the window loses what was going on in it.
  public func pointerLeft(time: Duration) {
    now = max(now, time)
    if case .dragging = gesture { motion.endDrag(at: now) }
    gesture = .none
    controller?.press(at: nil)
    controller?.hover(at: nil)
  }

  /// A wheel turns, by layout points; above 0 towards the end of the list.
  public func wheel(by change: Double, time: Duration) {
    now = max(now, time)
    motion.turn(by: change, at: now)
    lastScroll = now
  }

  /// A key goes down.
  ///
  /// - Returns: Whether the list answers to it.
  @discardableResult
  public func key(_ key: SurfaceKey, time: Duration) -> Bool {
    now = max(now, time)
    let page = max(size.height - 40, size.height / 2)
    switch key {
    case .up: wheel(by: -40, time: now)
    case .down: wheel(by: 40, time: now)
    case .pageUp: wheel(by: -page, time: now)
    case .pageDown: wheel(by: page, time: now)
    case .home: motion.move(to: motion.limits.lowerBound, at: now)
    case .end: motion.move(to: motion.limits.upperBound, at: now)
    case .tab: return controller?.moveFocus(.forward) ?? false
    case .backTab: return controller?.moveFocus(.backward) ?? false
    case .activate: return controller?.activateFocus() ?? false
    case .escape:
      controller?.clearFocus()
      controller?.textSelection = nil
    case .selectAll: controller?.selectAllText()
    case .back: return false
    }
    return true
  }

  /// Makes a long press of what is held down for long, and scrolls for what is selected.
  func advanceGesture() {
    if case .selecting(let point) = gesture { scrollToSelect(point) }
    guard case .pressed(let start, let due?, let scrolls) = gesture, now >= due else { return }
    // Where nothing answers, a tap may still come of it.
    gesture =
      controller?.longPress(at: start) == true
      ? .spent : .pressed(start: start, longPress: nil, scrolls: scrolls)
  }
}
