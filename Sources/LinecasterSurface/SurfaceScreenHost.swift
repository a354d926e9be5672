import LinecasterCells
import LinecasterBoxLayout
public import LinecasterBase
public import LinecasterList
import LinecasterText

/// Shows the screens of a stack on a renderer: their bars, rows and overlays, children in regions,
/// fields, sheets over other screens, and what moves from one screen to another.
///
///     let host = SurfaceScreenHost(on: window, size: window.size)
///     let stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
///     try stack.push(UsersModel())
///     stack.show(true)
///     while window.isOpen {
///       for event in window.events { event.tell(host) }
///       host.draw(at: clock.now)
///       window.present()
///     }
///
/// All on the main actor, with times of one clock that never goes back. What people do goes to the
/// screen on top, and there to what is in front; what is below a sheet hears of nothing. The key
/// back, escape where nothing has the focus or is selected, and a finger that comes from the edge
/// that rows start at go back.
@MainActor
public final class SurfaceScreenHost<Surface: ClippingSurface>: ScreenHost, SurfaceContent {
  /// How large the part of the surface is that shows the screens, in layout points.
  public var size: Size
  /// Whether screens and rows move in steps.
  public var animates = true {
    didSet { for view in views.values { view.animates = animates } }
  }
  /// What fields copy to and paste from.
  public var clipboard: (any TextClipboard)? {
    didSet { for view in views.values { view.clipboard = clipboard } }
  }

  let surface: Surface
  var now = Duration.zero
  var motion = ScreenMotion()
  /// The stack; known once it has asked for something.
  private(set) weak var stack: ScreenStack?
  /// What a pointer that is down went down in.
  var pressed: SurfaceHost<Surface>?
  /// What a pointer that is up is over.
  var hovered: SurfaceHost<Surface>?
  /// A finger that came from the edge.
  var swipe = EdgeSwipe.none
  private(set) var views: [ScreenID: ScreenView<Surface>] = [:]

  /// Makes a host of screens that are shown on a surface.
  ///
  /// - Parameters:
  ///   - surface: What draws textures.
  ///   - size: How large the part of it is that shows the screens, in layout points.
  public init(on surface: Surface, size: Size) {
    self.surface = surface
    self.size = size
  }

  /// Why something of the screens could not be drawn; nil where all could.
  public var failure: (any Error)? {
    views.values.lazy.compactMap(\.failure).first
  }

  /// Whether a screen moves, by itself or with a finger.
  public var isMoving: Bool { motion.transition != nil }

  // MARK: As the stack's host

  /// Makes the host of a part.
  public func host(of part: ScreenPart, of screen: ScreenController) -> any TableHost {
    stack = screen.stack
    return view(of: screen.id).makeHost(of: part, in: size)
  }

  /// Lets go of a part.
  public func remove(_ part: ScreenPart, of screen: ScreenController) {
    views[screen.id]?.remove(part)
  }

  /// Has screens move; where nothing is to be seen to move, they are where they are to be at once.
  public func begin(_ transition: ScreenTransition, in stack: ScreenStack) {
    self.stack = stack
    letGo()
    guard animates else { return stack.finish(transition.number) }
    motion.begin(
      transition, size: size, isRightToLeft: isRightToLeft, isHeld: swipe == .beginning, at: now)
  }

  /// Leaves screens where they are, for what overtakes the transition.
  public func interrupt(_ transition: Int) {
    guard motion.transition?.number == transition else { return }
    motion.interrupt(at: now)
    if case .moving = swipe { swipe = .none }
  }

  /// Lets go of all parts of a screen.
  public func release(_ screen: ScreenID) { views.removeValue(forKey: screen)?.drop() }

  var isRightToLeft: Bool { stack?.environment.layoutDirection == .rightToLeft }

  /// What shows a screen.
  func view(of screen: ScreenID) -> ScreenView<Surface> {
    if let known = views[screen] { return known }
    let view = ScreenView(on: surface)
    view.animates = animates
    view.clipboard = clipboard
    views[screen] = view
    return view
  }

  /// Ends what a pointer does: another screen has it from now on.
  func letGo() {
    pressed?.pointerLeft(time: now)
    hovered?.pointerLeft(time: now)
    (pressed, hovered) = (nil, nil)
    if let top = stack?.top { for view in views where view.key != top.id { view.value.blur() } }
  }
}

