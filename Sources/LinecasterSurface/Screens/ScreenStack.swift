public import LinecasterCells
public import LinecasterList
import LinecasterText

/// A host that shows the screens of a stack, for example a window or an image on a server.
///
/// All calls are on the main actor.
@MainActor
public protocol ScreenHost: AnyObject {
  /// Returns the host of a part of a screen. Called once for each part; the screen host retains the
  /// result.
  func host(of part: ScreenPart, of screen: ScreenController) -> any TableHost

  /// Removes a part that a screen no longer has.
  func remove(_ part: ScreenPart, of screen: ScreenController)

  /// Starts a transition.
  ///
  /// The host calls `ScreenStack.finish(_:)` when the transition ends, at once if it animates
  /// nothing, or `ScreenStack.cancel(_:)` to undo it.
  func begin(_ transition: ScreenTransition, in stack: ScreenStack)

  /// Stops a transition that was overtaken. Its screens continue from where they are.
  func interrupt(_ transition: Int)

  /// Removes all parts of a detached screen.
  func release(_ screen: ScreenID)

  /// Whether it draws and edits text fields in the rows, which then leave their texts out; by
  /// default false.
  var editsFields: Bool { get }

  /// Gives a text field keyboard focus, if the host has a keyboard; by default a no-op.
  func fieldWasRequested(on screen: ScreenController)

  /// Whether it calls `ScreenStack.advance(to:)` before each frame, and draws frames while that
  /// returns true; by default false, and numbers change at once.
  var animatesValues: Bool { get }
}

extension ScreenHost {
  /// False: rows draw their text fields.
  public var editsFields: Bool { false }

  /// Does nothing.
  public func fieldWasRequested(on screen: ScreenController) {}

  /// False: numbers change at once.
  public var animatesValues: Bool { false }
}

/// A stack of screens that are pushed, presented, and removed again (UIKit
/// `UINavigationController`).
///
///     let stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
///     try stack.push(UsersModel())
///     stack.show(true)
///     stack.goBack()
///
/// Calls during a change are queued, for example if a screen pushes another one when it appears.
/// Screens are notified in the order that `ScreenLifecycleEvent` describes, even if transitions are
/// interrupted.
///
/// ## Topics
///
/// ### Create a stack
///
/// - ``init(pipeline:environment:host:delivery:showsEdgesAsRows:options:)``
/// - ``attach(_:)``
/// - ``show(_:)``
/// - ``setEnvironment(_:)``
/// - ``tearDown()``
///
/// ### Show screens
///
/// - ``push(_:animated:)``
/// - ``present(_:as:animated:)``
/// - ``ask(_:animated:)``
/// - ``add(_:to:at:)``
/// - ``add(_:to:in:)``
///
/// ### Remove screens
///
/// - ``goBack(animated:)``
/// - ``pop(animated:)``
/// - ``pop(to:animated:)``
/// - ``dismiss(animated:)``
/// - ``close(_:animated:)``
/// - ``remove(child:)``
///
/// ### Find screens
///
/// - ``top``
/// - ``visible``
/// - ``screens``
/// - ``parent(of:)``
/// - ``children(of:)``
/// - ``presentation(of:)``
///
/// ### Finish transitions and animations
///
/// - ``finish(_:)``
/// - ``cancel(_:)``
/// - ``advance(to:)``
/// - ``isIdle``
///
/// ### Inspect the stack
///
/// - ``environment``
/// - ``host``
/// - ``tree``
@MainActor
public final class ScreenStack {
  /// The environment of all screens. Use `setEnvironment(_:)` to change it.
  public private(set) var environment: LayoutEnvironment
  /// The host of the screens; held weakly.
  public private(set) weak var host: (any ScreenHost)?

