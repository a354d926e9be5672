import Foundation
import Linecaster
import LinecasterAccess
import LinecasterSurface
import Observation

/// Screens on a surface without pixels, their bridge, and a log of actions on them.
@MainActor final class ScreenProbe {
  private let host: SurfaceScreenHost<NoSurface>
  private let stack: ScreenStack
  private let bridge: AccessBridge
  private let model = NamesModel("First")
  private let start = ContinuousClock.now

  /// Whether there is a bus.
  var isConnected: Bool { bridge.isConnected }
  var isDone: Bool { model.isDone }

  init() throws {
    host = SurfaceScreenHost(on: NoSurface(), size: Size(width: 320, height: 400))
    host.animates = false
    stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 320), host: host)
    bridge = AccessBridge(
      title: "Screen probe", place: { Rect(x: 100, y: 50, width: 320, height: 400) },
      lists: { [host] in host.lists })
    try stack.push(model)
    stack.show(true)
  }

  /// Delivers finished rows, draws, and updates the bridge.
  func frame() {
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
    host.draw(at: start.duration(to: .now))
    bridge.update()
  }
}

/// A screen with a field, and rows that open another screen and a question.
private enum Names: Screen {
  struct State: Equatable, Sendable {
    var title: String
    var search = "so far"
  }

  enum Event: Sendable { case open, ask, quit }

  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar(state.title, trailing: [BarButton("Quit") { send(.quit) }])) {
      TableItem("field", cell: FieldRow(text: state.search))
      TableItem("open", cell: NameRow(text: "Open")).onTap { send(.open) }
      Separator.small
      TableItem("ask", cell: NameRow(text: "Ask")).onTap { send(.ask) }
    }
  }
}

private struct NameRow: Cell {
  var text: String

  func body(in environment: LayoutEnvironment) -> some Layout { Text(text).padding(8) }
}

private struct FieldRow: Cell {
  var text: String

  func body(in environment: LayoutEnvironment) -> some Layout {
    Column { TextField(TextInput(text), label: "Search") }.padding(8).tag("search")
  }
}

@MainActor @Observable
private final class NamesModel: ScreenModel {
  typealias Content = Names
  var state: Names.State
  private(set) var isDone = false

  init(_ title: String) { state = Names.State(title: title) }

  var search: String {
    get { state.search }
    set { state.search = newValue }
  }

  var fields: [ScreenField] {
    [ScreenField("search", Binding(self, \.search), label: "Search")]
  }

  func handle(_ event: Names.Event, on screen: ScreenController) {
    guard let stack = screen.stack else { return }
    switch event {
    case .open: _ = try? stack.push(NamesModel("Second"))
    case .quit:
      isDone = true
      say("quit")
    case .ask:
      Task {
        let answer = try? await stack.ask(Alert("Sure?", buttons: [AlertButton("Yes")]))
        say("answer \(answer ?? -1)")
      }
    }
  }

  private func say(_ what: String) {
    print("did: \(what)")
    fflush(nil)
  }
}

/// A renderer that shows nothing.
private final class NoSurface: ClippingSurface {
  func makeTexture(of pixels: Bitmap) -> Bool? { true }
  func change(_ texture: Bool, to pixels: Bitmap, in changes: [PixelRect]) {}
  func draw(_ texture: Bool, _ quad: SurfaceQuad) {}
  func fill(_ rect: Rect, with color: Color) {}
  func drop(_ texture: Bool) {}
  func clip(to rect: Rect?) {}
}
