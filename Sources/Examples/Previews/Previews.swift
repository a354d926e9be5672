import Linecaster
import LinecasterTesting
import Seeds

/// A list of messages in all its states; running it writes `previews.html`.
@main
struct Previews: PreviewCatalog {
  static var axes: PreviewAxes {
    var axes = PreviewAxes()
    axes.themes = [.light, .dark]
    axes.widths = [280, 390]
    axes.textSizes = [1, 1.5]
    axes.locales = ["en", "ar"]
    return axes
  }

  static var previews: [Preview] {
    Preview("A message") {
      MessageCell(author: "Ada", text: "Shaped, measured and painted off the queue. 👋")
    }
    Preview("A message from the right") {
      MessageCell(author: "ليلى", text: "مرحبًا بالعالم، من اليمين إلى اليسار")
    }
    Preview("A title") { environment in
      Text(
        environment.locale == "ar" ? "الرسائل" : "Messages",
        style: TextStyle(size: environment.width < 320 ? 20 : 28, weight: .bold)
      ).padding(12)
    }
    Preview("Compact") { MessageCell(author: "Bo", text: "In less room.") }
      .environment { $0[Density.self] = .compact }
    for (name, state) in Inbox.states {
      Preview("A list that \(name)") { Inbox.table(state) }.height(240)
    }
    for (name, state) in Money.states {
      Preview("Money that \(name)") { environment in
        HomeScreen.page(state, in: environment) { _ in }
      }
      .height(240)
    }
  }
}

/// The home screen of a finance app, in its three states.
enum Money {
  static var states: [(name: String, state: HomeScreen.State)] {
    let latest = [MoneyTransaction(1, "Transaction", amount: -50, date: "20/10/21")]
    return [
      ("is loading", .loading), ("is there", .loaded(MoneyRecap(balance: 100, latest: latest))),
      ("cannot be had", .failed(MoneyError("Error!", detail: "Error code: 101"))),
    ]
  }
}

/// The density of rows.
enum Density: String, EnvironmentKey {
  case regular, compact
  static let defaultValue = Density.regular
}

/// A message beside the colour of its author.
struct MessageCell: Cell {
  var author: String
  var text: String

  func body(in environment: LayoutEnvironment) -> some Layout {
    let isCompact = environment[Density.self] == .compact
    let side: Double = isCompact ? 24 : 40
    Row(spacing: isCompact ? 8 : 12) {
      Box(Color(rgb: 0x4361EE), size: Size(width: side, height: side), cornerRadius: side / 2)
      Column(spacing: 2) {
        Text(author, style: TextStyle(weight: .bold))
        Text(text)
      }
      .grow()
    }
    .padding(isCompact ? 6 : 12)
  }
}

/// A list of messages, as a function of its state.
enum Inbox {
  /// The loading state of messages.
  enum State: Sendable {
    case loading
    case loaded([MessageCell])
    case failed(any Error)
  }

  /// A user-facing error.
  struct Unreachable: Error, CustomStringConvertible {
    var description: String { "The messages cannot be reached." }
  }

  static var states: [(name: String, state: State)] {
    let messages = [
      MessageCell(author: "Ada", text: "The engine weaves algebraical patterns."),
      MessageCell(author: "अनन्या", text: "नमस्ते दुनिया"),
    ]
    return [
      ("is loading", .loading), ("is empty", .loaded([])), ("is loaded", .loaded(messages)),
      ("failed", .failed(Unreachable())),
    ]
  }

  private static var rows: StateRows {
    StateRows.words(
      empty: "No messages", loading: "Loading…", retry: "Try again", failed: { "\($0)" })
  }

  static func table(_ state: State) -> TableModel {
    let model =
      switch state {
      case .loading: TableModel(loadState: .loading)
      case .loaded(let messages):
        TableModel(
          items: messages.enumerated().map { TableItem(.number($0.offset), cell: $0.element) })
      case .failed(let error): TableModel(loadState: .failed(error))
      }
    return rows.applied(to: model)
  }
}
