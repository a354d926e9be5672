import LinecasterTestSupport
import Testing

@testable import LinecasterSurface

/// The lifecycle events of screens for any operations on their stack.
@Suite struct StackStateTests {
  private func screen(_ number: Int) -> ScreenID { ScreenID(number: number) }

  /// Actions as text: "1 willAppear", "begin push +2 -1", "release 1".
  private func words(_ actions: [StackState.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .notify(let id, let life): "\(id.number) \(life)"
      case .begin(let transition):
        "begin \(transition.kind)"
          + transition.entering.map { " +\($0.number)" }.joined()
          + transition.leaving.map { " -\($0.number)" }.joined()
      case .interrupt(let number): "interrupt \(number)"
      case .release(let id): "release \(id.number)"
      }
    }
  }

  /// A visible stack whose first screen is at rest.
  private func shown() throws -> StackState {
    var state = StackState()
    _ = state.show(true)
    _ = try state.push(screen(1), animated: false)
    return state
  }

  @Test func aScreenIsPushedAndPopped() throws {
    var state = StackState()
    #expect(words(try state.push(screen(1), animated: true)) == ["1 attached"])
    #expect(words(state.show(true)) == ["1 willAppear", "1 didAppear"])
    #expect(
      words(try state.push(screen(2), animated: true)) == [
        "2 attached", "1 willDisappear", "2 willAppear", "begin push +2 -1",
      ])
    #expect(words(state.finish(1)) == ["1 didDisappear", "2 didAppear"])
    #expect(words(state.finish(1)) == [])
    #expect(state.canGoBack && state.top == screen(2))
    #expect(
      words(state.pop(animated: true)) == ["2 willDisappear", "1 willAppear", "begin pop +1 -2"])
    #expect(
      words(state.finish(2)) == ["2 didDisappear", "1 didAppear", "2 detached", "release 2"])
    #expect(words(state.pop(animated: true)) == [] && !state.canGoBack)
    #expect(words(state.show(false)) == ["1 willDisappear", "1 didDisappear"])
    #expect(words(state.tearDown()) == ["1 detached", "release 1"])
  }

  @Test func aPushIsInterruptedByAPop() throws {
    var state = try shown()
    _ = try state.push(screen(2), animated: true)
    #expect(
      words(state.pop(animated: true)) == [
        "interrupt 1", "2 willDisappear", "1 willAppear", "begin pop +1 -2",
      ])
    #expect(words(state.finish(1)) == [])
    #expect(
      words(state.finish(2)) == ["2 didDisappear", "1 didAppear", "2 detached", "release 2"])
  }

  @Test func aSwipeIsTakenBack() throws {
    var state = try shown()
    _ = try state.push(screen(2), animated: false)
    _ = state.pop(animated: true)
    #expect(
      words(state.cancel(1)) == [
        "interrupt 1", "1 willDisappear", "2 willAppear", "begin push +2 -1",
      ])
    #expect(words(state.finish(2)) == ["1 didDisappear", "2 didAppear"])
    #expect(state.top == screen(2) && state.screens == [screen(1), screen(2)])
  }

  @Test func sheetsLeaveWhatIsBelowInSightAndCoversDoNot() throws {
    var state = try shown()
    #expect(
      words(try state.present(screen(2), .sheet, animated: true)) == [
        "2 attached", "2 willAppear", "begin present +2",
      ])
    _ = state.finish(1)
    #expect(state.visible == [screen(1), screen(2)])
    #expect(
      words(try state.present(screen(3), .cover, animated: false)) == [
        "3 attached", "2 willDisappear", "1 willDisappear", "3 willAppear", "2 didDisappear",
        "1 didDisappear", "3 didAppear",
      ])
    _ = try state.push(screen(4), animated: false)
    #expect(
      words(state.dismiss(animated: false)) == [
        "4 willDisappear", "1 willAppear", "2 willAppear", "4 didDisappear", "1 didAppear",
        "2 didAppear", "4 detached", "release 4", "3 detached", "release 3",
      ])
  }

  @Test func childrenComeAndGoWithTheirParents() throws {
    var state = try shown()
    #expect(
      words(try state.add(screen(2), to: screen(1))) == [
        "2 attached", "2 willAppear", "2 didAppear",
      ])
    _ = try state.push(screen(3), animated: true)
    #expect(words(try state.add(screen(4), to: screen(3))) == ["4 attached", "4 willAppear"])
    #expect(
      words(state.finish(1)) == ["2 didDisappear", "1 didDisappear", "3 didAppear", "4 didAppear"])
    #expect(
      words(state.remove(child: screen(4))) == [
        "4 willDisappear", "4 didDisappear", "4 detached", "release 4",
      ])
    #expect(words(state.remove(child: screen(4))) == [])
    #expect(throws: ScreenError.gone) { try state.add(screen(5), to: screen(4)) }
    #expect(state.family(of: screen(1)) == [screen(1), screen(2)])
  }

  /// Seed row G7: a child screen may have children of its own.
  @Test func childrenHaveChildren() throws {
    var state = try shown()
    _ = try state.add(screen(2), to: screen(1))
    #expect(
      words(try state.add(screen(3), to: screen(2))) == [
        "3 attached", "3 willAppear", "3 didAppear",
      ])
    #expect(state.family(of: screen(1)) == [screen(1), screen(2), screen(3)])
    let gone = words(state.remove(child: screen(2)))
    #expect(Set(gone).isSuperset(of: ["3 detached", "release 3", "2 detached", "release 2"]))
    #expect(state.family(of: screen(1)) == [screen(1)])
  }

  @Test func recursionEnds() throws {
    var state = try shown()
    for number in 2...StackState.maximumCount {
      _ = try state.push(screen(number), animated: false)
    }
    let error = ScreenError.tooMany(StackState.maximumCount)
    #expect(throws: error) { try state.push(screen(1_000), animated: false) }
    #expect(throws: error) { try state.present(screen(1_000), .sheet, animated: false) }
    #expect(error.description.contains("256"))
    state = try shown()
    for number in 2...StackState.maximumDepth + 1 {
      _ = try state.add(screen(number), to: screen(number - 1))
    }
    #expect(throws: ScreenError.tooDeep(StackState.maximumDepth)) {
      try state.add(screen(99), to: screen(StackState.maximumDepth + 1))
    }
  }

  /// After random operations, the events of each screen are a valid sequence of
  /// `ScreenLifecycleEvent`, by the table below, and at rest exactly the visible screens have
  /// appeared.
  @Test func everyLifeIsPairedInAnyOrder() throws {
    var random = SeededGenerator()
    for _ in 0..<1_500 {
      var state = StackState()
      var lives: [ScreenID: [ScreenLifecycleEvent]] = [:]
      var released: Set<ScreenID> = []
      var transitions: [ScreenTransition] = []
      var count = 0
      for _ in 0..<40 {
        let actions = try step(&state, &count, transitions, &random)
        for action in actions {
          switch action {
          case .notify(let id, let life): lives[id, default: []].append(life)
          case .begin(let transition): transitions.append(transition)
          case .interrupt(let number): #expect(transitions.last?.number == number)
          case .release(let id): #expect(released.insert(id).inserted, "seed \(random.seed)")
          }
        }
        check(state, lives, released, seed: random.seed)
      }
      for action in state.tearDown() {
        if case .notify(let id, let life) = action { lives[id, default: []].append(life) }
      }
      #expect(lives.values.allSatisfy { $0.last == .detached }, "seed \(random.seed)")
      #expect(state.screens.isEmpty, "seed \(random.seed)")
    }
  }

  private func step(
    _ state: inout StackState, _ count: inout Int, _ transitions: [ScreenTransition],
    _ random: inout SeededGenerator
  ) throws -> [StackState.Action] {
    let isAnimated = Bool.random(using: &random)
    let some = screen(Int.random(in: 1...max(1, count), using: &random))
    let number = transitions.randomElement(using: &random)?.number ?? 0
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      count += 1
      return try state.push(screen(count), animated: isAnimated)
    case 2:
      count += 1
      return try state.present(
        screen(count), Bool.random(using: &random) ? .sheet : .cover, animated: isAnimated)
    case 3:
      do {
        let actions = try state.add(screen(count + 1), to: some)
        count += 1
        return actions
      } catch { return [] }
    case 4: return state.pop(animated: isAnimated)
    case 5: return state.pop(to: some, animated: isAnimated)
    case 6: return state.dismiss(animated: isAnimated)
    case 7: return state.close(some, animated: isAnimated)
    case 8: return state.remove(child: some)
    case 9: return state.show(Bool.random(using: &random))
    case 10:
      return state.cancel(Bool.random(using: &random) ? number : transitions.last?.number ?? 0)
    default: return state.finish(transitions.last?.number ?? 0)
    }
  }

  /// The allowed successors of each event.
  private static let followers: [ScreenLifecycleEvent?: Set<ScreenLifecycleEvent>] = [
    nil: [.attached], .attached: [.willAppear, .detached],
    .willAppear: [.didAppear, .willDisappear], .didAppear: [.willDisappear],
    .willDisappear: [.didDisappear, .willAppear], .didDisappear: [.willAppear, .detached],
    .detached: [],
  ]

  private func check(
    _ state: StackState, _ lives: [ScreenID: [ScreenLifecycleEvent]], _ released: Set<ScreenID>,
    seed: UInt64
  ) {
    for (id, life) in lives {
      for (before, after) in zip([nil] + life.map(Optional.some), life) {
        #expect(Self.followers[before]?.contains(after) == true, "\(id): \(life), seed \(seed)")
      }
      #expect((life.last == .detached) == released.contains(id), "\(id), seed \(seed)")
      #expect(state.screens.contains(id) != released.contains(id), "\(id), seed \(seed)")
    }
    let visible = Set(state.visible)
    for (id, life) in lives {
      let last = life.last
      if visible.contains(id) {
        #expect([.willAppear, .didAppear].contains(last), "\(id): \(life), seed \(seed)")
        if state.transition == nil { #expect(last == .didAppear, "\(id): \(life), seed \(seed)") }
      } else if state.transition == nil {
        #expect(
          [.attached, .didDisappear, .detached].contains(last), "\(id): \(life), seed \(seed)")
      }
    }
    if state.transition == nil {
      let kept = Set(state.layers.flatMap(\.path).flatMap { state.family(of: $0) })
      #expect(state.screens == kept, "seed \(seed)")
    }
  }
}
