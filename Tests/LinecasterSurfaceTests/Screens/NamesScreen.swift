import Foundation
import LinecasterBase
import LinecasterCells
import LinecasterList
import LinecasterSurface
import LinecasterText
import Observation
import Synchronization

/// A list of names with a bar.
enum Names: Screen {
  struct State: Equatable, Sendable {
    var title = "Names"
    var names: [String] = []
    var note: String?
    /// The gate that delays making the page; nil for none.
    var gate: Gate?
    var fails = false
  }

  enum Event: Sendable { case open(String), add }

  struct Broken: Error {}

  struct Line: Cell {
    var text: String
    func body(in environment: LayoutEnvironment) -> some Layout {
      Text(text).padding(Insets(horizontal: 12, vertical: 8))
    }
  }

  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) throws -> ScreenPage {
    state.gate?.wait()
    if state.fails { throw Broken() }
    return ScreenPage(
      bar: ScreenBar(state.title, trailing: [BarButton("Add") { send(.add) }]),
      overlay: state.note.map { TableItem("note", cell: Line(text: $0)) }
    ) {
      for name in state.names {
        TableItem(.name(name), cell: Line(text: name)).onTap { send(.open(name)) }
      }
    }
  }
}

/// A gate that blocks workers, as a slow page would.
final class Gate: Sendable, Equatable {
  private let isOpen = Mutex(false)

  static func == (left: Gate, right: Gate) -> Bool { left === right }

  func open() { isOpen.withLock { $0 = true } }

  func wait() {
    while !isOpen.withLock({ $0 }) { usleep(500) }
  }
}

@MainActor @Observable
final class NamesModel: ScreenModel {
  typealias Content = Names

  var state: Names.State
  @ObservationIgnored var lives: [ScreenLifecycleEvent] = []
  @ObservationIgnored var opened: [String] = []
  @ObservationIgnored let chosen = EventChannel<String>()
  /// The model's own screen, which models may hold.
  @ObservationIgnored var screen: ScreenController?
  @ObservationIgnored var whenHeard: ((ScreenLifecycleEvent, ScreenController) -> Void)?

  init(_ title: String = "Names", _ names: [String] = ["Ada", "Bo"]) {
    state = Names.State(title: title, names: names)
  }

  func handle(_ event: Names.Event, on screen: ScreenController) {
    switch event {
    case .open(let name):
      opened.append(name)
      chosen.send(name)
    case .add: state.names.append("Cy")
    }
  }

  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    self.screen = screen
    lives.append(event)
    whenHeard?(event, screen)
  }
}

/// A screen of one word, with or without a bar.
final class PlainModel: ScreenModel {
  enum Content: Screen {
    static func page(
      _ state: Bool, in environment: LayoutEnvironment, send: @escaping Send<Never>
    ) -> ScreenPage {
      ScreenPage(bar: state ? ScreenBar("Plain") : nil, layout: Text("A"))
    }
  }

  let state: Bool
  init(hasBar: Bool) { state = hasBar }
}
