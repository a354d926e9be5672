import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterRaster
import LinecasterTestSupport
import LinecasterTesting
import LinecasterText
import Observation
import Synchronization
import Testing

@testable import LinecasterSurface

/// Screens with models and lists, in a host without a display.
@Suite(.timeLimit(.minutes(60))) @MainActor final class ScreenStackTests {
  private let mailbox = DeliveryMailbox()
  let host = HeadlessScreenHost(size: Size(width: 240, height: 320))
  let stack: ScreenStack

  init() throws {
    stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 240), host: host, delivery: .manual(mailbox))
    stack.show(true)
  }

  /// Waits until all work is shown.
  func settle() async throws {
    var quiet = 0
    while quiet < 3 {
      try await Task.sleep(for: .milliseconds(2))
      let drained = mailbox.drain()
      quiet = drained == 0 && stack.isIdle ? quiet + 1 : 0
    }
  }

  /// Taps the drawn region with a tag.
  private func tap(_ tag: some Hashable & Sendable, in list: AutoDiffController?) throws {
    let list = try #require(list)
    for y in stride(from: 2.0, to: 320, by: 4) {
      for x in stride(from: 2.0, to: 240, by: 4) {
        let point = Point(x: x, y: y)
        if list.hit(at: point)?.cell.isTagged(tag) == true {
          #expect(list.tap(at: point))
          return
        }
      }
    }
    Issue.record("\(tag) is nowhere")
  }

  @Test func aScreenShowsItsModelAndHearsOfTaps() async throws {
    let model = NamesModel()
    let screen = try stack.push(model)
    try await settle()
    #expect(screen.list?.snapshot.rowCount == 2 && screen.page?.bar?.title == "Names")
    #expect(host.partCount == 2)
    #expect(screen.list?.tap(at: Point(x: 20, y: 10)) == true && model.opened == ["Ada"])
    try tap(BarButton.Tag("Add"), in: screen.list(of: .bar))
    try await settle()
    #expect(screen.list?.snapshot.rowCount == 3)
    model.state.note = "A note"
    try await settle()
    #expect(screen.list(of: .overlay)?.snapshot.rowCount == 1 && host.partCount == 3)
    model.state.note = nil
    try await settle()
    #expect(screen.list(of: .overlay) == nil && host.partCount == 2)
  }

  @Test func aHundredChangesAreOneUpdate() async throws {
    let model = NamesModel()
    let screen = try stack.push(model)
    try await settle()
    let before = try #require(screen.list?.snapshot.generation)
    for number in 0..<100 { model.state.names.append("\(number)") }
    try await settle()
    #expect(screen.list?.snapshot.generation == before + 1)
    #expect(screen.list?.snapshot.rowCount == 102)
  }

  @Test func pagesThatFailLeaveTheOneBefore() async throws {
    let model = NamesModel()
    let screen = try stack.push(model)
    try await settle()
    model.state.fails = true
    try await settle()
    #expect(screen.failure is Names.Broken && screen.list?.snapshot.rowCount == 2)
    model.state.fails = false
    model.state.names = ["Ada"]
    try await settle()
    #expect(screen.failure == nil && screen.list?.snapshot.rowCount == 1)
  }

  @Test func aPageThatTakesLongBlocksNothing() async throws {
    let model = NamesModel()
    let screen = try stack.push(model)
    try await settle()
    let gate = Gate()
    defer { gate.open() }
    model.state.gate = gate
    // Each call returns while the worker is blocked, and the old content still answers.
    for _ in 0..<50 {
      mailbox.drain()
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(!stack.isIdle && screen.list?.snapshot.rowCount == 2)
    #expect(screen.list?.tap(at: Point(x: 20, y: 10)) == true && model.opened == ["Ada"])
    // The screen is torn down while its page is made, without waiting.
    stack.tearDown()
    #expect(stack.screens.isEmpty && host.partCount == 0 && stack.isIdle)
  }

  @Test func livesAreToldInOrder() async throws {
    let (one, two) = (NamesModel("One"), NamesModel("Two"))
    try stack.push(one)
    host.progress = 0
    try stack.push(two)
    #expect(one.lives == [.attached, .willAppear, .didAppear, .willDisappear])
    #expect(two.lives == [.attached, .willAppear])
    stack.goBack()
    #expect(two.lives.last == .willDisappear && one.lives.last == .willAppear)
    host.finish(stack)
    #expect(two.lives == [.attached, .willAppear, .willDisappear, .didDisappear, .detached])
    #expect(one.lives.last == .didAppear && stack.top?.model === one)
    #expect(!stack.goBack())
  }

  @Test func whatAScreenDoesWhenItAppearsComesAfterwards() async throws {
    let (one, two) = (NamesModel("One"), NamesModel("Two"))
    one.whenHeard = { [stack] life, _ in
      if life == .didAppear { _ = try? stack.push(two) }
    }
    try stack.push(one)
    #expect(one.lives == [.attached, .willAppear, .didAppear, .willDisappear, .didDisappear])
    #expect(two.lives == [.attached, .willAppear, .didAppear])
  }

  @Test func screensThatPushThemselvesEndWithAnError() async throws {
    final class Errors: Sendable {
      let all = Mutex<[ScreenError]>([])
    }
    let errors = Errors()
    @MainActor func endless(_ stack: ScreenStack) throws(ScreenError) {
      let model = NamesModel()
      model.whenHeard = { [weak stack] life, _ in
        guard life == .didAppear, let stack else { return }
        do throws(ScreenError) { try endless(stack) } catch {
          errors.all.withLock { $0.append(error) }
        }
      }
      try stack.push(model)
    }
    try endless(stack)
    #expect(errors.all.withLock { $0 } == [.tooMany(256)] && stack.screens.count == 256)
    stack.tearDown()
    #expect(stack.screens.isEmpty && host.partCount == 0)
  }

  @Test func aScreenThatIsPoppedWhileItLoadsLeavesNothingBehind() async throws {
    try stack.push(NamesModel())
    try await settle()
    weak var model: NamesModel?
    weak var list: AutoDiffController?
    weak var screen: ScreenController?
    let ended = Flag()
    do {
      let second = NamesModel("Second", (0..<500).map { "\($0)" })
      let pushed = try stack.push(second)
      pushed.run {
        do { try await Task.sleep(for: .seconds(60)) } catch { ended.raise() }
      }
      (model, list, screen) = (second, pushed.list, pushed)
      #expect(model != nil && list != nil && screen != nil)
    }
    stack.pop()
    try await settle()
    #expect(ended.isRaised)
    #expect(model == nil && list == nil && screen == nil)
    #expect(host.partCount == 2 && stack.screens.count == 1)
  }

  @Test func aStackThatGoesTakesAllAlong() async throws {
    weak var model: NamesModel?
    weak var gone: ScreenStack?
    let ended = Flag()
    do {
      let names = NamesModel()
      let other = ScreenStack(
        pipeline: PrecomputePipeline(fonts: try .bundled()),
        environment: LayoutEnvironment(width: 240), delivery: .manual(mailbox))
      other.show(true)
      names.whenHeard = { _, screen in
        screen.run {
          do { try await Task.sleep(for: .seconds(60)) } catch { ended.raise() }
        }
      }
      try other.push(names)
      names.screen = nil
      (model, gone) = (names, other)
    }
    for _ in 0..<50_000 where !ended.isRaised {
      try await Task.sleep(for: .milliseconds(5))
      mailbox.drain()
    }
    #expect(model == nil && gone == nil && ended.isRaised)
  }

  @Test func childrenAreAmongTheRowsOfTheirParents() async throws {
    let parent = NamesModel("Parent", ["Ada"])
    let child = NamesModel("Child", ["one", "two"])
    let screen = try stack.push(parent)
    let added = try stack.add(child, to: screen, at: "main")
    child.chosen.listen(parent) { $0.state.title = "Parent of \($1)" }
    try await settle()
    #expect(screen.list?.snapshot.rowCount == 3 && added.list == nil)
    #expect(screen.page?.table.sections.map(\.identifier) == ["main", .pair("main", "main")])
    child.state.names.append("three")
    try await settle()
    #expect(screen.list?.snapshot.rowCount == 4)
    // The second row is the first row of the child.
    #expect(screen.list?.tap(at: Point(x: 20, y: 50)) == true && child.opened == ["one"])
    try await settle()
    #expect(screen.page?.bar?.title == "Parent of one" && parent.opened.isEmpty)
    #expect(child.lives == [.attached, .willAppear, .didAppear])
    #expect(stack.tree == "stack\n  NamesModel\n    + NamesModel")
    stack.remove(child: added)
    try await settle()
    #expect(screen.list?.snapshot.rowCount == 1 && child.lives.last == .detached)
    #expect(throws: ScreenError.gone) { try stack.add(NamesModel(), to: added, at: "main") }
  }

  /// Seed row E15: a tap in a child pushes the next screen of the stack.
  @Test func aChildAsksForTheNextScreen() async throws {
    let screen = try stack.push(NamesModel("Parent", ["Ada"]))
    let child = NamesModel("Child", ["one"])
    try stack.add(child, to: screen, at: "main")
    child.chosen.listen(stack) { stack, name in _ = try? stack.push(NamesModel("Next \(name)")) }
    try await settle()
    #expect(screen.list?.tap(at: Point(x: 20, y: 50)) == true)
    try await settle()
    #expect(stack.top?.page?.bar?.title == "Next one")
    #expect(stack.tree == "stack\n  NamesModel\n    + NamesModel\n  NamesModel")
  }

  /// Seed row B4: a screen may have no bar.
  @Test(arguments: [true, false]) func aBarIsThereWhereThePageHasOne(hasBar: Bool) async throws {
    let screen = try stack.push(PlainModel(hasBar: hasBar))
    try await settle()
    #expect((screen.list(of: .bar) != nil) == hasBar && host.partCount == (hasBar ? 2 : 1))
    #expect(screen.list?.snapshot.rowCount == 1)
  }

  @Test func questionsAreAnswered() async throws {
    try stack.push(NamesModel())
    let alert = Alert(
      "Sure?", buttons: [AlertButton("No", role: .destructive), AlertButton("Yes")])
    func answer(_ body: (ScreenController) throws -> Void) async throws -> Int? {
      let task = Task { try await stack.ask(alert) }
      while stack.screens.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
      try await settle()
      try body(#require(stack.top))
      try await settle()
      return try await task.value
    }
    #expect(try await answer { try tap(1, in: $0.list) } == 1)
    #expect(try await answer { try tap(0, in: $0.list) } == 0)
    #expect(try await answer { _ in stack.goBack() } == nil)
    #expect(stack.screens.count == 1)
    let task = Task { try await stack.ask(alert) }
    while stack.screens.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    #expect(try await task.value == nil)
    try await settle()
    #expect(stack.screens.count == 1 && host.partCount == 2)
  }

  /// Seed row G1: a destructive answer looks different.
  @Test func answersThatCannotBeUndoneStandOut() async throws {
    func picture(_ role: AlertButton.Role) async throws -> Bitmap {
      let alert = Alert("Sure?", buttons: [AlertButton("No", role: role), AlertButton("Yes")])
      let task = Task { try await stack.ask(alert) }
      while stack.screens.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      try await settle()
      let picture = try host.picture(of: stack)
      stack.goBack()
      try await settle()
      _ = try await task.value
      return picture
    }
    let regular = try await picture(.regular)
    #expect(try await picture(.regular) == regular)
    #expect(try await picture(.destructive) != regular)
  }

  /// A host that records the requested parts.
  private final class RecordingHost: ScreenHost {
    var parts: [String] = []
    private var hosts: [HeadlessHost] = []

    func host(of part: ScreenPart, of screen: ScreenController) -> any TableHost {
      parts.append("\(screen.id.number) \(part)")
      hosts.append(HeadlessHost())
      return hosts[hosts.count - 1]
    }

    func remove(_ part: ScreenPart, of screen: ScreenController) {
      parts.append("\(screen.id.number) \(part) gone")
    }

    func begin(_ transition: ScreenTransition, in stack: ScreenStack) {
      stack.finish(transition.number)
    }

    func interrupt(_ transition: Int) {}

    func release(_ screen: ScreenID) { parts.append("\(screen.number) released") }
  }

  @Test func partsComeInAnOrder() async throws {
    let recorder = RecordingHost()
    let stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 240), host: recorder, delivery: .manual(mailbox))
    stack.show(true)
    let model = NamesModel()
    model.state.note = "A note"
    let child = NamesModel("Child")
    var order: [String] = []
    child.whenHeard = { life, _ in order.append("child \(life)") }
    model.whenHeard = { life, screen in
      order.append("\(life)")
      if life == .attached { _ = try? stack.add(child, to: screen, at: "main") }
    }
    try stack.push(model)
    for _ in 0..<50_000 where recorder.parts.count < 3 {
      try await Task.sleep(for: .milliseconds(1))
      mailbox.drain()
    }
    #expect(recorder.parts == ["1 body", "1 bar", "1 overlay"])
    #expect(
      order == [
        "attached", "willAppear", "child attached", "child willAppear", "didAppear",
        "child didAppear",
      ])
    stack.tearDown()
    #expect(recorder.parts.suffix(2) == ["2 released", "1 released"])
    #expect(order.suffix(2) == ["child detached", "detached"])
  }

  /// A hundred screens with a list each, all of which change at the same time.
  @Test func aHundredScreensAreUpdatedTogether() async throws {
    var random = SeededGenerator()
    let models = (0..<100).map { NamesModel("Screen \($0)", ["\($0)"]) }
    let screens = try models.map { try stack.push($0, animated: false) }
    for step in 0..<2_000 {
      let model = models[Int.random(in: 0..<100, using: &random)]
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where model.state.names.count > 1:
        model.state.names.remove(at: Int.random(in: 0..<model.state.names.count, using: &random))
      case 1: model.state.names.shuffle(using: &random)
      default:
        let place = Int.random(in: 0...model.state.names.count, using: &random)
        model.state.names.insert("new \(step)", at: place)
      }
      if step % 50 == 0 {
        mailbox.drain()
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    try await settle()
    for (screen, model) in zip(screens, models) {
      let snapshot = try #require(screen.list?.snapshot)
      let shown = (0..<snapshot.rowCount).compactMap { snapshot.item(atRow: $0)?.identifier }
      #expect(shown == model.state.names.map { .name($0) }, "seed \(random.seed)")
      #expect(screen.failure == nil && screen.page?.bar?.title == model.state.title)
    }
  }

  @Test func edgesMayBeRows() async throws {
    let stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 240), host: host, delivery: .manual(mailbox),
      showsEdgesAsRows: true)
    stack.show(true)
    let (one, two) = (NamesModel("One"), NamesModel("Two"))
    two.state.note = "A note"
    try stack.push(one)
    let screen = try stack.push(two)
    for _ in 0..<50_000 where screen.list?.snapshot.rowCount != 4 || !stack.isIdle {
      try await Task.sleep(for: .milliseconds(1))
      mailbox.drain()
    }
    #expect(screen.list?.snapshot.rowCount == 4 && screen.list(of: .bar) == nil)
    #expect(screen.page?.table.sections.count == 1 && host.partCount == 2)
    try tap(BarButton.Tag("Add"), in: screen.list)
    #expect(two.state.names.count == 3)
    try tap(BarButton.Tag.back, in: screen.list)
    #expect(stack.screens.count == 1)
  }

  @Test func environmentsReachAllScreens() async throws {
    let (one, two) = (try stack.push(NamesModel()), try stack.push(NamesModel("Two")))
    try await settle()
    let dark = LayoutEnvironment(width: 200, theme: .dark)
    stack.setEnvironment(dark)
    try await settle()
    for screen in [one, two] {
      #expect(screen.list?.snapshot.environment == dark)
      #expect(screen.list(of: .bar)?.snapshot.environment == dark)
    }
  }

  // MARK: What is seen

  private static let folder = SnapshotFolder("Stack")
  private static let pictures = [
    "root", "pushed", "half pushed", "half popped from the right", "sheet", "alert", "dark",
  ]

  private func compare(_ name: String) async throws {
    try await settleLists()
    let outcome = try Self.folder.compare(host.picture(of: stack), name)
    #expect(outcome.passes, "\(name): \(outcome)")
  }

  /// Waits for lists, possibly during a transition.
  private func settleLists() async throws {
    for _ in 0..<40 {
      try await Task.sleep(for: .milliseconds(2))
      mailbox.drain()
      let lists = stack.screens.flatMap { screen in
        ScreenPart.allCases.compactMap { screen.list(of: $0) }
      }
      while !lists.allSatisfy(\.isIdle) {
        try await Task.sleep(for: .milliseconds(2))
        mailbox.drain()
      }
    }
  }

  @Test func stacksLookAsTheyDid() async throws {
    try stack.push(NamesModel("Names", ["Ada", "ليلى", "अनन्या"]))
    try await compare("root")
    host.progress = 0.5
    let second = NamesModel("Second", ["A row", "Another row"])
    second.state.note = "A note over the rows"
    try stack.push(second)
    try await compare("half pushed")
    host.finish(stack)
    try await compare("pushed")
    host.progress = nil
    try stack.present(NamesModel("A sheet", ["One", "Two"]))
    try await compare("sheet")
    stack.dismiss()
    let alert = Alert(
      "Change the network?", message: "The address has to be filled in again.",
      buttons: [AlertButton("Discard", role: .destructive), AlertButton("Change")])
    let task = Task { try await stack.ask(alert) }
    while stack.screens.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
    try await compare("alert")
    task.cancel()
    _ = try await task.value
    while stack.screens.count > 2 { try await Task.sleep(for: .milliseconds(1)) }
    stack.setEnvironment(LayoutEnvironment(width: 240, theme: .dark))
    try await compare("dark")
    stack.setEnvironment(LayoutEnvironment(width: 240, layoutDirection: .rightToLeft))
    try await settle()
    host.progress = 0.5
    stack.goBack()
    try await compare("half popped from the right")
  }

  @Test func everyPictureIsAskedFor() throws {
    #expect(try Self.folder.orphans(besides: Self.pictures) == [])
  }
}

/// A flag that is raised once.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isRaised: Bool { state.withLock { $0 } }
  func raise() { state.withLock { $0 = true } }
}
