public import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterList

/// A key that a list handles.
public enum SurfaceKey: Hashable, Sendable, CaseIterable {
  /// Scrolls up or down by a few lines.
  case up, down
  /// Scrolls up or down by a page.
  case pageUp, pageDown
  /// Scrolls to the top or the end of the list.
  case home, end
  /// Moves the focus to the next or the previous element.
  case tab, backTab
  /// Activates the focused element, like a tap.
  case activate
  /// Clears the focus and the selection.
  case escape
  /// Selects the texts of all rows.
  case selectAll
  /// Goes back to the previous screen, if the list is one of several screens.
  case back
  /// Deletes the focused row.
  case delete
  /// Works like a secondary click on the focused element.
  case menu
}

/// The current gesture of a finger or a button.
enum Gesture: Hashable, Sendable {
  case none
  /// A press that may become a tap, a drag, or, at a given time, a long press.
  case pressed(start: Point, longPress: Duration?, scrolls: Bool)
  /// A drag of the list, which cannot become a tap.
  case dragging(last: Point)
  /// A drag of content that is wider than its place, at the point of the press.
  case draggingSideways(start: Point, last: Point)
  /// A text selection up to the pointer.
  case selecting(to: Point)
  /// A drag of the scroll bar, held at a distance from its top.
  case scrollBar(grip: Double)
  /// A drag of a row aside.
  case swiping(RowSwipe)
  /// A completed gesture, which cannot become a tap.
  case spent

  /// Whether the gesture changes as time passes.
  var isWaiting: Bool {
    switch self {
    case .pressed(_, .some, _), .selecting: true
    case .none, .pressed, .dragging, .draggingSideways, .scrollBar, .swiping, .spent: false
    }
  }

  /// Whether the reader holds the list or selects in it, so it must not scroll by itself.
  var holdsList: Bool {
    switch self {
    case .pressed(_, _, let scrolls): scrolls
    case .dragging, .draggingSideways, .selecting, .scrollBar: true
    case .none, .swiping, .spent: false
    }
  }

  /// The time at which the press becomes a long press; `nil` for none.
  var longPress: Duration? {
    guard case .pressed(_, let due, _) = self else { return nil }
    return due
  }

  /// The distance that a finger may move within a tap, in layout points.
  static let slop = 8.0
  /// The duration of a long press.
  static let longPressDelay = Duration.milliseconds(500)
}

/// Points are layout points from the top left corner of the list.
extension SurfaceHost {
  /// Handles the press of a finger or a pointer button.
  ///
  /// - Parameters:
  ///   - point: The position of the press.
  ///   - scrolls: Whether movement drags the list, as for fingers; if false, it selects text.
  ///   - clicks: The number of presses there in a short time; two presses select a word.
  ///   - time: The time of the event.
  /// - Complexity: That of `AutoDiffController.hit(at:)`; a double press also that of
  ///   `AutoDiffController.selectWord(at:)`.
  public func pointerDown(at point: Point, scrolls: Bool, clicks: Int = 1, time: Duration) {
    now = max(now, time)
    dismissTooltip()
    if !scrolls {
      if pressesBar(at: point) { return }
      // A press stops the list, and is one on what is seen.
      if motion.isMoving { motion.stop(at: now) }
      controller?.textSelection = nil
      if clicks == 2, controller?.selectWord(at: point) == true {
        gesture = .selecting(to: point)
        return
      }
    }
    let wasMoving = motion.isMoving
    if scrolls, wasMoving {
      // The finger catches the moving list, and presses nothing.
      motion.beginDrag(at: now)
      gesture = .dragging(last: point)
      return
    }
    gesture = .pressed(start: point, longPress: now + Gesture.longPressDelay, scrolls: scrolls)
    controller?.press(at: point)
  }

  /// Handles the movement of a finger or pointer.
  ///
  /// - Complexity: That of `AutoDiffController.hit(at:)`, or while text is selected that of
  ///   `AutoDiffController.textPlace(at:)`.
  public func pointerMoved(to point: Point, time: Duration) {
    guard point.x.isFinite, point.y.isFinite else { return }
    now = max(now, time)
    switch gesture {
    case .none:
      pointer = point
      hover(at: hoversBar(at: point) ? nil : point)
    case .spent: break
    case .scrollBar(let grip): dragBar(to: point, grip: grip)
    case .swiping: swipe(to: point)
    case .pressed(let start, _, let scrolls):
      let way = max(abs(point.x - start.x), abs(point.y - start.y))
      guard way > Gesture.slop else { return }
      guard scrolls else { return beginSelecting(from: start, to: point) }
      if dragsSideways(from: start, last: start, to: point) { return }
      if beginsSwipe(from: start, to: point) { return }
      controller?.press(at: nil)
      motion.beginDrag(at: now)
      gesture = .dragging(last: point)
    case .dragging(let last):
      motion.drag(by: last.y - point.y, at: now)
      gesture = .dragging(last: point)
    case .draggingSideways(let start, let last):
      _ = dragsSideways(from: start, last: last, to: point)
    case .selecting: select(to: point)
    }
  }

