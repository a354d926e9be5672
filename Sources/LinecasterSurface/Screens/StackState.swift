/// The identity of a screen in a stack, from its addition to its removal.
public struct ScreenID: Hashable, Sendable {
  let number: Int
}

/// A change in the life of a screen.
///
/// Every screen receives `attached` first and `detached` last. In between, `willAppear` is followed
/// by `didAppear`, or by `willDisappear` if interrupted. Likewise, `willDisappear` is followed by
/// `didDisappear`, or by `willAppear` if interrupted. A screen that is removed while it is visible
/// disappears before it is detached.
public enum ScreenLifecycleEvent: Hashable, Sendable, CaseIterable {
  /// The screen has joined a stack.
  case attached
  /// The screen is about to be visible.
  case willAppear
  /// The screen is visible, and its transition has ended.
  case didAppear
  /// The screen is about to be hidden.
  case willDisappear
  /// The screen is hidden.
  case didDisappear
  /// The screen has left its stack and will not return.
  case detached
}

/// The style of a presentation.
public enum Presentation: Hashable, Sendable {
  /// Covers a part of the screen below, which stays visible.
  case sheet
  /// Covers everything below.
  case cover
}

/// A change of the visible screens that is in progress.
public struct ScreenTransition: Hashable, Sendable {
  /// The kind of a change.
  public enum Kind: Hashable, Sendable {
    /// A screen is pushed over the one below, or popped.
    case push, pop
    /// A screen is presented over all others, or dismissed.
    case present, dismiss
  }

  /// The number of the transition in its stack.
  public let number: Int
  /// The kind of the change.
  public let kind: Kind
  /// The screens that appear.
  public let entering: [ScreenID]
  /// The screens that disappear.
  public let leaving: [ScreenID]
}

/// The screens of a stack, the visible ones, and the notifications each has received. A state
/// machine without threads: events go in, actions come out.
struct StackState: Sendable {
  /// An action for the stack, to be performed in order.
  enum Action: Hashable, Sendable {
    /// Notifies a screen.
    case notify(ScreenID, ScreenLifecycleEvent)
    /// Starts a transition, and reports its end.
    case begin(ScreenTransition)
    /// Stops a transition that was overtaken.
    case interrupt(Int)
    /// Releases a screen.
    case release(ScreenID)
  }

  /// Screens that were presented together: the first, and those pushed over it.
  struct Layer: Hashable, Sendable {
    /// The style of presentation; `nil` for the lowest layer.
    let presentation: Presentation?
    var path: [ScreenID]
  }

  /// The last visibility notification of a screen.
  private enum Phase: Hashable, Sendable {
    case hidden, appearing, shown, disappearing
  }

  /// The maximum number of screens in one stack: endless recursion ends here, with an error.
  static let maximumCount = 256
  /// The maximum depth of nested children.
  static let maximumDepth = 16

  private(set) var layers = [Layer(presentation: nil, path: [])]
  private(set) var transition: ScreenTransition?
  /// Whether the stack itself is visible.
  private(set) var isShown = false
  private var children: [ScreenID: [ScreenID]] = [:]
  private var parents: [ScreenID: ScreenID] = [:]
  private var phases: [ScreenID: Phase] = [:]
  /// The screens that belong to no layer any more; they are detached once they are hidden.
  private var doomed: [ScreenID] = []
  /// The layers before the current transition.
  private var layersBefore: [Layer]?
  private var transitionCount = 0

  /// All screens, including those that are leaving.
  var screens: Set<ScreenID> { Set(phases.keys) }

  /// The top screen, which receives keys; `nil` in an empty stack.
  var top: ScreenID? { layers.last?.path.last }

  /// Whether there is a screen to go back to.
  var canGoBack: Bool { layers.count > 1 || layers[0].path.count > 1 }

  /// The screens that are or will be visible, from back to front, children after their parents.
  var visible: [ScreenID] {
    guard isShown else { return [] }
    let lowest = layers.lastIndex { $0.presentation != .sheet } ?? 0
    return layers[lowest...].compactMap(\.path.last).flatMap(family)
  }

  /// Returns a screen and all of its children, each after its parent.
  func family(of screen: ScreenID) -> [ScreenID] {
    [screen] + (children[screen] ?? []).flatMap(family)
  }

  /// Returns the children of a screen, in the order of their addition.
  func children(of screen: ScreenID) -> [ScreenID] { children[screen] ?? [] }

