public import LinecasterCells
public import LinecasterList
import LinecasterText

/// What shows the screens of a stack: a window, an image on a server.
///
/// All on the main actor.
@MainActor
public protocol ScreenHost: AnyObject {
  /// What shows a part of a screen from now on; asked for once, and held by the host.
  func host(of part: ScreenPart, of screen: ScreenController) -> any TableHost

  /// A screen has no such part any more.
  func remove(_ part: ScreenPart, of screen: ScreenController)

  /// Moves what is seen. When it has come to rest the host calls `ScreenStack.finish(_:)`, at once
  /// where it moves nothing; or `ScreenStack.cancel(_:)` to have it taken back.
  func begin(_ transition: ScreenTransition, in stack: ScreenStack)

  /// A transition has been overtaken: what it moved goes on from where it is.
  func interrupt(_ transition: Int)

  /// A screen is detached, and nothing of it is shown any more.
  func release(_ screen: ScreenID)
}

/// Screens over screens: pushed, presented, and taken away again.
///
///     let stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
///     try stack.push(UsersModel())
///     stack.show(true)
///     stack.goBack()
///
/// What happens while something else does, such as a screen that pushes another when it appears,
/// happens after it. A screen hears of its life as `ScreenLife` says, whatever is interrupted.
@MainActor
public final class ScreenStack {
  /// What the screens are measured in; `setEnvironment(_:)` changes it.
  public private(set) var environment: LayoutEnvironment
  /// What shows the screens; held weakly.
  public private(set) weak var host: (any ScreenHost)?

  let delivery: Delivery
  /// Whether what is above and over the rows of a screen are rows too.
  let showsEdgesAsRows: Bool
  let pipeline: PrecomputePipeline
  private let options: AutoDiffController.Options
  private var state = StackState()
  private var controllers: [ScreenID: ScreenController] = [:]
  private var screenCount = 0
  private var waiting: [StackState.Action] = []
  private var isPerforming = false

  /// Makes an empty stack, out of sight.
  ///
  /// - Parameters:
  ///   - pipeline: What lays out and draws the rows of screens.
  ///   - environment: What screens are measured in at first.
  ///   - host: What shows the screens; held weakly.
  ///   - delivery: How results get to the main actor.
  ///   - showsEdgesAsRows: Whether the bar of a screen is its first row and the overlay its last,
  ///     for hosts that show one list; else both are lists of their own.
  ///   - options: What the lists of screens do.
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

  /// The screens that can be seen, or are about to be, from back to front, children after their
  /// parents.
  public var visible: [ScreenController] { state.visible.compactMap { controllers[$0] } }

  /// The screen on top; nil in an empty stack.
  public var top: ScreenController? { state.top.flatMap { controllers[$0] } }

  /// All screens, those on their way out included, in the order in which they came.
  public var screens: [ScreenController] {
    controllers.values.sorted { $0.id.number < $1.id.number }
  }

  /// How a screen covers what is below; nil for those that do not.
  public func presentation(of screen: ScreenController) -> Presentation? { screen.presentation }

  /// Whether no transition is on its way, and all lists are idle.
  public var isIdle: Bool {
    state.transition == nil
      && controllers.values.allSatisfy { screen in
        ScreenPart.allCases.allSatisfy { screen.list(of: $0)?.isIdle ?? true }
      }
  }
}

// MARK: - Coming and going

extension ScreenStack {
  /// Tells whether the stack itself can be seen, such as with its window.
  public func show(_ isShown: Bool) { perform(state.show(isShown)) }

  /// Shows a screen over the one on top, or as the first.
  ///
  /// - Throws: `ScreenError.tooMany` where there are too many screens.
  @discardableResult
  public func push(
    _ model: some ScreenModel, animated: Bool = true
  ) throws(ScreenError) -> ScreenController {
    try add(model) { state, id throws(ScreenError) in
      try state.push(id, animated: animated)
    }
  }

  /// Shows a screen over all others, over a part of what is there or all of it; screens may be
  /// pushed over it.
  ///
  /// - Throws: `ScreenError.tooMany` where there are too many screens.
  @discardableResult
  public func present(
    _ model: some ScreenModel, as presentation: Presentation = .sheet, animated: Bool = true
  ) throws(ScreenError) -> ScreenController {
    try add(model) { state, id throws(ScreenError) in
      try state.present(id, presentation, animated: animated)
    }
  }

