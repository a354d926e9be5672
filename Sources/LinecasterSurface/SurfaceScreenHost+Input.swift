public import LinecasterBase
import LinecasterCells
public import LinecasterList
import LinecasterText

/// A swipe from the leading edge that goes back.
enum EdgeSwipe: Hashable, Sendable {
  case none
  /// A press at the edge, which may become a swipe.
  case pending(start: Point)
  /// The stack has been asked to go back.
  case beginning
  /// The finger moves the screen.
  case moving(start: Point, lastMove: Duration, velocity: Double, last: Point)

  /// The distance from the edge within which a swipe starts, in layout points.
  static let reach = 24.0
  /// The speed that completes a swipe anywhere, in layout points per second.
  static let enoughSpeed = 400.0
}

/// Points are layout points from the top left corner of the screens.
extension SurfaceScreenHost {
  /// The text inputs of the top screen.
  ///
  /// - Complexity: O(children of the top screen).
  public var fields: [TextInputHost<Surface>] {
    guard let stack, let top = stack.top, !motion.isHeld else { return [] }
    return ([top] + stack.children(of: top)).flatMap { views[$0.id]?.inputs ?? [] }
  }

  /// Handles the press of a finger or a pointer button.
  ///
  /// - Parameters:
  ///   - point: The position of the press.
  ///   - scrolls: Whether movement drags a list, as for fingers, or swipes from the edge to go
  ///     back; if false, it selects text.
  ///   - clicks: The number of presses there in a short time.
  ///   - time: The time of the event.
  public func pointerDown(at point: Point, scrolls: Bool, clicks: Int = 1, time: Duration) {
    now = max(now, time)
    endGesture()
    let fromEdge = isRightToLeft ? size.width - point.x : point.x
    if scrolls, fromEdge < EdgeSwipe.reach, motion.transition == nil, animates {
      swipe = .pending(start: point)
    }
    guard let host = target(at: point) else { return }
    pressed = host
    host.pointerDown(at: host.local(point), scrolls: scrolls, clicks: clicks, time: now)
  }

  /// Handles the movement of a finger or pointer.
  public func pointerMoved(to point: Point, time: Duration) {
    guard point.x.isFinite, point.y.isFinite else { return }
    now = max(now, time)
    if swipes(to: point) { return }
    if let pressed { return pressed.pointerMoved(to: pressed.local(point), time: now) }
    let host = target(at: point)
    if hovered !== host { hovered?.pointerLeft(time: now) }
    hovered = host
    host?.pointerMoved(to: host?.local(point) ?? point, time: now)
  }

  /// Handles the release of a finger or a pointer button.
  ///
  /// - Returns: Whether a tap had an effect.
  @discardableResult
  public func pointerUp(at point: Point, time: Duration) -> Bool {
    now = max(now, time)
    if endsSwipe(at: point) { return false }
    guard let host = pressed.take() else { return false }
    return host.pointerUp(at: host.local(point), time: now)
  }

  /// Handles a secondary click.
  ///
  /// - Returns: Whether the newest model has an action for it.
  @discardableResult
  public func secondaryTap(at point: Point, time: Duration) -> Bool {
    now = max(now, time)
    guard let host = target(at: point) else { return false }
    return host.secondaryTap(at: host.local(point), time: now)
  }

  /// Handles a pointer that leaves the screens, which undoes a swipe.
  public func pointerLeft(time: Duration) {
    now = max(now, time)
    if case .moving(let start, _, _, _) = swipe { _ = endsSwipe(at: start) }
    swipe = .none
    pressed?.pointerLeft(time: now)
    hovered?.pointerLeft(time: now)
    (pressed, hovered) = (nil, nil)
  }

  /// Handles a wheel over a point. The change is in layout points, positive towards the end of a
  /// list.
  public func wheel(by change: Double, at point: Point, time: Duration) {
    now = max(now, time)
    guard let (screen, frames) = top, frames.page.contains(point) else { return }
    // Parts that do not scroll leave the wheel to the rows.
    let host = childHost(at: point, screen, frames) ?? view(of: screen.id).hosts[.body]
    host?.wheel(by: change, time: now)
  }

