import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterSurface
import LinecasterText
import Observation

/// A basket that is bound to its model, with a child above its lines: the screen of the chapter on
/// view controllers.
enum Basket: Screen {
  /// The state of the screen.
  struct State: Equatable, Sendable {
    /// The title above the lines.
    var title: String
    /// The lines from top to bottom.
    var lines: [CartLine]
  }

  /// The actions of the user.
  enum Event: Sendable {
    /// Closes the basket.
    case close
  }

  /// The section that the child's rows follow.
  static let header: ItemIdentifier = "header"

  /// The title, the child and the lines below a button.
  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    var builder = TableModelBuilder()
    builder.beginSection(header)
    builder.addHeader(state.title, identifier: "title")
    builder.beginSection("cart")
    builder.add {
      for line in state.lines { TableItem(.name(line.name), cell: BasketCell(line: line)) }
    }
    let bar = ScreenBar("", leading: [BarButton("Close") { send(.close) }], back: nil)
    var page = ScreenPage(bar: bar, builder.build())
    page.background = .basket
    return page
  }
}

/// A line of a basket.
struct BasketCell: Cell {
  var line: CartLine

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 12) {
      Text(line.name).grow()
      Text("\(line.count) × \(line.price) €", style: TextStyle(color: .secondaryText))
    }
    .padding(Insets(horizontal: 16, vertical: 10))
  }
}

/// The model of a basket.
@MainActor @Observable
final class BasketModel: ScreenModel {
  /// The screen.
  typealias Content = Basket

  /// The state of the screen.
  var state: Basket.State

  /// Creates a basket.
  init(_ title: String, _ lines: [CartLine]) {
    state = Basket.State(title: title, lines: lines)
  }

  /// Adds the child.
  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    guard event == .attached else { return }
    _ = try? screen.stack?.add(BasketHeaderModel(self), to: screen, at: Basket.header)
  }

  /// Closes the basket.
  func handle(_ event: Basket.Event, on screen: ScreenController) {
    screen.stack?.close(screen)
  }
}

/// The child above the lines: the total price.
enum BasketHeader: Screen {
  /// A row with the total.
  static func page(
    _ total: Int, in environment: LayoutEnvironment, send: @escaping Send<Never>
  ) -> ScreenPage {
    ScreenPage { TableItem("total", cell: SumCell(total: total)) }
  }
}

/// The model of the child, whose total is bound to the lines of the basket.
@MainActor @Observable
final class BasketHeaderModel: ScreenModel {
  typealias Content = BasketHeader
  @ObservationIgnored private weak var basket: BasketModel?

  init(_ basket: BasketModel) { self.basket = basket }

  var state: Int { basket?.state.lines.reduce(0) { $0 + $1.price * $1.count } ?? 0 }
}

extension ThemeColor {
  fileprivate static let basket = ThemeColor(
    light: Color(rgb: 0xFFFFFF), dark: Color(rgb: 0x000000))
}