  let delivery: Delivery
  /// Whether the bars and overlays of screens are rows too.
  let showsEdgesAsRows: Bool
  let pipeline: PrecomputePipeline
  private let options: AutoDiffController.Options
  private var state = StackState()
  private var controllers: [ScreenID: ScreenController] = [:]
  private var screenCount = 0
  private var waiting: [StackState.Action] = []
  private var isPerforming = false
  /// The animations of screens, in the order of their beginnings.
  private var animations: [RunningAnimation] = []

  /// Creates an empty stack, which is not visible yet.
  ///
  /// - Parameters:
  ///   - pipeline: The pipeline that lays out and draws the rows of screens.
  ///   - environment: The first environment of the screens.
  ///   - host: The host of the screens; held weakly.
  ///   - delivery: The way in which results reach the main actor.
  ///   - showsEdgesAsRows: Whether the bar of a screen is its first row and the overlay its last
  ///     row, for hosts that show one list. If false, both are lists of their own.
  ///   - options: The options of the lists of screens.
  public init(
    pipeline: PrecomputePipeline, environment: LayoutEnvironment, host: (any ScreenHost)? = nil,
    delivery: Delivery = .mainQueue, showsEdgesAsRows: Bool = false,
    options: AutoDiffController.Options = .init()
  ) {
    self.pipeline = pipeline
    self.environment = environment
    self.host = host
    self.delivery = delivery
    self.showsEdgesAsRows = showsEdgesAsRows
    self.options = options
  }

  /// The screens that are visible or about to be, from back to front, children after their parents.
  ///
  /// - Complexity: O(screens).
  public var visible: [ScreenController] { state.visible.compactMap { controllers[$0] } }

  /// The top screen; `nil` if the stack is empty.
  public var top: ScreenController? { state.top.flatMap { controllers[$0] } }

  /// Whether a screen is the top screen, or one of its children.
  func isOnTop(_ screen: ScreenController) -> Bool {
    guard let top else { return false }
    return screen === top || children(of: top).contains { $0 === screen }
  }

  /// All screens in the order of their addition, including those that are leaving.
  ///
  /// - Complexity: O(screens · log screens), on each access.
  public var screens: [ScreenController] {
    controllers.values.sorted { $0.id.number < $1.id.number }
  }

  /// Returns the style of a screen's presentation; `nil` if it was not presented.
  public func presentation(of screen: ScreenController) -> Presentation? { screen.presentation }

  /// Whether no transition is in progress and all lists are idle.
  ///
  /// - Complexity: O(screens).
  public var isIdle: Bool {
    state.transition == nil
      && controllers.values.allSatisfy { screen in
        ScreenPart.allCases.allSatisfy { screen.list(of: $0)?.isIdle ?? true }
      }
  }
}

// MARK: - Coming and going

extension ScreenStack {
  /// Shows or hides the stack itself, for example together with its window.
  public func show(_ isShown: Bool) { perform(state.show(isShown)) }

  /// Shows a screen over the top screen, or as the first one.
  ///
  /// - Throws: `ScreenError.tooMany` if there are too many screens.
  @discardableResult
  public func push(
    _ model: some ScreenModel, animated: Bool = true
  ) throws(ScreenError) -> ScreenController {
    try add(model) { state, id throws(ScreenError) in
      try state.push(id, animated: animated)
    }
  }

  /// Shows a screen over all others, covering them partly or completely. More screens can be pushed
  /// over it.
  ///
  /// - Throws: `ScreenError.tooMany` if there are too many screens.
  @discardableResult
  public func present(
    _ model: some ScreenModel, as presentation: Presentation = .sheet, animated: Bool = true
  ) throws(ScreenError) -> ScreenController {
    try add(model) { state, id throws(ScreenError) in
      try state.present(id, presentation, animated: animated)
    }
  }

  /// Inserts the rows of a screen into those of another one: after the section with an identifier,
  /// or at the end if there is no such section. The bar and the overlay of the child are left out.
  ///
  /// - Throws: `ScreenError` if there are too many screens, children are nested too deeply, or the
  ///   parent has been removed.
  @discardableResult
  public func add(
    _ model: some ScreenModel, to parent: ScreenController, at slot: ItemIdentifier
  ) throws(ScreenError) -> ScreenController {
    let child = try add(model, at: .section(slot)) { state, id throws(ScreenError) in
      try state.add(id, to: parent.id)
    }
    parent.refresh()
    return child
  }

