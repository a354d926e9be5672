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
@MainActor
public final class SurfaceScreenHost<Surface: ClippingSurface>: ScreenHost, SurfaceContent {
  /// The size of the screens' part of the surface, in layout points.
  public var size: Size
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
    return view(of: screen.id).makeHost(of: part, in: size)
  }

  /// Removes a part of a screen.
  public func remove(_ part: ScreenPart, of screen: ScreenController) {
    views[screen.id]?.remove(part)
  }

  /// Starts a transition, which completes immediately if there is nothing to animate.
  public func begin(_ transition: ScreenTransition, in stack: ScreenStack) {
    self.stack = stack
    endGesture()
    guard animates else { return stack.finish(transition.number) }
    motion.begin(
      transition, size: size, isRightToLeft: isRightToLeft, isHeld: swipe == .beginning, at: now)
  }

  /// Stops a transition. Screens stay where they are until the next one.
  public func interrupt(_ transition: Int) {
    guard motion.transition?.number == transition else { return }
    motion.interrupt(at: now)
    if case .moving = swipe { swipe = .none }
  }

  /// Removes all parts of a screen.
  public func release(_ screen: ScreenID) { views.removeValue(forKey: screen)?.drop() }

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
        // Screens that were presented together darken what is below once.
        surface.fill(window.scaled(by: scale), with: .dimming(frames.veil))
        veiled = screen.layer
      }
      if draw(screen, frames, of: stack, ground) { goesOn = true }
      if placement.dimming > 0, let page = frames.page.intersection(window) {
        surface.fill(page.scaled(by: scale), with: .dimming(placement.dimming))
      }
    }
    rest(stack, besides: seen)
    return goesOn
  }

  /// Advances the transition, and reports its end to the stack.
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

  /// Draws the text inputs in the regions of a list, including those of children among its rows.
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

/// The views of one screen on a surface: one list per part, and its text inputs.
@MainActor
final class ScreenView<Surface: ClippingSurface> {
  /// A text input, and its connection to a value.
  private struct Field {
    let input: TextInputHost<Surface>
    let connection: ValueObservation
  }

  private(set) var hosts: [ScreenPart: SurfaceHost<Surface>] = [:]
  /// The height at the end of the body under the overlay, in layout points.
  var covered = 0.0
  var animates = true {
    didSet { for host in hosts.values { host.animates = animates } }
  }
  var clipboard: (any TextClipboard)? {
    didSet { for field in fields.values { field.input.clipboard = clipboard } }
  }
  private let surface: Surface
  private var fields: [InlinePayload: Field] = [:]
  /// The tags of the fields, in the model's order.
  private var order: [InlinePayload] = []

  init(on surface: Surface) { self.surface = surface }

  /// The first drawing error; `nil` if everything could be drawn.
  var failure: (any Error)? {
    ScreenPart.allCases.lazy.compactMap { self.hosts[$0]?.failure }.first
      ?? order.lazy.compactMap { self.fields[$0]?.input.failure }.first
  }

  /// The text inputs that are in use, in the model's order.
  var inputs: [TextInputHost<Surface>] { order.compactMap { fields[$0]?.input } }

  /// Makes the host of a part, at full height until its rows are known.
  func makeHost(of part: ScreenPart, in size: Size) -> SurfaceHost<Surface> {
    let host = SurfaceHost(on: surface, size: size)
    host.animates = animates
    hosts[part] = host
    return host
  }

  func remove(_ part: ScreenPart) { hosts.removeValue(forKey: part)?.dropAll() }

  /// Drops all textures.
  func drop() {
    for host in hosts.values { host.dropAll() }
    (hosts, fields, order) = ([:], [:], [])
  }

  /// Removes the focus from all fields.
  func blur() {
    for field in fields.values { field.input.isFocused = false }
  }

  /// Draws a part.
  func draw(
    _ part: ScreenPart, of screen: ScreenController, in frame: Rect, at time: Duration
  ) -> Bool {
    guard let host = hosts[part], let list = screen.list(of: part) else { return false }
    if host.controller !== list { host.controller = list }
    host.origin = frame.origin
    if part == .body { host.coveredHeight = covered }
    // A list without rows keeps the maximum height.
    if host.size != frame.size, list.snapshot.rowCount > 0 { host.size = frame.size }
    return host.draw(at: time)
  }

  /// Updates the text inputs to the model's current fields.
  ///
  /// - Parameter frames: The frames of visible fields.
  func keep(
    _ models: [ScreenField], _ frames: [InlinePayload: Rect], in screen: ScreenController
  ) {
    order = models.map(\.tag)
    let known = Set(order)
    fields = fields.filter { known.contains($0.key) }
    for model in models where fields[model.tag] == nil {
      guard let stack = screen.stack, let frame = frames[model.tag] else { continue }
      let input = TextInputHost(
        on: surface, input: TextInput(model.text.value ?? "", kind: model.kind), frame: frame,
        environment: screen.environment, pipeline: stack.pipeline, delivery: stack.delivery)
      input.clipboard = clipboard
      fields[model.tag] = Field(input: input, connection: model.text.connect(to: input))
    }
    for model in models {
      guard let input = fields[model.tag]?.input else { continue }
      input.onSubmit = nil
      if let submit = model.onSubmit { input.onSubmit = { @MainActor (_: TextInput) in submit() } }
      if input.placeholder != model.placeholder { input.placeholder = model.placeholder }
      if input.label != model.label { input.label = model.label }
      if input.environment != screen.environment { input.environment = screen.environment }
    }
  }