  /// Puts the rows of a screen among those of another, behind the section with an identifier, or
  /// below all where it has none. What the child shows above and over its rows is left out.
  ///
  /// - Throws: `ScreenError` where there are too many screens, children are nested too deep, or the
  ///   other screen has gone.
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

  /// Shows a screen in a region of another one's rows, with a list of its own, which is scrolled
  /// there by itself. What it shows above and over its rows are rows too.
  ///
  /// - Parameter tag: That of the region, which has its extents from the layout of its row.
  /// - Throws: `ScreenError` where there are too many screens, children are nested too deep, or the
  ///   other screen has gone.
  @discardableResult
  public func add(
    _ model: some ScreenModel, to parent: ScreenController, in tag: some Hashable & Sendable
  ) throws(ScreenError) -> ScreenController {
    try add(model, at: .region(InlinePayload(tag))) { state, id throws(ScreenError) in
      try state.add(id, to: parent.id)
    }
  }

  /// Takes a child away.
  public func remove(child: ScreenController) {
    let parent = parent(of: child)
    perform(state.remove(child: child.id))
    parent?.refresh()
  }

  /// Takes the screen on top away, unless it is the first of what was presented together.
  public func pop(animated: Bool = true) { perform(state.pop(animated: animated)) }

  /// Takes all screens over one away, where it belongs to what was presented last.
  public func pop(to screen: ScreenController, animated: Bool = true) {
    perform(state.pop(to: screen.id, animated: animated))
  }

  /// Takes what was presented last away, with all that was pushed over it.
  public func dismiss(animated: Bool = true) { perform(state.dismiss(animated: animated)) }

  /// Takes a screen away with all that is over it, unless it is the first of all.
  public func close(_ screen: ScreenController, animated: Bool = true) {
    perform(state.close(screen.id, animated: animated))
  }

  /// Goes back, as a key or a swipe does: takes the screen on top away.
  ///
  /// A host that follows a finger begins with this, and ends with `finish(_:)` or `cancel(_:)`.
  ///
  /// - Returns: Whether there was a screen to go back to.
  @discardableResult
  public func goBack(animated: Bool = true) -> Bool {
    guard state.canGoBack, let path = state.layers.last?.path else { return false }
    perform(path.count > 1 ? state.pop(animated: animated) : state.dismiss(animated: animated))
    return true
  }

  /// Tells that what moved has come to rest; nothing happens for a transition that was overtaken.
  public func finish(_ transition: Int) { perform(state.finish(transition)) }

  /// Has a transition taken back; nothing happens for one that was overtaken.
  public func cancel(_ transition: Int) { perform(state.cancel(transition)) }

  /// Takes all screens away at once.
  public func tearDown() { perform(state.tearDown()) }

  /// Whether a screen has one below it to go back to.
  func canGoBack(from screen: ScreenController) -> Bool {
    state.layers.contains { layer in
      layer.path.firstIndex(of: screen.id).map { $0 > 0 || layer.presentation != nil } ?? false
    }
  }

  /// The screen that a child belongs to; nil for others.
  public func parent(of child: ScreenController) -> ScreenController? {
    state.parent(of: child.id).flatMap { controllers[$0] }
  }

  /// The children of a screen, in the order in which they came.
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
  public func attach(_ host: any ScreenHost) {
    self.host = host
    for screen in screens { screen.attach(host) }
  }

  /// Lays all screens out again, in another width, theme or language.
  public func setEnvironment(_ environment: LayoutEnvironment) {
    guard environment != self.environment else { return }
    self.environment = environment
    for screen in screens where screen.slot == nil { screen.takeEnvironment() }
  }

  func makeList(for part: ScreenPart, of screen: ScreenController) -> AutoDiffController {
    AutoDiffController(
      pipeline: pipeline, environment: screen.environment, host: host?.host(of: part, of: screen),
      delivery: delivery, options: options)
  }

  /// Does what the machine wants, in order; what comes of it is done afterwards.
  private func perform(_ actions: [StackState.Action]) {
    waiting += actions
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    while !waiting.isEmpty { carryOut(waiting.removeFirst()) }
  }

  private func carryOut(_ action: StackState.Action) {
    switch action {
    case .tell(let id, let life):
      guard let screen = controllers[id] else { return }
      if life == .attached { screen.begin() }
      screen.hear(life)
    case .begin(let transition):
      // Nobody moves anything.
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
  /// The screens as a tree, a line each: what covers what, what was pushed over what, and children.
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