  /// Returns the parent of a child; `nil` for other screens.
  func parent(of screen: ScreenID) -> ScreenID? { parents[screen] }

  /// Returns the number of ancestors of a child.
  private func depth(of screen: ScreenID) -> Int {
    parents[screen].map { depth(of: $0) + 1 } ?? 0
  }
}

// MARK: - Events

extension StackState {
  /// Shows or hides the stack, at once.
  mutating func show(_ isShown: Bool) -> [Action] {
    guard isShown != self.isShown else { return [] }
    var actions = interrupt()
    self.isShown = isShown
    actions += aim().actions
    return actions + settle()
  }

  /// Adds a screen over the top one.
  mutating func push(_ screen: ScreenID, animated: Bool) throws(ScreenError) -> [Action] {
    try checkRoom()
    return change(.push, adding: screen, animated: animated) { layers in
      layers[layers.count - 1].path.append(screen)
    }
  }

  /// Presents a screen over all others.
  mutating func present(
    _ screen: ScreenID, _ presentation: Presentation, animated: Bool
  ) throws(ScreenError) -> [Action] {
    try checkRoom()
    return change(.present, adding: screen, animated: animated) { layers in
      layers.append(Layer(presentation: presentation, path: [screen]))
    }
  }

  /// Removes the top screen, unless it is the first of its layer.
  mutating func pop(animated: Bool) -> [Action] {
    guard let path = layers.last?.path, path.count > 1 else { return [] }
    return pop(to: path[path.count - 2], animated: animated)
  }

  /// Removes all screens above one, if it is in the layer presented last.
  mutating func pop(to screen: ScreenID, animated: Bool) -> [Action] {
    guard let path = layers.last?.path, let index = path.firstIndex(of: screen),
      index < path.count - 1
    else { return [] }
    return change(.pop, animated: animated) { layers in
      layers[layers.count - 1].path.removeSubrange((index + 1)...)
    }
  }

  /// Removes the layer presented last, with everything pushed over it.
  mutating func dismiss(animated: Bool) -> [Action] {
    guard layers.count > 1 else { return [] }
    return change(.dismiss, animated: animated) { $0.removeLast() }
  }

  /// Removes a screen and everything above it: its layer if it is the first in it, otherwise it and
  /// the screens pushed over it.
  mutating func close(_ screen: ScreenID, animated: Bool) -> [Action] {
    guard let index = layers.firstIndex(where: { $0.path.contains(screen) }),
      let place = layers[index].path.firstIndex(of: screen)
    else { return [] }
    if place == 0, index == 0 { return [] }
    let kind: ScreenTransition.Kind = place == 0 ? .dismiss : .pop
    return change(kind, animated: animated) { layers in
      layers.removeSubrange((index + (place == 0 ? 0 : 1))...)
      if place > 0 { layers[index].path.removeSubrange(place...) }
    }
  }

  /// Makes a screen a child of another.
  mutating func add(_ child: ScreenID, to parent: ScreenID) throws(ScreenError) -> [Action] {
    try checkRoom()
    guard phases[parent] != nil, !doomed.contains(parent) else { throw .gone }
    guard depth(of: parent) < Self.maximumDepth else { throw .tooDeep(Self.maximumDepth) }
    children[parent, default: []].append(child)
    parents[child] = parent
    phases[child] = .hidden
    var actions = [Action.notify(child, .attached)] + aim().actions
    // A child of a screen at rest is at rest too.
    if transition == nil { actions += settle() }
    return actions
  }

  /// Removes a child, and all of its own children.
  mutating func remove(child: ScreenID) -> [Action] {
    guard let parent = parents[child] else { return [] }
    let family = family(of: child)
    children[parent]?.removeAll { $0 == child }
    if children[parent]?.isEmpty == true { children[parent] = nil }
    doomed += family.filter { !doomed.contains($0) }
    var actions = aim().actions
    for screen in family.reversed() where phases[screen] == .disappearing {
      phases[screen] = .hidden
      actions.append(.notify(screen, .didDisappear))
    }
    return actions + bury { family.contains($0) }
  }

  /// Ends a transition; overtaken ones are ignored.
  mutating func finish(_ number: Int) -> [Action] {
    guard transition?.number == number else { return [] }
    return settle()
  }

