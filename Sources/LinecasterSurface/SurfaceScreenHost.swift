public import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
public import LinecasterList
import LinecasterText

/// Shows the screens of a stack on a renderer: bars, rows, overlays, children in regions, text
/// fields, sheets and transitions.
///
///     let host = SurfaceScreenHost(on: window, size: window.size)
///     let stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
///     try stack.push(UsersModel())
///     stack.show(true)
///     while window.isOpen {
///       for event in window.events { event.deliver(to: host) }
///       host.draw(at: clock.now)
///       window.present()
///     }
///
/// All calls are on the main actor, with times of one monotonic clock. Input goes to the front part
/// of the top screen; screens below a sheet receive none. The user goes back by the back key, by a
/// swipe from the leading edge, or by escape if nothing is focused or selected.
///
/// ## Topics
///
/// ### Create a host
///
/// - ``init(on:size:)``
/// - ``size``
/// - ``animates``
/// - ``clipboard``
///
/// ### Draw
///
/// - ``draw(at:)``
/// - ``nextFrame``
/// - ``holdsFrame(at:)``
/// - ``isMoving``
/// - ``failure``
///
/// ### Handle input
///
/// - ``pointerDown(at:scrolls:clicks:time:)``
/// - ``pointerMoved(to:time:)``
/// - ``pointerUp(at:time:)``
/// - ``secondaryTap(at:time:)``
/// - ``wheel(by:at:time:)``
/// - ``key(_:time:)``
/// - ``fields``
/// - ``lists``
/// - ``copySelection(to:)``
@MainActor
public final class SurfaceScreenHost<Surface: ClippingSurface>: ScreenHost, SurfaceContent {
  /// The size of the screens' part of the surface, in layout points.
  public var size: Size { didSet { if size != oldValue { isOutdated = true } } }
  /// Whether screens and rows are animated.
  public var animates = true {
    didSet { for view in views.values { view.animates = animates } }
  }
  /// The clipboard of text fields.
  public var clipboard: (any TextClipboard)? {
    didSet { for view in views.values { view.clipboard = clipboard } }
  }

  let surface: Surface
  var now = Duration.zero
  var motion = ScreenMotion()
  /// The stack; known after its first request.
  private(set) weak var stack: ScreenStack?
  /// The list in which a held pointer was pressed.
  var pressed: SurfaceHost<Surface>?
  /// The list under a pointer that is not pressed.
  var hovered: SurfaceHost<Surface>?
  /// A swipe from the edge.
  var swipe = EdgeSwipe.none
  private(set) var views: [ScreenID: ScreenView<Surface>] = [:]
  /// Whether something has changed since the last frame, besides the parts.
  private var isOutdated = true
  /// The time since when parts of a screen do not belong together; `nil` if they do.
  private var tornSince: Duration?
  /// The lists, text inputs and screens of the last frame.
  private var drawn = Drawn()

  private struct Drawn {
    var lists: [SurfaceHost<Surface>] = []
    var inputs: [TextInputHost<Surface>] = []
    var screens: [(screen: ScreenController, frames: ScreenFrames)] = []
  }

  /// Creates a host that shows screens on a surface.
  ///
  /// - Parameters:
  ///   - surface: The renderer of textures.
  ///   - size: The size of the screens' part of the surface, in layout points.
  public init(on surface: Surface, size: Size) {
    self.surface = surface
    self.size = size
  }

  /// The first drawing error of a screen; `nil` if everything could be drawn.
  public var failure: (any Error)? {
    views.values.lazy.compactMap(\.failure).first
  }

  /// Whether a screen moves, in a transition or by a finger.
  public var isMoving: Bool { motion.transition != nil }

  // MARK: As the stack's host

  /// Returns the host of a part of a screen.
  public func host(of part: ScreenPart, of screen: ScreenController) -> any TableHost {
    stack = screen.stack
    isOutdated = true
    return view(of: screen.id).makeHost(of: part, in: size)
  }

  /// Removes a part of a screen.
  public func remove(_ part: ScreenPart, of screen: ScreenController) {
    isOutdated = true
    views[screen.id]?.remove(part)
  }

  /// Starts a transition, which completes immediately if there is nothing to animate.
  public func begin(_ transition: ScreenTransition, in stack: ScreenStack) {
    self.stack = stack
    isOutdated = true
    endGesture()
    guard animates else { return stack.finish(transition.number) }
    motion.begin(
      transition, size: size, isRightToLeft: isRightToLeft, isHeld: swipe == .beginning, at: now)
  }