  /// Shows a screen in a region of another screen's rows, as a list that scrolls independently. The
  /// bar and the overlay of the child are rows of that list.
  ///
  /// - Parameter tag: The tag of the region, whose size the layout of its row determines.
  /// - Throws: `ScreenError` if there are too many screens, children are nested too deeply, or the
  ///   parent has been removed.
  @discardableResult
  public func add(
    _ model: some ScreenModel, to parent: ScreenController, in tag: some Hashable & Sendable
  ) throws(ScreenError) -> ScreenController {
    try add(model, at: .region(InlinePayload(tag))) { state, id throws(ScreenError) in
      try state.add(id, to: parent.id)
    }
  }

  /// Removes a child from its parent.
  public func remove(child: ScreenController) {
    let parent = parent(of: child)
    perform(state.remove(child: child.id))
    parent?.refresh()
  }

  /// Removes the top screen, unless it is the first of its layer: the first screen of the stack, or
  /// a presented one.
  public func pop(animated: Bool = true) { perform(state.pop(animated: animated)) }

  /// Removes all screens above a given screen, if that screen belongs to the layer presented last.
  public func pop(to screen: ScreenController, animated: Bool = true) {
    perform(state.pop(to: screen.id, animated: animated))
  }

  /// Removes the layer presented last, with all screens pushed over it.
  public func dismiss(animated: Bool = true) { perform(state.dismiss(animated: animated)) }

  /// Removes a screen and everything above it, unless it is the first screen of the stack.
  public func close(_ screen: ScreenController, animated: Bool = true) {
    perform(state.close(screen.id, animated: animated))
  }

  /// Goes back, as on a key or a swipe: removes the top screen.
  ///
  /// A host that follows a finger starts with this call, and ends with `finish(_:)` or
  /// `cancel(_:)`.
  ///
  /// - Returns: Whether there was a screen to go back to.
  @discardableResult
  public func goBack(animated: Bool = true) -> Bool {
    guard state.canGoBack, let path = state.layers.last?.path else { return false }
    perform(path.count > 1 ? state.pop(animated: animated) : state.dismiss(animated: animated))
    return true
  }

  /// Reports the end of a transition; a no-op if the transition was overtaken.
  public func finish(_ transition: Int) { perform(state.finish(transition)) }

  /// Undoes a transition; a no-op if the transition was overtaken.
  public func cancel(_ transition: Int) { perform(state.cancel(transition)) }

  /// Removes all screens at once.
  public func tearDown() { perform(state.tearDown()) }

  /// Whether there is a screen below a screen to go back to.
  func canGoBack(from screen: ScreenController) -> Bool {
    state.layers.contains { layer in
      layer.path.firstIndex(of: screen.id).map { $0 > 0 || layer.presentation != nil } ?? false
    }
  }

  /// Returns the parent of a child; `nil` for screens that are not children.
  public func parent(of child: ScreenController) -> ScreenController? {
    state.parent(of: child.id).flatMap { controllers[$0] }
  }

  /// Returns the children of a screen, in the order of their addition.
  ///
  /// - Complexity: O(children).
  public func children(of screen: ScreenController) -> [ScreenController] {
    state.children(of: screen.id).compactMap { controllers[$0] }
  }

  private func add(
    _ model: some ScreenModel, at place: ChildPlace? = nil,
    _ body: (inout StackState, ScreenID) throws(ScreenError) -> [StackState.Action]
  ) throws(ScreenError) -> ScreenController {
    let id = ScreenID(number: screenCount + 1)
    let actions = try body(&state, id)
    screenCount += 1
    let screen = ScreenController(model, id: id, place: place, in: self)
    screen.layer = state.layers.firstIndex { $0.path.contains(id) } ?? 0
    screen.presentation = state.layers[screen.layer].presentation
    controllers[id] = screen
    perform(actions)
    return screen
  }
}