  /// Scrolls wide content with a finger that began to move sideways on it.
  ///
  /// - Returns: Whether it did.
  private func dragsSideways(from start: Point, last: Point, to point: Point) -> Bool {
    guard start != last || abs(point.x - start.x) > abs(point.y - start.y),
      controller?.scrollSideways(at: start, by: last.x - point.x) == true
    else { return false }
    if start == last { controller?.press(at: nil) }
    gesture = .draggingSideways(start: start, last: point)
    return true
  }

  /// Selects text under a pointer, unless the press began on something to tap.
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

  /// Scrolls on while text is selected to a point above or below the list, faster with distance.
  private func scrollToSelect(_ point: Point) {
    guard let offset = selectingOffset else { return }
    motion.shift(by: offset - motion.offset)
    select(to: point)
  }

  /// Whether a selection to a point outside the list scrolls it on.
  var isSelectingOutside: Bool { selectingOffset != nil }

  /// The offset to which a selection scrolls in the next frame; `nil` for the current one.
  private var selectingOffset: Double? {
    guard case .selecting(let point) = gesture else { return nil }
    let way = point.y < 0 ? point.y : max(0, point.y - size.height)
    let limits = motion.limits
    let offset = min(max(motion.offset + way / 4, limits.lowerBound), limits.upperBound)
    return way == 0 || offset == motion.offset ? nil : offset
  }

  /// Handles a secondary click.
  ///
  /// - Returns: Whether the newest model has an action for it.
  @discardableResult
  public func secondaryTap(at point: Point, time: Duration) -> Bool {
    now = max(now, time)
    dismissTooltip()
    return controller?.secondaryTap(at: point) ?? false
  }

  /// Handles the release of a finger or a pointer button: a tap at the press, or the end of a drag.
  ///
  /// - Returns: Whether a tap had an effect.
  /// - Complexity: That of `AutoDiffController.hit(at:)`.
  @discardableResult
  public func pointerUp(at point: Point, time: Duration) -> Bool {
    now = max(now, time)
    defer { gesture = .none }
    switch gesture {
    case .none, .spent, .draggingSideways, .selecting, .scrollBar: return false
    case .swiping: return endSwipe()
    case .pressed: return controller?.release(at: point) ?? false
    case .dragging:
      motion.endDrag(at: now)
      return false
    }
  }

  /// Copies the selected text to a clipboard, once a worker has assembled it.
  ///
  /// - Returns: Whether any text is selected.
  @discardableResult
  public func copySelection(to clipboard: any TextClipboard) -> Bool {
    guard let controller, controller.textSelection != nil else { return false }
    Task { @MainActor in
      guard let text = try? await controller.selectedText(), !text.isEmpty else { return }
      clipboard.text = text
    }
    return true
  }

  /// Returns whether a tap at a point would have an effect, for example on a button or a link. The
  /// program can choose the pointer shape accordingly.
  ///
  /// - Complexity: That of `AutoDiffController.hit(at:)`.
  public func isInteractive(at point: Point) -> Bool {
    controller?.isInteractive(at: point) ?? false
  }

  /// Whether selectable text is at a point; for pointer shapes.
  public func isSelectableText(at point: Point) -> Bool {
    controller?.isSelectableText(at: point) ?? false
  }

  /// Handles a pointer that leaves the list, or a window that cancels a gesture.
  public func pointerLeft(time: Duration) {
    now = max(now, time)
    if case .dragging = gesture { motion.endDrag(at: now) }
    _ = endSwipe(isCancelled: true)
    gesture = .none
    pointer = nil
    _ = hoversBar(at: nil)
    controller?.press(at: nil)
    hover(at: nil)
  }

  /// Scrolls to an offset, clamped to the ends of the list.
  package func scroll(to offset: Double, animated: Bool, time: Duration) {
    now = max(now, time)
    barState.lastScroll = now
    guard !animated else { return motion.move(to: offset, at: now) }
    motion.jump(to: min(max(offset, motion.limits.lowerBound), motion.limits.upperBound))
  }

  /// Handles a wheel. The change is in layout points, positive towards the end of the list.
  public func wheel(by change: Double, time: Duration) {
    now = max(now, time)
    motion.turn(by: change, at: now)
    barState.lastScroll = now
  }