  /// Draws the text inputs; those without a frame are hidden, and receive no pointer input.
  func drawFields(_ frames: [InlinePayload: Rect], clip: Rect, at time: Duration) -> Bool {
    var goesOn = false
    for (tag, field) in fields {
      guard let frame = frames[tag], frame.width > 0, frame.height > 0 else {
        field.input.clip = .zero
        continue
      }
      field.input.frame = frame
      field.input.clip = clip
      if field.input.draw(at: time) { goesOn = true }
    }
    return goesOn
  }
}

/// The movement of screens from their current to their final places: a value without a clock.
struct ScreenMotion: Sendable {
  typealias Placement = ScreenTransition.Placement

  private struct Way: Sendable {
    let from: Placement
    let to: Placement
  }

  /// The progress of a transition.
  private enum Pace: Sendable {
    /// The start is delayed until entering screens are drawn.
    case waiting(since: Duration)
    /// A finger holds the transition.
    case held(Double)
    case running(since: Duration)
  }

  /// The duration of a transition.
  static let duration = Duration.milliseconds(300)
  /// The time to wait for entering screens.
  static let maximumWait = Duration.milliseconds(200)

  /// The current transition; `nil` if nothing moves.
  private(set) var transition: ScreenTransition?
  private var ways: [ScreenID: Way] = [:]
  private var pace = Pace.held(0)

  /// Whether something changes without further input.
  var isMoving: Bool {
    guard transition != nil else { return false }
    if case .held = pace { return false }
    return true
  }

  /// Whether a finger holds the transition.
  var isHeld: Bool {
    guard transition != nil, case .held = pace else { return false }
    return true
  }

  /// Starts the movement of screens from where they are.
  ///
  /// - Parameters:
  ///   - size: The size of the screens.
  ///   - isHeld: Whether a finger moves them.
  mutating func begin(
    _ transition: ScreenTransition, size: Size, isRightToLeft: Bool, isHeld: Bool, at time: Duration
  ) {
    // Screens of an overtaken transition move too, at least back to where they rest.
    let screens = Set(transition.entering + transition.leaving + ways.keys)
    ways = screens.reduce(into: [:]) { new, screen in
      func place(_ progress: Double) -> Placement {
        transition.placement(
          of: screen, progress: progress, size: size, isRightToLeft: isRightToLeft)
      }
      new[screen] = Way(from: ways[screen]?.from ?? place(0), to: place(1))
    }
    self.transition = transition
    pace = isHeld ? .held(0) : .waiting(since: time)
  }

  /// Leaves screens where they are, for the next transition.
  mutating func interrupt(at time: Duration) {
    ways = ways.keys.reduce(into: [:]) { places, screen in
      let place = placement(of: screen, at: time)
      places[screen] = Way(from: place, to: place)
    }
    transition = nil
  }

  /// Moves all screens to where they rest, unless a transition is in progress.
  mutating func settle() {
    if transition == nil { ways = [:] }
  }

  /// Starts the movement once entering screens are ready, or the wait is over.
  mutating func start(isReady: Bool, at time: Duration) {
    guard case .waiting(let since) = pace, isReady || time - since >= Self.maximumWait
    else { return }
    pace = .running(since: time)
  }

  /// Moves screens with a finger.
  ///
  /// - Parameter progress: The share of the way, 0 to 1.
  mutating func hold(_ progress: Double) {
    guard case .held = pace else { return }
    pace = .held(progress.isFinite ? min(max(progress, 0), 1) : 0)
  }

  /// Releases the screens, which move on to their ends.
  mutating func release(at time: Duration) {
    guard transition != nil, case .held = pace else { return }
    for (screen, way) in ways {
      ways[screen] = Way(from: placement(of: screen, at: time), to: way.to)
    }
    pace = .running(since: time)
  }

  /// Ends the transition if it is complete.
  ///
  /// - Returns: The number of the transition; `nil` while something moves.
  mutating func arrived(at time: Duration) -> Int? {
    guard case .running(let since) = pace, time - since >= Self.duration else { return nil }
    ways = [:]
    return transition.take()?.number
  }

  /// Returns the placement of a screen.
  func placement(of screen: ScreenID, at time: Duration) -> Placement {
    guard let way = ways[screen] else { return Placement() }
    let share = progress(at: time)
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
    var placement = Placement()
    placement.offset = Point(
      x: mix(way.from.offset.x, way.to.offset.x), y: mix(way.from.offset.y, way.to.offset.y))
    placement.dimming = mix(way.from.dimming, way.to.dimming)
    return placement
  }

  /// Returns the progress: fast at first and slow at the end (ease out), or set by a finger.
  private func progress(at time: Duration) -> Double {
    switch pace {
    case .waiting: return 0
    case .held(let progress): return progress
    case .running(let since):
      let left = 1 - min(max((time - since).seconds / Self.duration.seconds, 0), 1)
      return 1 - left * left * left
    }
  }
}
