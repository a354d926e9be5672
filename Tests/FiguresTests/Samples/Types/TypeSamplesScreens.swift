import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterRaster
import LinecasterSurface
import LinecasterText
import Observation
@testable import Seeds
import Testing

private struct Line: Cell {
  var text: String

  init(_ text: String) { self.text = text }

  func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
}

enum Greeting: Screen {
  struct State: Equatable, Sendable { var name = "" }
  enum Event: Sendable { case greet }

  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar("Greeting")) {
      TableItem("name", cell: Line("Hello, \(state.name)")).onTap { send(.greet) }
    }
  }
}

@MainActor @Observable
final class GreetingModel: ScreenModel {
  typealias Content = Greeting
  var state = Greeting.State()
  func handle(_ event: Greeting.Event, on screen: ScreenController) { state.name = "Ada" }
}

@MainActor
private final class WritingModel: ScreenModel {
  typealias Content = Greeting
  let state = Greeting.State()
  func handle(_ event: Greeting.Event, on screen: ScreenController) {}
  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    if event == .attached { screen.focusField("recipient") }
  }
}

private final class Shortcuts {
  var done: [String] = []
  func undo() { done.append("undo") }
  func redo() { done.append("redo") }
  func reload() { done.append("reload") }

  func handle(_ stroke: KeyStroke) {
    switch stroke {
    case "Ctrl+Z": undo()
    case "Ctrl+Shift+Z": redo()
    case "F5": reload()
    default: break
    }
  }
}

/// The samples in the comments of `LinecasterSurface`, and on the page about it.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TypeSamplesScreens {
  private typealias UsersModel = GreetingModel

  private let environment = LayoutEnvironment(width: 360)
  private let mailbox = DeliveryMailbox()

  @MainActor @Observable
  final class Store {
    var names = ["Ada"]
    var title = "Names"
    var name = ""
    var network = Network.bitcoin
  }

  @Test func keyStrokesAreCompared() throws {
    let shortcuts = Shortcuts()
    shortcuts.handle(KeyStroke("Z", [.control]))
    shortcuts.handle(KeyStroke("Z", [.shift, .control]))
    shortcuts.handle(KeyStroke("Z", [.alt, .control]))
    shortcuts.handle(KeyStroke("F5"))
    #expect(shortcuts.done == ["undo", "redo", "reload"])
    let stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()), environment: environment)
    try stack.push(WritingModel())
    #expect(stack.screens.count == 1)
  }

  @Test func screensAreStacked() async throws {
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let picture: () throws -> Int
    do {
      let host = HeadlessScreenHost(size: Size(width: 360, height: 640))
      let stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
      let bitmap = try host.picture(of: stack)
      picture = { bitmap.height }
    }
    #expect(try picture() == 640)

    let host = HeadlessScreenHost(size: Size(width: 360, height: 640))
    do {
      let stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
      try stack.push(UsersModel())
      stack.show(true)
      stack.goBack()
      #expect(stack.screens.count == 1)
    }
    do {
      let stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
      try stack.push(UserListModel([User(1, "Ada")]))
      stack.show(true)
      #expect(stack.visible.count == 1)
      let task = Task { @MainActor in
        let alert = Alert(
          "Change the network?", message: "The address has to be filled in again.",
          buttons: [
            AlertButton("Discard", role: .destructive), AlertButton("Change", isPreferred: true),
          ])
        let answer = try await stack.ask(alert)
        return answer
      }
      while stack.screens.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
      let model = TurnedImageModel()
      let screen = try stack.push(model)
      screen.animate(Binding(model, \.state), to: 90, for: .milliseconds(400))
      #expect(model.state == 90)
      stack.tearDown()
      #expect(try await task.value == nil)
    }
  }

  @Test func barsHaveButtons() {
    enum Event: Sendable { case add }
    let send: Send<Event> = { _ in }
    let bar = ScreenBar("Users", trailing: [BarButton("Add") { send(.add) }])
    #expect(bar.trailing.map(\.tag) == [BarButton.Tag("Add")])
  }

  @Test func valuesAreFollowedAndBound() async throws {
    let (model, person) = (Store(), Store())
    let observation = ValueObservation(model) {
      $0.title
    } then: { title in
      print(title)
    }
    #expect(observation.isActive)
    do {
      let name = Binding(person, \.name)
      name.set("Ada")
      let observation = name.observe { print($0) }
      #expect(observation.isActive && person.name == "Ada")
    }
    let shop = ShopModel(cart: CartModel([]))
    let other = ShopModel(cart: CartModel([]))
    let name = Binding(shop, \.state.customer)
    let connection = name.connect(to: Binding(other, \.state.customer), delivery: .manual(mailbox))
    name.set("Bo")
    for _ in 0..<50_000 where other.state.customer != "Bo" {
      try await Task.sleep(for: .milliseconds(1))
      mailbox.drain()
    }
    #expect(other.state.customer == "Bo" && connection.isActive)
  }

  @Test func eventsAreHeard() {
    let parent = Store()
    let chosen = EventChannel<Network>()
    chosen.listen(parent) { parent, network in parent.network = network }
    chosen.send(.solana)
    #expect(parent.network == .solana)
  }

  @Test func listsFollowObjects() async throws {
    let store = Store()
    let host = HeadlessHost(.points(200))
    let controller = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()), environment: environment, host: host)
    let observation = controller.observe(store) {
      $0.names
    } body: { names in
      TableModel(items: names.map { TableItem(.name($0), cell: Line($0)) })
    }
    func shows(_ count: Int) async throws {
      for _ in 0..<50_000 where controller.snapshot.rowCount != count {
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(controller.snapshot.rowCount == count)
    }
    try await shows(1)
    store.names.append("Bo")
    try await shows(2)
    withExtendedLifetime(host) {}
    #expect(observation.isActive)
  }
}