  /// Handles the press of a key.
  ///
  /// - Returns: Whether the list handled the key.
  @discardableResult
  public func key(_ key: SurfaceKey, time: Duration) -> Bool {
    now = max(now, time)
    dismissTooltip()
    switch key {
    case .up: wheel(by: -40, time: now)
    case .down: wheel(by: 40, time: now)
    case .pageUp: wheel(by: -pageHeight, time: now)
    case .pageDown: wheel(by: pageHeight, time: now)
    case .home: motion.move(to: motion.limits.lowerBound, at: now)
    case .end: motion.move(to: motion.limits.upperBound, at: now)
    case .tab: return controller?.moveFocus(.forward) ?? false
    case .backTab: return controller?.moveFocus(.backward) ?? false
    case .activate: return controller?.activateFocus() ?? false
    case .escape:
      controller?.clearFocus()
      controller?.textSelection = nil
    case .selectAll: controller?.selectAllText()
    case .delete: return controller?.deleteFocused() ?? false
    case .menu: return controller?.secondaryTapFocused() ?? false
    case .back: return false
    }
    return true
  }

  /// Turns a press into a long press when it is due, and scrolls for a selection.
  func advanceGesture() {
    if case .selecting(let point) = gesture { scrollToSelect(point) }
    guard case .pressed(let start, let due?, let scrolls) = gesture, now >= due else { return }
    // If no long press is handled, the press may still become a tap.
    gesture =
      controller?.longPress(at: start) == true
      ? .spent : .pressed(start: start, longPress: nil, scrolls: scrolls)
  }
}

/// A row that a finger moves aside, to delete it.
struct RowSwipe: Hashable, Sendable {
  let row: RowIdentity
  let start: Point
  /// The distance of the finger, negative to the left.
  var distance = 0.0

  /// The share of the width beyond which the release deletes the row.
  static let deletingShare = 0.4
}

// MARK: - Input

extension SurfaceHost {
  /// Begins to move a deletable row aside if a finger moves towards the leading edge.
  ///
  /// - Returns: Whether it does.
  func beginsSwipe(from start: Point, to point: Point) -> Bool {
    let (x, y) = (point.x - start.x, point.y - start.y)
    guard abs(x) > abs(y), isTowardsLeading(x), let controller,
      let row = controller.hit(at: start)?.identity, controller.isDeletable(row)
    else { return false }
    controller.press(at: nil)
    gesture = .swiping(RowSwipe(row: row, start: start))
    swipe(to: point)
    return true
  }

  /// Moves the row with the finger.
  func swipe(to point: Point) {
    guard case .swiping(var swipe) = gesture else { return }
    let x = point.x - swipe.start.x
    swipe.distance = isTowardsLeading(x) ? x : 0
    gesture = .swiping(swipe)
    isOutdated = true
  }

  /// Ends the swipe: deletes the row if it was moved far enough. It moves back to its place, from
  /// which a new model removes it.
  ///
  /// - Returns: Whether there was an action to run.
  func endSwipe(isCancelled: Bool = false) -> Bool {
    guard case .swiping(let swipe) = gesture else { return false }
    gesture = .none
    settle(swipe)
    let isFar = abs(swipe.distance) > size.width * RowSwipe.deletingShare
    guard isFar, !isCancelled else { return false }
    return controller?.delete(swipe.row) ?? false
  }

  private func settle(_ swipe: RowSwipe) {
    isOutdated = true
    guard animates, swipe.distance != 0 else { return }
    var attributes = resting(swipe.row)
    attributes.transform.x += swipe.distance
    transitions.set(swipe.row, from: .init(attributes: attributes), at: now)
  }

  private func isTowardsLeading(_ distance: Double) -> Bool {
    snapshot?.environment.layoutDirection == .rightToLeft ? distance > 0 : distance < 0
  }
}

// MARK: - Drawing

extension SurfaceHost {
  /// The colour that a deletable row leaves behind while it moves aside.
  private static var swipeGround: ThemeColor {
    ThemeColor(light: Color(rgb: 0xC92A2A), dark: Color(rgb: 0xE03131))
  }

  /// Draws the ground of a row that a finger moves, and returns the row's frame.
  func swiped(_ row: RowIdentity, _ frame: Rect, in snapshot: TableSnapshot) -> Rect {
    guard case .swiping(let swipe) = gesture, swipe.row == row, swipe.distance != 0 else {
      return frame
    }
    let width = min(abs(swipe.distance), frame.width)
    let left = swipe.distance < 0 ? frame.maxX - width : frame.minX
    let free = Rect(x: left, y: frame.minY, width: width, height: frame.height)
    surface.fill(
      free.scaled(by: scale.factor).offset(x: corner.x, y: corner.y),
      with: Self.swipeGround.color(in: snapshot.environment.theme))
    return frame.offset(x: swipe.distance, y: 0)
  }
}
