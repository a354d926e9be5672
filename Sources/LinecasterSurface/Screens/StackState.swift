/// Which screen of a stack is meant, as long as it lives.
public struct ScreenID: Hashable, Sendable {
  let number: Int
}

/// What a screen is told of its life.
///
/// Every screen hears `attached` first and `detached` last. Between them `willAppear` is followed
/// by `didAppear`, or by `willDisappear` where it was interrupted; `willDisappear` by
/// `didDisappear`, or by `willAppear` again. A screen that goes away while it can be seen hears
/// that it disappears before it is detached.
public enum ScreenLife: Hashable, Sendable, CaseIterable {
  /// It belongs to a stack now.
  case attached
  /// It is about to be seen.
  case willAppear
  /// It can be seen, and nothing moves any more.
  case didAppear
  /// It is about to be out of sight.
  case willDisappear
  /// It cannot be seen.
  case didDisappear
  /// It does not belong to a stack any more, and never will again.
  case detached
}

/// How a screen is shown over others.
public enum Presentation: Hashable, Sendable {
  /// Over a part of what is below, which can still be seen.
  case sheet
  /// Over all of what is below.
  case cover
}

/// A change of what can be seen, on its way.
public struct ScreenTransition: Hashable, Sendable {
  /// What happens.
  public enum Kind: Hashable, Sendable {
    /// A screen comes over the one that led to it, or goes from over it.
    case push, pop
    /// A screen is presented over all others, or dismissed.
    case present, dismiss
  }

  /// Counts the transitions of a stack.
  public let number: Int
  /// What happens.
  public let kind: Kind
  /// The screens that appear.
  public let entering: [ScreenID]
  /// The screens that disappear.
  public let leaving: [ScreenID]
}

/// Which screens a stack has, which of them can be seen, and what each has been told: events go in,
/// actions come out, and no thread knows of it.
struct StackState: Sendable {
  /// What is to be done, in order.
  enum Action: Hashable, Sendable {
    /// Tells a screen.
    case tell(ScreenID, ScreenLife)
    /// Moves what is seen, and says when that has ended.
    case begin(ScreenTransition)
    /// Stops moving what is seen: this transition has been overtaken.
    case interrupt(Int)
    /// Lets go of a screen.
    case release(ScreenID)
  }

  /// Screens that were presented together: the first, and those that were pushed over it.
  struct Layer: Hashable, Sendable {
    /// How it covers what is below; nil for the lowest.
    let presentation: Presentation?
    var path: [ScreenID]
  }

  /// What a screen was told last of whether it can be seen.
  private enum Phase: Hashable, Sendable {
    case hidden, appearing, shown, disappearing
  }

  /// The most screens that one stack may have: recursion ends here, with an error.
  static let maximumCount = 256
  /// The most screens of which each is a child of the one before.
  static let maximumDepth = 16

  private(set) var layers = [Layer(presentation: nil, path: [])]
  private(set) var transition: ScreenTransition?
  /// Whether the stack itself can be seen.
  private(set) var isShown = false
  private var children: [ScreenID: [ScreenID]] = [:]
  private var parents: [ScreenID: ScreenID] = [:]
  private var phases: [ScreenID: Phase] = [:]
  /// The screens that are in no layer any more, and detached when they are out of sight.
  private var doomed: [ScreenID] = []
  /// The layers before the transition that is on its way.
  private var layersBefore: [Layer]?
  private var transitionCount = 0

  /// All screens, those that are on their way out included.
  var screens: Set<ScreenID> { Set(phases.keys) }

  /// The screen on top, which answers to keys; nil in an empty stack.
  var top: ScreenID? { layers.last?.path.last }

  /// Whether there is a screen to go back to.
  var canGoBack: Bool { layers.count > 1 || layers[0].path.count > 1 }

  /// The screens that are to be seen, from back to front, children after their parents.
  var visible: [ScreenID] {
    guard isShown else { return [] }
    let lowest = layers.lastIndex { $0.presentation != .sheet } ?? 0
    return layers[lowest...].compactMap(\.path.last).flatMap(family)
  }

  /// A screen and all of its children, each after its parent.
  func family(of screen: ScreenID) -> [ScreenID] {
    [screen] + (children[screen] ?? []).flatMap(family)
  }

  /// The children of a screen, in the order in which they came.
  func children(of screen: ScreenID) -> [ScreenID] { children[screen] ?? [] }

  /// The screen that a child was added to; nil for others.
  func parent(of screen: ScreenID) -> ScreenID? { parents[screen] }

  /// How many screens a child is inside of.
  private func depth(of screen: ScreenID) -> Int {
    parents[screen].map { depth(of: $0) + 1 } ?? 0
  }
}

// MARK: - Events

extension StackState {
  /// The stack comes to be seen, or out of sight, at once.
  mutating func show(_ isShown: Bool) -> [Action] {
    guard isShown != self.isShown else { return [] }
    var actions = interrupt()
    self.isShown = isShown
    actions += aim().actions
    return actions + settle()
  }

  /// A screen comes over the one on top.
  mutating func push(_ screen: ScreenID, animated: Bool) throws(ScreenError) -> [Action] {
    try checkRoom()
    return change(.push, adding: screen, animated: animated) { layers in
      layers[layers.count - 1].path.append(screen)
    }
  }

  /// A screen is presented over all others.
  mutating func present(
    _ screen: ScreenID, _ presentation: Presentation, animated: Bool
  ) throws(ScreenError) -> [Action] {
    try checkRoom()
    return change(.present, adding: screen, animated: animated) { layers in
      layers.append(Layer(presentation: presentation, path: [screen]))
    }
  }

