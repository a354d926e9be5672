import LinecasterBase
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterSurface
import LinecasterText
import Observation

/// A list of names below a search field, with room for a child screen.
enum People: Screen {
  struct State: Equatable, Sendable {
    var title: String
    var names: [String]
    var note: String?
    var search: String?
    /// The height of the room for a child screen.
    var room: Double?
    var background: ThemeColor?
  }

  enum Event: Sendable { case open(String), add }

  struct Line: Cell {
    var text: String

    func body(in environment: LayoutEnvironment) -> some Layout {
      Text(text, style: environment.state.pressed == nil ? TextStyle() : TextStyle(weight: .bold))
        .padding(Insets(horizontal: 12, vertical: 8))
    }
  }

  struct Field: Cell {
    var text: String

    func body(in environment: LayoutEnvironment) -> some Layout {
      Column { TextField(TextInput(text), label: "Search") }.padding(6).tag("search")
    }
  }

  struct Room: Cell {
    var height: Double

    func body(in environment: LayoutEnvironment) -> some Layout {
      Row { Box(.clear, size: Size(width: 10, height: height)).grow().tag("room") }
        .padding(Insets(horizontal: 20))
    }
  }

  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    var page = ScreenPage(
      bar: ScreenBar(state.title, trailing: [BarButton("Add") { send(.add) }]),
      overlay: state.note.map { TableItem("note", cell: Line(text: $0)) }
    ) {
      if let search = state.search { TableItem("field", cell: Field(text: search)) }
      if let room = state.room { TableItem("child", cell: Room(height: room)) }
      for name in state.names {
        TableItem(.name(name), cell: Line(text: name)).onTap { send(.open(name)) }
      }
    }
    page.background = state.background
    return page
  }
}

@MainActor @Observable
final class PeopleModel: ScreenModel {
  typealias Content = People
  var state: People.State
  @ObservationIgnored var opened: [String] = []
  @ObservationIgnored var lives: [ScreenLifecycleEvent] = []
  /// The maximum length of the search text.
  @ObservationIgnored var limit = 100

  init(_ title: String, _ names: [String] = ["Ada", "Bo"]) {
    state = People.State(title: title, names: names)
  }

  var search: String {
    get { state.search ?? "" }
    set { state.search = String(newValue.prefix(limit)) }
  }

  var fields: [ScreenField] {
    state.search == nil ? [] : [ScreenField("search", Binding(self, \.search))]
  }

  func handle(_ event: People.Event, on screen: ScreenController) {
    switch event {
    case .open(let name): opened.append(name)
    case .add: state.names.append("Cy")
    }
  }

  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    lives.append(event)
  }
}