  /// Stops a transition. Screens stay where they are until the next one.
  public func interrupt(_ transition: Int) {
    guard motion.transition?.number == transition else { return }
    isOutdated = true
    motion.interrupt(at: now)
    if case .moving = swipe { swipe = .none }
  }

  /// True: text inputs are drawn and edited in the rows.
  public var editsFields: Bool { true }

  /// Draws another frame, in which the field receives the focus.
  public func fieldWasRequested(on screen: ScreenController) { isOutdated = true }

  /// Whether numbers change from frame to frame: as `animates` says.
  public var animatesValues: Bool { animates }

  /// Drops all parts of a screen.
  public func release(_ screen: ScreenID) {
    isOutdated = true
    views.removeValue(forKey: screen)?.drop()
  }

  var isRightToLeft: Bool { stack?.environment.layoutDirection == .rightToLeft }

  /// Returns the view of a screen.
  func view(of screen: ScreenID) -> ScreenView<Surface> {
    if let known = views[screen] { return known }
    let view = ScreenView(on: surface)
    view.animates = animates
    view.clipboard = clipboard
    views[screen] = view
    return view
  }

  /// Ends the current pointer gesture, because another screen receives input from now on.
  func endGesture() {
    pressed?.pointerLeft(time: now)
    hovered?.pointerLeft(time: now)
    (pressed, hovered) = (nil, nil)
    if let top = stack?.top { for view in views where view.key != top.id { view.value.blur() } }
  }
}

// MARK: - Drawing

extension SurfaceScreenHost {
  /// Advances all visible screens to a moment and draws them. Call it once per frame.
  ///
  /// - Returns: Whether the next frame differs even without an event.
  /// - Complexity: O(visible rows).
  @discardableResult
  public func draw(at time: Duration) -> Bool {
    now = max(now, time)
    // Changes from here on need another frame.
    isOutdated = false
    drawn = Drawn()
    guard let stack else { return false }
    stack.advance(to: now)
    advance(stack)
    let scale = stack.environment.scale.factor
    let window = Rect(origin: .zero, size: size)
    surface.clip(to: nil)
    surface.fill(window.scaled(by: scale), with: stack.environment.ground)
    let seen = stack.seen(during: motion.transition)
    var goesOn = motion.isMoving || stack.isAnimating
    var veiled: Int?
    for screen in seen {
      let placement = motion.placement(of: screen.id, at: now)
      let frames = stack.frames(of: screen, at: placement, in: size)
      drawn.screens.append((screen, frames))
      if frames.veil > 0, veiled != screen.layer {
        // Screens that were presented together darken what is below once.
        surface.fill(window.scaled(by: scale), with: .dimming(frames.veil))
        veiled = screen.layer
      }
      if draw(screen, frames, of: stack) { goesOn = true }
      if placement.dimming > 0, let page = frames.page.intersection(window) {
        surface.fill(page.scaled(by: scale), with: .dimming(placement.dimming))
      }
    }
    surface.clip(to: nil)
    hovered?.drawTooltip(in: window)
    rest(stack, besides: seen)
    return goesOn
  }

  /// The time of the next frame: in the past if anything has changed or moves; later for what
  /// changes with time, for example a blinking caret; otherwise `nil`.
  public var nextFrame: Duration? {
    if isOutdated || motion.isMoving || stack?.isAnimating == true || hasNewFrames { return now }
    return (drawn.lists.map(\.nextFrame) + drawn.inputs.map(\.nextFrame))
      .compactMap(\.self).min()
  }

  /// Whether a part of a visible screen changed its height since the last frame. The list of a part
  /// without rows, for example of a sheet that comes, is not drawn, and so requests no frame.
  private var hasNewFrames: Bool {
    guard let stack else { return false }
    return drawn.screens.contains { screen, frames in
      let placement = motion.placement(of: screen.id, at: now)
      return stack.frames(of: screen, at: placement, in: size) != frames
    }
  }

  /// Returns whether a visible screen has new rows, but not yet the bar or the overlay of the same
  /// page, or these not yet their pixels.
  public func holdsFrame(at time: Duration) -> Bool {
    let isTorn = stack?.seen(during: motion.transition).contains { $0.isTorn } ?? false
    guard isTorn else {
      tornSince = nil
      return false
    }
    let since = tornSince ?? time
    tornSince = since
    return time - since < .milliseconds(100)
  }