  /// Handles a wheel that turns sideways over a point. The change is in layout points, positive to
  /// the right.
  public func sidewaysWheel(by change: Double, at point: Point, time: Duration) {
    now = max(now, time)
    guard let host = target(at: point) else { return }
    host.sidewaysWheel(by: change, at: host.local(point), time: now)
  }

  /// Returns whether a tap at a point would have an effect.
  public func isInteractive(at point: Point) -> Bool {
    target(at: point).map { $0.isInteractive(at: $0.local(point)) } ?? false
  }

  /// Whether selectable text is at a point.
  public func isSelectableText(at point: Point) -> Bool {
    target(at: point).map { $0.isSelectableText(at: $0.local(point)) } ?? false
  }

  /// Copies the selected text of the top screen to a clipboard.
  ///
  /// - Returns: Whether any text is selected.
  @discardableResult
  public func copySelection(to clipboard: any TextClipboard) -> Bool {
    hosts.contains { $0.copySelection(to: clipboard) }
  }

  /// Handles a key: back goes back, tab moves between parts, and the rows receive all other keys.
  ///
  /// - Returns: Whether the key had an effect.
  @discardableResult
  public func key(_ key: SurfaceKey, time: Duration) -> Bool {
    now = max(now, time)
    switch key {
    case .back: return goBack()
    case .escape:
      let held = hosts.filter {
        $0.controller?.hasFocus == true || $0.controller?.textSelection != nil
      }
      defer { followFocus() }
      guard held.isEmpty else { return held.reduce(false) { $1.key(key, time: now) || $0 } }
      return goBack()
    case .tab: return moveFocus(.forward)
    case .backTab: return moveFocus(.backward)
    case .activate, .delete, .menu:
      return hosts.contains { $0.controller?.hasFocus == true && $0.key(key, time: now) }
    case .up, .down, .pageUp, .pageDown, .home, .end, .selectAll:
      return top.flatMap { view(of: $0.screen.id).hosts[.body] }?.key(key, time: now) ?? false
    }
  }
}

// MARK: - What is where

extension SurfaceScreenHost {
  /// The top screen, and its current frames.
  private var top: (screen: ScreenController, frames: ScreenFrames)? {
    guard let stack, let screen = stack.top else { return nil }
    let placement = motion.placement(of: screen.id, at: now)
    return (screen, stack.frames(of: screen, at: placement, in: size))
  }

  /// The lists of the top screen, in reading order.
  private var hosts: [SurfaceHost<Surface>] {
    guard let stack, let screen = stack.top else { return [] }
    let own = view(of: screen.id).hosts
    let children = stack.regions(of: screen).compactMap { view(of: $0.child.id).hosts[.body] }
    return [own[.bar], own[.body]].compactMap(\.self) + children
      + [own[.overlay]].compactMap(\.self)
  }

  /// The lists of the top screen in reading order, with their current places: its bar, its rows,
  /// children in regions of its rows, and its overlay. For assistive technologies; screens below a
  /// sheet are left out.
  ///
  /// - Complexity: O(children of the top screen).
  public var lists: [PlacedList] {
    guard let stack, let (screen, frames) = top else { return [] }
    func placed(_ part: ScreenPart) -> [PlacedList] {
      screen.list(of: part).map { [PlacedList($0, at: frames[part].origin)] } ?? []
    }
    let offset = view(of: screen.id).hosts[.body]?.offset ?? 0
    let children = stack.regions(of: screen).compactMap { child, frame in
      child.list.map { list in
        PlacedList(
          list, at: frame.origin.offset(x: frames.body.minX, y: frames.body.minY - offset))
      }
    }
    return placed(.bar) + placed(.body) + children + placed(.overlay)
  }

  /// Returns the front list of the top screen at a point; `nil` for none.
  private func target(at point: Point) -> SurfaceHost<Surface>? {
    guard let (screen, frames) = top, frames.page.contains(point) else { return nil }
    let own = view(of: screen.id).hosts
    for part in [ScreenPart.overlay, .bar] where frames[part].contains(point) {
      if let host = own[part] { return host }
    }
    return childHost(at: point, screen, frames) ?? own[.body]
  }