  /// The screen on top goes, unless it is the first of what was presented together.
  mutating func pop(animated: Bool) -> [Action] {
    guard let path = layers.last?.path, path.count > 1 else { return [] }
    return pop(to: path[path.count - 2], animated: animated)
  }

  /// All screens over one go, where it is in what was presented last.
  mutating func pop(to screen: ScreenID, animated: Bool) -> [Action] {
    guard let path = layers.last?.path, let index = path.firstIndex(of: screen),
      index < path.count - 1
    else { return [] }
    return change(.pop, animated: animated) { layers in
      layers[layers.count - 1].path.removeSubrange((index + 1)...)
    }
  }

  /// What was presented last goes, with all that was pushed over it.
  mutating func dismiss(animated: Bool) -> [Action] {
    guard layers.count > 1 else { return [] }
    return change(.dismiss, animated: animated) { $0.removeLast() }
  }

  /// What holds a screen goes, whatever is over it: what it was presented in, or it and those
  /// pushed over it.
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

  /// A screen becomes a child of another.
  mutating func add(_ child: ScreenID, to parent: ScreenID) throws(ScreenError) -> [Action] {
    try checkRoom()
    guard phases[parent] != nil, !doomed.contains(parent) else { throw .gone }
    guard depth(of: parent) < Self.maximumDepth else { throw .tooDeep(Self.maximumDepth) }
    children[parent, default: []].append(child)
    parents[child] = parent
    phases[child] = .hidden
    var actions = [Action.tell(child, .attached)] + aim().actions
    // A child of what does not move does not move either.
    if transition == nil { actions += settle() }
    return actions
  }

  /// A child goes, and all of its own.
  mutating func remove(child: ScreenID) -> [Action] {
    guard let parent = parents[child] else { return [] }
    let family = family(of: child)
    children[parent]?.removeAll { $0 == child }
    if children[parent]?.isEmpty == true { children[parent] = nil }
    doomed += family.filter { !doomed.contains($0) }
    var actions = aim().actions
    for screen in family.reversed() where phases[screen] == .disappearing {
      phases[screen] = .hidden
      actions.append(.tell(screen, .didDisappear))
    }
    return actions + bury { family.contains($0) }
  }

  /// What moved has come to rest; those of a transition that was overtaken are not heard.
  mutating func finish(_ number: Int) -> [Action] {
    guard transition?.number == number else { return [] }
    return settle()
  }

  /// The transition on its way is taken back, as where somebody lets go of a swipe too early.
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

  /// All screens go, out of sight at once.
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

  /// Changes the layers, and begins what is seen of it.
  private mutating func change(
    _ kind: ScreenTransition.Kind, adding screen: ScreenID? = nil, animated: Bool,
    _ body: (inout [Layer]) -> Void
  ) -> [Action] {
    var actions = interrupt()
    let before = layers
    if let screen {
      phases[screen] = .hidden
      actions.append(.tell(screen, .attached))
    }
    body(&layers)
    let kept = Set(layers.flatMap(\.path).flatMap(family))
    let gone = before.flatMap(\.path).flatMap(family).filter { !kept.contains($0) }
    doomed.removeAll { kept.contains($0) }
    doomed += gone.filter { !doomed.contains($0) }
    let (told, entering, leaving) = aim()
    actions += told
    guard animated, !entering.isEmpty || !leaving.isEmpty else { return actions + settle() }
    transitionCount += 1
    let transition = ScreenTransition(
      number: transitionCount, kind: kind, entering: entering, leaving: leaving)
    self.transition = transition
    layersBefore = before
    return actions + [.begin(transition)]
  }

  /// Forgets the transition on its way, where there is one; what it moves goes on from where it is.
  private mutating func interrupt() -> [Action] {
    layersBefore = nil
    guard let number = transition.take()?.number else { return [] }
    return [.interrupt(number)]
  }

  /// Tells screens that are to be seen, and are not, that they are about to be, and others that
  /// they are about not to be: those in front first where they go, those behind first where they
  /// come.
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
      leaving.map { Action.tell($0, .willDisappear) } + entering.map { .tell($0, .willAppear) }
    return (actions, entering, leaving)
  }

  /// Tells all screens that are on their way that they have come or gone, and takes those away that
  /// belong to no layer.
  private mutating func settle() -> [Action] {
    transition = nil
    layersBefore = nil
    let moving = phases.filter { $0.value == .appearing || $0.value == .disappearing }
    // In an order that does not depend on hashes.
    let order = moving.keys.sorted { $0.number < $1.number }
    let gone = order.filter { moving[$0] == .disappearing }
    let come = order.filter { moving[$0] == .appearing }
    for screen in gone { phases[screen] = .hidden }
    for screen in come { phases[screen] = .shown }
    return gone.reversed().map { .tell($0, .didDisappear) }
      + come.map { .tell($0, .didAppear) } + bury()
  }

  /// Takes screens away that belong to no layer and cannot be seen, children before their parents.
  private mutating func bury(where isMeant: (ScreenID) -> Bool = { _ in true }) -> [Action] {
    let buried = doomed.filter { phases[$0] == .hidden && isMeant($0) }
    doomed.removeAll { buried.contains($0) }
    return buried.reversed().flatMap { screen -> [Action] in
      phases[screen] = nil
      children[screen] = nil
      parents[screen] = nil
      return [.tell(screen, .detached), .release(screen)]
    }
  }
}