  /// Undoes the current transition, for example after an incomplete swipe.
  mutating func cancel(_ number: Int) -> [Action] {
    guard let transition, transition.number == number, let layersBefore else { return [] }
    let back: ScreenTransition.Kind =
      switch transition.kind {
      case .push: .pop
      case .pop: .push
      case .present: .dismiss
      case .dismiss: .present
      }
    return change(back, animated: true) { $0 = layersBefore }
  }

  /// Removes all screens, at once.
  mutating func tearDown() -> [Action] {
    var actions = interrupt()
    let roots = layers.flatMap(\.path)
    doomed += roots.flatMap(family).filter { !doomed.contains($0) }
    layers = [Layer(presentation: nil, path: [])]
    actions += aim().actions
    return actions + settle()
  }
}

// MARK: - Steps

extension StackState {
  private func checkRoom() throws(ScreenError) {
    guard phases.count < Self.maximumCount else { throw .tooMany(Self.maximumCount) }
  }

  /// Changes the layers, and starts the transition.
  private mutating func change(
    _ kind: ScreenTransition.Kind, adding screen: ScreenID? = nil, animated: Bool,
    _ body: (inout [Layer]) -> Void
  ) -> [Action] {
    var actions = interrupt()
    let before = layers
    if let screen {
      phases[screen] = .hidden
      actions.append(.notify(screen, .attached))
    }
    body(&layers)
    let kept = Set(layers.flatMap(\.path).flatMap(family))
    let gone = before.flatMap(\.path).flatMap(family).filter { !kept.contains($0) }
    doomed.removeAll { kept.contains($0) }
    doomed += gone.filter { !doomed.contains($0) }
    let (notifications, entering, leaving) = aim()
    actions += notifications
    guard animated, !entering.isEmpty || !leaving.isEmpty else { return actions + settle() }
    transitionCount += 1
    let transition = ScreenTransition(
      number: transitionCount, kind: kind, entering: entering, leaving: leaving)
    self.transition = transition
    layersBefore = before
    return actions + [.begin(transition)]
  }

  /// Ends the current transition, if there is one; its screens continue from where they are.
  private mutating func interrupt() -> [Action] {
    layersBefore = nil
    guard let number = transition.take()?.number else { return [] }
    return [.interrupt(number)]
  }

  /// Notifies screens that will appear or disappear: leaving screens from front to back, entering
  /// ones from back to front.
  private mutating func aim() -> (actions: [Action], entering: [ScreenID], leaving: [ScreenID]) {
    let visible = visible.filter { !doomed.contains($0) }
    let wanted = Set(visible)
    let all = (layers.flatMap(\.path).flatMap(family) + doomed).reduce(into: [ScreenID]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let leaving = all.reversed().filter { screen in
      !wanted.contains(screen) && [.appearing, .shown].contains(phases[screen])
    }
    let entering = visible.filter { [.hidden, .disappearing].contains(phases[$0]) }
    for screen in leaving { phases[screen] = .disappearing }
    for screen in entering { phases[screen] = .appearing }
    let actions =
      leaving.map { Action.notify($0, .willDisappear) } + entering.map { .notify($0, .willAppear) }
    return (actions, entering, leaving)
  }

  /// Notifies all moving screens that they have appeared or disappeared, and removes the screens
  /// that belong to no layer.
  private mutating func settle() -> [Action] {
    transition = nil
    layersBefore = nil
    let moving = phases.filter { $0.value == .appearing || $0.value == .disappearing }
    // In an order that is independent of hashes.
    let order = moving.keys.sorted { $0.number < $1.number }
    let gone = order.filter { moving[$0] == .disappearing }
    let come = order.filter { moving[$0] == .appearing }
    for screen in gone { phases[screen] = .hidden }
    for screen in come { phases[screen] = .shown }
    return gone.reversed().map { .notify($0, .didDisappear) }
      + come.map { .notify($0, .didAppear) } + bury()
  }

  /// Removes hidden screens that belong to no layer, children before their parents.
  private mutating func bury(where isMeant: (ScreenID) -> Bool = { _ in true }) -> [Action] {
    let buried = doomed.filter { phases[$0] == .hidden && isMeant($0) }
    doomed.removeAll { buried.contains($0) }
    return buried.reversed().flatMap { screen -> [Action] in
      phases[screen] = nil
      children[screen] = nil
      parents[screen] = nil
      return [.notify(screen, .detached), .release(screen)]
    }
  }
}