// MARK: - Hosts and lists

extension ScreenStack {
  /// Shows the screens in another host.
  ///
  /// - Complexity: O(screens).
  public func attach(_ host: any ScreenHost) {
    self.host = host
    for screen in screens { screen.attach(host) }
    for screen in screens where screen.slot == nil { screen.refresh() }
  }

  /// Lays out all screens again in a new environment.
  ///
  /// - Complexity: O(screens) on the main actor; workers do the rest.
  public func setEnvironment(_ environment: LayoutEnvironment) {
    guard environment != self.environment else { return }
    self.environment = environment
    for screen in screens where screen.slot == nil { screen.takeEnvironment() }
  }

  /// Whether a number of a screen is on its way.
  var isAnimating: Bool { !animations.isEmpty }

  func add(_ animation: RunningAnimation) { animations.append(animation) }

  /// Advances the numbers that screens animate to a moment. A host that animates values calls it
  /// before each frame.
  ///
  /// - Returns: Whether a number is still on its way, so another frame is needed.
  /// - Complexity: O(animations).
  @discardableResult
  public func advance(to time: Duration) -> Bool {
    var running = animations
    animations = []
    // Newer ones first: an older animation of the same number ends by their change.
    for index in running.indices.reversed() where !running[index].advance(to: time) {
      running.remove(at: index)
    }
    // Changes may have begun others.
    animations = running + animations
    return isAnimating
  }

  func makeList(for part: ScreenPart, of screen: ScreenController) -> AutoDiffController {
    AutoDiffController(
      pipeline: pipeline, environment: screen.environment, host: host?.host(of: part, of: screen),
      delivery: delivery, options: options)
  }

  /// Performs the state machine's actions in order; actions that result are queued.
  private func perform(_ actions: [StackState.Action]) {
    waiting += actions
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    while !waiting.isEmpty { carryOut(waiting.removeFirst()) }
  }

  private func carryOut(_ action: StackState.Action) {
    switch action {
    case .notify(let id, let event):
      guard let screen = controllers[id] else { return }
      if event == .attached { screen.begin() }
      screen.handleLifecycle(event)
    case .begin(let transition):
      // Without a host, nothing is animated.
      guard let host else { return perform(state.finish(transition.number)) }
      host.begin(transition, in: self)
    case .interrupt(let number): host?.interrupt(number)
    case .release(let id):
      controllers[id] = nil
      host?.release(id)
    }
  }
}

extension ScreenStack {
  /// The screens as an indented tree for tests and logs, with a line for each presented screen,
  /// pushed screen and child.
  ///
  /// - Complexity: O(screens).
  public var tree: String {
    func lines(_ id: ScreenID, _ indent: String) -> [String] {
      let model = controllers[id]?.model.map { "\(type(of: $0))" } ?? "?"
      return ["\(indent)\(model)"]
        + state.children(of: id).flatMap { lines($0, indent + "  + ") }
    }
    return state.layers.flatMap { layer -> [String] in
      let title = layer.presentation.map { "\($0)" } ?? "stack"
      return [title] + layer.path.flatMap { lines($0, "  ") }
    }.joined(separator: "\n")
  }
}

/// The reason why a screen cannot be shown.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stack has its maximum number of screens, which is the associated value. The usual cause is
  /// screens that push others endlessly.
  case tooMany(Int)
  /// Children are at their maximum depth, which is the associated value. The usual cause is screens
  /// that are their own children.
  case tooDeep(Int)
  /// The parent is no longer in the stack.
  case gone

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .tooMany(let limit): "A stack holds at most \(limit) screens; does one push itself?"
    case .tooDeep(let limit):
      "Screens nest at most \(limit) levels deep; is one a child of itself?"
    case .gone: "The parent screen is no longer in the stack."
    }
  }
}