  /// Returns the list of a child screen in a region at a point.
  private func childHost(
    at point: Point, _ screen: ScreenController, _ frames: ScreenFrames
  ) -> SurfaceHost<Surface>? {
    guard let stack, frames.body.contains(point), !frames.overlay.contains(point) else {
      return nil
    }
    let offset = view(of: screen.id).hosts[.body]?.offset ?? 0
    let inList = point.offset(x: -frames.body.minX, y: offset - frames.body.minY)
    return stack.regions(of: screen).last { $0.frame.contains(inList) }
      .flatMap { view(of: $0.child.id).hosts[.body] }
  }

  /// Moves the focus through the parts of the top screen in reading order, and from the last to the
  /// first.
  private func moveFocus(_ step: FocusStep) -> Bool {
    let lists = hosts.compactMap(\.controller)
    let ordered = step == .forward ? lists : lists.reversed()
    defer { followFocus() }
    let next = ordered.firstIndex(where: \.hasFocus).map { $0 + 1 } ?? 0
    if next > 0 {
      if ordered[next - 1].moveFocus(step) { return true }
      ordered[next - 1].clearFocus()
    }
    return (ordered[next...] + ordered[..<next]).contains { $0.moveFocus(step) }
  }

  /// Gives the focus to the text input whose region has it, and takes it from others.
  private func followFocus() {
    guard let stack, let top = stack.top else { return }
    for screen in [top] + stack.children(of: top) {
      if let list = screen.list { views[screen.id]?.followFocus(of: list) }
    }
  }
}

extension SurfaceHost {
  /// Returns a point of the surface, relative to the corner of the list.
  fileprivate func local(_ point: Point) -> Point { point.offset(x: -origin.x, y: -origin.y) }
}

// MARK: - Going back

extension SurfaceScreenHost {
  private func goBack() -> Bool { stack?.goBack() ?? false }

  /// Moves the top screen with a finger from the edge.
  ///
  /// - Returns: Whether the finger moves it.
  private func swipes(to point: Point) -> Bool {
    switch swipe {
    case .none, .beginning: return false
    case .pending(let start):
      let way = (point.x - start.x) * (isRightToLeft ? -1 : 1)
      let aside = abs(point.y - start.y)
      guard way > Gesture.slop, way > aside else {
        if aside > Gesture.slop { swipe = .none }
        return false
      }
      swipe = .beginning
      let isMoved = goBack() && motion.isHeld
      swipe = isMoved ? .moving(start: start, lastMove: now, velocity: 0, last: point) : .none
      if isMoved { hold(start, point) }
      return isMoved
    case .moving(let start, let lastMove, var velocity, let last):
      let passed = (now - lastMove).seconds
      if passed > 0 { velocity = (point.x - last.x) * (isRightToLeft ? -1 : 1) / passed }
      swipe = .moving(start: start, lastMove: now, velocity: velocity, last: point)
      hold(start, point)
      return true
    }
  }

  private func hold(_ start: Point, _ point: Point) {
    let way = (point.x - start.x) * (isRightToLeft ? -1 : 1)
    motion.hold(size.width > 0 ? way / size.width : 0)
  }

  /// Ends a swipe: the screen leaves if it was moved far or fast enough, and returns otherwise.
  ///
  /// - Returns: Whether a finger moved the screen.
  private func endsSwipe(at point: Point) -> Bool {
    defer { swipe = .none }
    guard case .moving(let start, let lastMove, let velocity, _) = swipe,
      let number = motion.transition?.number
    else { return false }
    let way = (point.x - start.x) * (isRightToLeft ? -1 : 1)
    let isFast = velocity > EdgeSwipe.enoughSpeed && now - lastMove < .milliseconds(80)
    if way > size.width / 2 || isFast && way > 0 {
      motion.release(at: now)
    } else {
      stack?.cancel(number)
    }
    return true
  }
}
