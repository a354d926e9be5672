import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterRaster
import LinecasterSurface
import LinecasterText
import Observation
import Seeds
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

/// The samples in the comments of `LinecasterSurface`, and on the page about it.
@Suite(.timeLimit(.minutes(6))) @MainActor struct TypeSamplesScreens {
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
          buttons: [AlertButton("Discard", role: .destructive), AlertButton("Change")])
        let answer = try await stack.ask(alert)
        return answer
      }
      while stack.screens.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
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

  @Test func valuesAreFollowedAndBound() throws {
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
    #expect(connection.isActive)
  }

  @Test func eventsAreHeard() {
    let parent = Store()
    let chosen = EventChannel<Network>()
    chosen.listen(parent) { parent, network in parent.network = network }
    chosen.send(.solana)
    #expect(parent.network == .solana)
  }

  @Test func listsFollowObjects() throws {
    let store = Store()
    let controller = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()), environment: environment)
    let observation = controller.observe(store) {
      $0.names
    } body: { names in
      TableModel(items: names.map { TableItem(.name($0), cell: Line($0)) })
    }
    #expect(observation.isActive)
  }
}
