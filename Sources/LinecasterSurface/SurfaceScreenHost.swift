public import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
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

/// What a surface shows of one screen: a list a part, and what is written in its fields.
@MainActor
final class ScreenView<Surface: ClippingSurface> {
  /// A field, and what keeps it and its value equal.
  private struct Field {
    let input: TextInputHost<Surface>
    let connection: Follower
  }

  private(set) var hosts: [ScreenPart: SurfaceHost<Surface>] = [:]
  /// How much of the end of the body is below the overlay, in layout points.
  var covered = 0.0
  var animates = true {
    didSet { for host in hosts.values { host.animates = animates } }
  }
  var clipboard: (any TextClipboard)? {
    didSet { for field in fields.values { field.input.clipboard = clipboard } }
  }
  private let surface: Surface
  private var fields: [InlinePayload: Field] = [:]
  /// The tags of the fields, in the order in which the model has them.
  private var order: [InlinePayload] = []

  init(on surface: Surface) { self.surface = surface }

  /// Why something could not be drawn; nil where all could.
  var failure: (any Error)? {
    ScreenPart.allCases.lazy.compactMap { self.hosts[$0]?.failure }.first
      ?? order.lazy.compactMap { self.fields[$0]?.input.failure }.first
  }

  /// What can be written in now, in the order in which the model has it.
  var inputs: [TextInputHost<Surface>] { order.compactMap { fields[$0]?.input } }

  /// The host of a part, as high as it may be until its rows are known.
  func makeHost(of part: ScreenPart, in size: Size) -> SurfaceHost<Surface> {
    let host = SurfaceHost(on: surface, size: size)
    host.animates = animates
    hosts[part] = host
    return host
  }

  func remove(_ part: ScreenPart) { hosts.removeValue(forKey: part)?.dropAll() }

  /// Lets go of all textures.
  func drop() {
    for host in hosts.values { host.dropAll() }
    (hosts, fields, order) = ([:], [:], [])
  }

  /// Nobody writes in it any more.
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
    // A list without rows is as high as it may become.
    if host.size != frame.size, list.snapshot.rowCount > 0 { host.size = frame.size }
    return host.draw(at: time)
  }

  /// Has the fields that a model has now.
  ///
  /// - Parameter frames: Where those are that are in sight.
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

  /// Draws what is written; what has no frame is not in sight, and answers to no pointer.
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

/// How screens get from where they are seen to where they are to be: a value without a clock.
struct ScreenMotion: Sendable {
  typealias Placement = ScreenTransition.Placement

  private struct Way: Sendable {
    let from: Placement
    let to: Placement
  }

  /// How far a transition has come.
  private enum Pace: Sendable {
    /// Nothing moves yet: what enters has not been drawn.
    case waiting(since: Duration)
    /// A finger holds it.
    case held(Double)
    case running(since: Duration)
  }

  /// How long screens are on their way.
  static let duration = Duration.milliseconds(300)
  /// How long what enters is waited for.
  static let patience = Duration.milliseconds(200)

  /// The transition on its way; nil where nothing moves.
  private(set) var transition: ScreenTransition?
  private var ways: [ScreenID: Way] = [:]
  private var pace = Pace.held(0)

  /// Whether something changes by itself.
  var isMoving: Bool {
    guard transition != nil else { return false }
    if case .held = pace { return false }
    return true
  }

  /// Whether a finger holds it.
  var isHeld: Bool {
    guard transition != nil, case .held = pace else { return false }
    return true
  }

  /// Has screens set out from where they are.
  ///
  /// - Parameters:
  ///   - size: How large the screens are.
  ///   - isHeld: Whether a finger moves them.
  mutating func begin(
    _ transition: ScreenTransition, size: Size, isRightToLeft: Bool, isHeld: Bool, at time: Duration
  ) {
    // What was overtaken moves too, if only back to where it rests.
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

  /// Leaves screens where they are, for what overtakes the transition.
  mutating func interrupt(at time: Duration) {
    ways = ways.keys.reduce(into: [:]) { places, screen in
      let place = placement(of: screen, at: time)
      places[screen] = Way(from: place, to: place)
    }
    transition = nil
  }

  /// Puts everything where it rests, unless a transition is on its way.
  mutating func settle() {
    if transition == nil { ways = [:] }
  }

  /// Lets screens go once those that enter are ready, or have been waited for.
  mutating func start(isReady: Bool, at time: Duration) {
    guard case .waiting(let since) = pace, isReady || time - since >= Self.patience else { return }
    pace = .running(since: time)
  }

  /// Moves screens with a finger.
  ///
  /// - Parameter progress: The share of the way, 0 to 1.
  mutating func hold(_ progress: Double) {
    guard case .held = pace else { return }
    pace = .held(progress.isFinite ? min(max(progress, 0), 1) : 0)
  }

  /// Lets go of screens, which go on to their ends.
  mutating func release(at time: Duration) {
    guard transition != nil, case .held = pace else { return }
    for (screen, way) in ways {
      ways[screen] = Way(from: placement(of: screen, at: time), to: way.to)
    }
    pace = .running(since: time)
  }

  /// Takes the transition away where it has come to its end.
  ///
  /// - Returns: Its number; nil while something moves.
  mutating func arrived(at time: Duration) -> Int? {
    guard case .running(let since) = pace, time - since >= Self.duration else { return nil }
    ways = [:]
    return transition.take()?.number
  }

  /// Where a screen is seen.
  func placement(of screen: ScreenID, at time: Duration) -> Placement {
    guard let way = ways[screen] else { return Placement() }
    let share = progress(at: time)
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
    var placement = Placement()
    placement.offset = Point(
      x: mix(way.from.offset.x, way.to.offset.x), y: mix(way.from.offset.y, way.to.offset.y))
    placement.shade = mix(way.from.shade, way.to.shade)
    return placement
  }

  /// The share of the way: fast at first, slowly at the end, or as a finger has it.
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