// MARK: - Drawing

extension SurfaceScreenHost {
  /// Moves all that is seen on to a moment and draws it, to be called once a frame.
  ///
  /// - Returns: Whether the next frame will look different without any event.
  /// - Complexity: O(rows in sight).
  @discardableResult
  public func draw(at time: Duration) -> Bool {
    now = max(now, time)
    guard let stack else { return false }
    advance(stack)
    let scale = stack.environment.scale.factor
    let ground = stack.environment.background.color(in: stack.environment.theme)
    let window = Rect(origin: .zero, size: size)
    surface.clip(to: nil)
    surface.fill(window.scaled(by: scale), with: ground)
    let seen = stack.seen(during: motion.transition)
    var goesOn = motion.isMoving
    var veiled: Int?
    for screen in seen {
      let placement = motion.placement(of: screen.id, at: now)
      let frames = stack.frames(of: screen, at: placement, in: size)
      if frames.veil > 0, veiled != screen.layer {
        // Screens that are presented together make what is below darker once.
        surface.fill(window.scaled(by: scale), with: .shade(frames.veil))
        veiled = screen.layer
      }
      if draw(screen, frames, of: stack, ground) { goesOn = true }
      if placement.shade > 0, let page = frames.page.intersection(window) {
        surface.fill(page.scaled(by: scale), with: .shade(placement.shade))
      }
    }
    rest(stack, besides: seen)
    return goesOn
  }

  /// Has what moves go on, and tells the stack where it has arrived.
  private func advance(_ stack: ScreenStack) {
    let entering = Set(motion.transition?.entering ?? [])
    let isReady = stack.screens.filter { entering.contains($0.id) }.allSatisfy { screen in
      screen.list.map { $0.isIdle && $0.snapshot.generation > 0 } ?? true
    }
    motion.start(isReady: isReady, at: now)
    if let number = motion.arrived(at: now) {
      if case .moving = swipe { swipe = .none }
      stack.finish(number)
    }
    motion.settle()
  }

  private func draw(
    _ screen: ScreenController, _ frames: ScreenFrames, of stack: ScreenStack, _ ground: Color
  ) -> Bool {
    let window = Rect(origin: .zero, size: size)
    guard let page = frames.page.intersection(window) else { return motion.isMoving }
    let view = view(of: screen.id)
    let scale = stack.environment.scale.factor
    surface.fill(page.scaled(by: scale), with: ground)
    view.covered = frames.overlay.height
    var goesOn = false
    func draw(_ part: ScreenPart, of screen: ScreenController, in frame: Rect, clip: Rect) {
      guard let clip = frame.intersection(clip) else { return }
      surface.clip(to: clip.scaled(by: scale))
      if self.view(of: screen.id).draw(part, of: screen, in: frame, at: now) { goesOn = true }
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

  /// Draws what is written in the regions of a list, of children that are among its rows too.
  private func drawFields(
    of screen: ScreenController, in body: Rect, clip: Rect
  ) -> Bool {
    guard let list = screen.list, let clip = body.intersection(clip) else { return false }
    let view = view(of: screen.id)
    let fields = screen.allFields
    let offset = view.hosts[.body]?.offset ?? 0
    let frames = list.frames(ofTags: Set(fields.map(\.tag)))
      .mapValues { $0.offset(x: body.minX, y: body.minY - offset) }
    view.keep(fields, frames, in: screen)
    surface.clip(to: clip.scaled(by: screen.environment.scale.factor))
    defer { surface.clip(to: nil) }
    return view.drawFields(frames, clip: clip, at: now)
  }

  /// Screens that are not seen keep little, and those that are what scrolling wants.
  private func rest(_ stack: ScreenStack, besides seen: [ScreenController]) {
    let seen = Set(seen.flatMap { [$0] + stack.children(of: $0) }.map(\.id))
    for screen in stack.screens {
      screen.list?.rangeMode = seen.contains(screen.id) ? .full : .visibleOnly
    }
  }
}

extension Rect {
  /// The rectangle in device pixels.
  func scaled(by factor: Double) -> Rect {
    Rect(x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
  }
}

extension Color {
  /// Black that makes what is below so much darker.
  fileprivate static func shade(_ shade: Double) -> Color {
    Color(red: 0, green: 0, blue: 0, alpha: UInt8(saturating: (shade * 255).rounded()))
  }
}