  /// Advances the transition, and reports its end to the stack.
  private func advance(_ stack: ScreenStack) {
    let entering = Set(motion.transition?.entering ?? [])
    let isReady = stack.screens.filter { entering.contains($0.id) }.allSatisfy { screen in
      screen.list.map { $0.isIdle && $0.snapshot.generation > 0 && !screen.isTorn } ?? true
    }
    motion.start(isReady: isReady, at: now)
    if let number = motion.arrived(at: now) {
      if case .moving = swipe { swipe = .none }
      stack.finish(number)
    }
    motion.settle()
  }

  private func draw(
    _ screen: ScreenController, _ frames: ScreenFrames, of stack: ScreenStack
  ) -> Bool {
    let window = Rect(origin: .zero, size: size)
    guard let page = frames.page.intersection(window) else { return motion.isMoving }
    let view = view(of: screen.id)
    let scale = stack.environment.scale.factor
    surface.fill(page.scaled(by: scale), with: screen.ground)
    view.covered = frames.overlay.height
    var goesOn = false
    func draw(_ part: ScreenPart, of screen: ScreenController, in frame: Rect, clip: Rect) {
      guard let clip = frame.intersection(clip) else { return }
      surface.clip(to: clip.scaled(by: scale))
      let view = self.view(of: screen.id)
      if let host = view.hosts[part] { drawn.lists.append(host) }
      if view.draw(part, of: screen, in: frame, at: now) { goesOn = true }
    }
    draw(.body, of: screen, in: frames.body, clip: window)
    if drawFields(of: screen, in: frames.body, clip: window) { goesOn = true }
    let offset = view.hosts[.body]?.offset ?? 0
    for (child, frame) in stack.regions(of: screen) {
      let frame = frame.offset(x: frames.body.minX, y: frames.body.minY - offset)
      guard let clip = frames.body.intersection(window) else { continue }
      draw(.body, of: child, in: frame, clip: clip)
      if drawFields(of: child, in: frame, clip: clip) { goesOn = true }
    }
    draw(.bar, of: screen, in: frames.bar, clip: window)
    draw(.overlay, of: screen, in: frames.overlay, clip: window)
    surface.clip(to: nil)
    return goesOn
  }

  /// Draws the text inputs in the regions of a list, including those of children among its rows.
  private func drawFields(
    of screen: ScreenController, in body: Rect, clip: Rect
  ) -> Bool {
    guard let list = screen.list, let clip = body.intersection(clip) else { return false }
    let view = view(of: screen.id)
    let fields = screen.allFields
    let offset = view.hosts[.body]?.offset ?? 0
    let tags = Set(fields.map(\.tag))
    let frames = list.fieldFrames(ofTags: tags)
      .mapValues { $0.offset(x: body.minX, y: body.minY - offset) }
    view.keep(fields, frames, in: screen)
    list.fieldTags = tags
    if stack?.isOnTop(screen) == true, let wanted = screen.wantedField, list.focus(tag: wanted) {
      screen.wantedField = nil
    }
    view.followFocus(of: list)
    surface.clip(to: clip.scaled(by: list.environment.scale.factor))
    defer { surface.clip(to: nil) }
    drawn.inputs += view.inputs
    return view.drawFields(frames, clip: clip, at: now)
  }

  /// Sets the range of rows to keep: hidden screens keep little, visible ones enough for scrolling.
  private func rest(_ stack: ScreenStack, besides seen: [ScreenController]) {
    let seen = Set(seen.flatMap { [$0] + stack.children(of: $0) }.map(\.id))
    for screen in stack.screens {
      screen.list?.rangeMode = seen.contains(screen.id) ? .full : .visibleOnly
    }
  }
}

extension Rect {
  /// Returns the rectangle in device pixels.
  func scaled(by factor: Double) -> Rect {
    Rect(x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
  }
}

extension Color {
  /// Returns black at an opacity from 0 to 1, which darkens everything below.
  fileprivate static func dimming(_ dimming: Double) -> Color {
    Color(red: 0, green: 0, blue: 0, alpha: UInt8(saturating: (dimming * 255).rounded()))
  }
}
