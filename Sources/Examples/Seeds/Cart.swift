import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterSurface
import LinecasterText
import Observation

/// A line of a cart.
struct CartLine: Hashable, Sendable {
  /// The name of the product.
  var name: String
  /// The price of one item.
  var price: Int
  /// The quantity.
  var count: Int

  /// Creates a line.
  init(_ name: String, price: Int, count: Int = 1) {
    self.name = name
    self.price = price
    self.count = count
  }
}

/// A shop: its cart, as a child screen with a state of its own, and the total price.
enum Shop: Screen {
  /// The state of the screen.
  struct State: Equatable, Sendable {
    /// The name of the customer.
    var customer = ""
    /// The total price.
    var total = 0
    /// Whether the order is gift-wrapped.
    var isGift = false
  }

  /// The actions of the user.
  enum Event: Sendable {
    /// Buys all items.
    case buy
    /// Switches gift wrapping on or off.
    case toggleGift
  }

  /// The identifier of the child's row.
  static let cart: ItemIdentifier = "cart"
  /// The identifier of the field for the customer's name.
  static let customer = "customer"

  /// The customer, the cart, and the total.
  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    let table = TableModel(sections: [
      TableSection(
        "customer",
        items: [
          TableItem(
            "name", cell: FieldCell(text: state.customer, placeholder: "Who buys?", tag: customer))
        ]),
      TableSection(cart, items: []),
      TableSection(
        "sum",
        items: [
          TableItem("gift", cell: ToggleCell(title: "As a gift", isOn: state.isGift))
            .on("toggle") { send(.toggleGift) },
          TableItem("total", cell: SumCell(total: state.total)).onTap { send(.buy) },
        ]),
    ])
    return ScreenPage(bar: ScreenBar("Shop"), table)
  }
}

/// The lines of a cart.
enum Cart: Screen {
  /// The actions of the user.
  enum Event: Sendable {
    /// Changes the quantity of a line by one.
    case change(String, by: Int)
  }

  /// A row for each line, with two buttons.
  static func page(
    _ lines: [CartLine], in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    ScreenPage {
      for line in lines {
        TableItem(.name(line.name), cell: CartCell(line: line))
          .on("less") { send(.change(line.name, by: -1)) }
          .on("more") { send(.change(line.name, by: 1)) }
      }
    }
  }
}

/// A line of a cart between two buttons.
struct CartCell: Cell {
  var line: CartLine

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 12, alignment: .center) {
      Text(line.name).grow()
      Text("−", style: TextStyle(size: 20, color: .accent)).padding(8).tag("less").role(.button)
      Text("\(line.count)")
      Text("+", style: TextStyle(size: 20, color: .accent)).padding(8).tag("more").role(.button)
    }
    .padding(Insets(horizontal: 16, vertical: 4))
  }
}

/// A label beside a switch.
struct ToggleCell: Cell {
  var title: String
  var isOn: Bool

  func body(in environment: LayoutEnvironment) -> some Layout {
    let track: ThemeColor = isOn ? .accent : .hairline
    Row(alignment: .center) {
      Text(title).grow()
      Row(distribution: isOn ? .flexEnd : .flexStart) {
        Box(.white, size: Size(width: 18, height: 18)).cornerRadius(9)
      }
      .frame(width: 40).padding(3)
      .background(track, cornerRadius: 12)
      .tag("toggle").role(.toggle(isOn: isOn), label: title)
    }
    .padding(Insets(horizontal: 16, vertical: 8))
  }
}

/// The total price.
struct SumCell: Cell {
  var total: Int

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row {
      Text("Total").grow()
      Text("\(total) €", style: TextStyle(weight: .bold))
    }
    .padding(16)
  }
}

/// The lines of a cart, with a channel for their total.
@MainActor @Observable
final class CartModel: ScreenModel {
  /// The screen.
  typealias Content = Cart

  /// The lines from top to bottom.
  private(set) var state: [CartLine]
  /// Sends the total price when it changes.
  @ObservationIgnored let total = EventChannel<Int>()

  /// Creates a cart.
  init(_ lines: [CartLine]) {
    state = lines
    sendTotal()
  }

  /// Changes the quantity of a line, and removes the line at 0.
  func handle(_ event: Cart.Event, on screen: ScreenController) {
    guard case .change(let name, let difference) = event,
      let index = state.firstIndex(where: { $0.name == name })
    else { return }
    state[index].count += difference
    state.removeAll { $0.count < 1 }
    sendTotal()
  }

  private func sendTotal() { total.send(state.reduce(0) { $0 + $1.price * $1.count }) }
}

/// A shop with one cart.
@MainActor @Observable
final class ShopModel: ScreenModel {
  /// The screen.
  typealias Content = Shop

  /// The state of the screen.
  var state = Shop.State()
  /// Whether the order was placed.
  private(set) var isBought = false
  @ObservationIgnored private let cart: CartModel

  /// Creates a shop with a cart.
  init(cart: CartModel) {
    self.cart = cart
    cart.total.listen(self) { shop, total in shop.state.total = total }
  }

  /// The field for the customer's name.
  var fields: [ScreenField] {
    [
      ScreenField(
        Shop.customer, Binding(self, \.state.customer), label: "Customer",
        placeholder: "Who buys?")
    ]
  }

  /// Adds the cart when the shop appears.
  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    if event == .attached { _ = try? screen.stack?.add(cart, to: screen, at: Shop.cart) }
  }

  /// Places the order, or switches gift wrapping.
  func handle(_ event: Shop.Event, on screen: ScreenController) {
    switch event {
    case .buy: isBought = true
    case .toggleGift: state.isGift.toggle()
    }
  }
}

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
