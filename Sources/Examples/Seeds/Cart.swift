import LinecasterBase
import LinecasterBoxLayout
public import LinecasterCells
import LinecasterFonts
import LinecasterList
public import LinecasterSurface
import LinecasterText
public import Observation

/// Something in a cart.
public struct CartLine: Hashable, Sendable {
  /// What.
  public var name: String
  /// What one of it costs.
  public var price: Int
  /// How many.
  public var count: Int

  /// Makes a line.
  public init(_ name: String, price: Int, count: Int = 1) {
    self.name = name
    self.price = price
    self.count = count
  }
}

/// A shop: what is bought, as a child with a state of its own, and what all of it costs.
public enum Shop: Screen {
  /// What is shown.
  public struct State: Equatable, Sendable {
    /// Who buys.
    public var customer = ""
    /// What all of it costs.
    public var total = 0
    /// Whether it is wrapped as a gift.
    public var isGift = false
  }

  /// What people do.
  public enum Event: Sendable {
    /// All of it is bought.
    case buy
    /// It is to be wrapped as a gift, or not any more.
    case toggleGift
  }

  /// Where the child is.
  static let cart: ItemIdentifier = "cart"
  /// Where the name of who buys is written.
  public static let customer = "customer"

  /// Who buys, room for the cart, and the sum.
  public static func page(
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
public enum Cart: Screen {
  /// What people do.
  public enum Event: Sendable {
    /// One more of a line is wanted, or one less.
    case change(String, by: Int)
  }

  /// A row a line, with two buttons.
  public static func page(
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

/// Words beside a switch that is on or off.
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
      .background(track.color(in: environment.theme), cornerRadius: 12)
      .tag("toggle").role(.toggle(isOn: isOn), label: title)
    }
    .padding(Insets(horizontal: 16, vertical: 8))
  }
}

/// What all of it costs.
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

/// The lines of a cart, and who hears of their sum.
@MainActor @Observable
public final class CartModel: ScreenModel {
  /// The screen.
  public typealias Content = Cart

  /// The lines from top to bottom.
  public private(set) var state: [CartLine]
  /// Hears what all of it costs.
  @ObservationIgnored public let total = EventChannel<Int>()

  /// Makes a cart.
  public init(_ lines: [CartLine]) {
    state = lines
    tell()
  }

  /// Changes how many of something there are; with the last of it its line goes.
  public func handle(_ event: Cart.Event, on screen: ScreenController) {
    guard case .change(let name, let difference) = event,
      let index = state.firstIndex(where: { $0.name == name })
    else { return }
    state[index].count += difference
    state.removeAll { $0.count < 1 }
    tell()
  }

  private func tell() { total.send(state.reduce(0) { $0 + $1.price * $1.count }) }
}

/// A shop with one cart.
@MainActor @Observable
public final class ShopModel: ScreenModel {
  /// The screen.
  public typealias Content = Shop

  /// What is shown.
  public var state = Shop.State()
  /// Whether all of it was bought.
  public private(set) var isBought = false
  @ObservationIgnored private let cart: CartModel

  /// Makes a shop with a cart.
  public init(cart: CartModel) {
    self.cart = cart
    cart.total.listen(self) { shop, total in shop.state.total = total }
  }

  /// The name of who buys is written on the screen.
  public var fields: [ScreenField] {
    [
      ScreenField(
        Shop.customer, Binding(self, \.state.customer), label: "Customer",
        placeholder: "Who buys?")
    ]
  }

  /// The cart comes with the shop.
  public func hear(_ life: ScreenLife, on screen: ScreenController) {
    if life == .attached { _ = try? screen.stack?.add(cart, to: screen, at: Shop.cart) }
  }

  /// Buys, or wraps.
  public func handle(_ event: Shop.Event, on screen: ScreenController) {
    switch event {
    case .buy: isBought = true
    case .toggleGift: state.isGift.toggle()
    }
  }
}
