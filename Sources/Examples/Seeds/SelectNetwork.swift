import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterSurface
import LinecasterText
import Observation

/// A network for sending coins.
enum Network: String, Hashable, Sendable, CaseIterable {
  /// Solana, free of charge in this example.
  case solana
  /// Bitcoin, for a fee.
  case bitcoin

  /// The display name.
  var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// Returns whether an address is one of this network.
  func accepts(_ address: String) -> Bool {
    switch self {
    case .solana: address.count >= 32 && address.count <= 44 && !address.hasPrefix("bc1")
    case .bitcoin: address.hasPrefix("bc1")
    }
  }
}

/// A screen for choosing a network, as a pure function of its state.
enum SelectNetwork: Screen {
  /// The state of the screen.
  struct State: Equatable, Sendable {
    /// The networks to choose from.
    var networks = Network.allCases
    /// The selected network.
    var selected: Network
  }

  /// The screen in terms of the user: a network is tapped.
  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Network>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar("Choose the network")) {
      TableItem("about", cell: BannerCell(text: "Check that the address is of the network."))
      for network in state.networks {
        let isSelected = network == state.selected
        TableItem(.name(network.rawValue), cell: NetworkCell(network, isSelected: isSelected))
          .onTap { send(network) }
        if network == .solana {
          TableItem("free", cell: BannerCell(text: "The first 100 a day are free.", isGood: true))
        }
      }
    }
  }
}

/// Text on a coloured background.
struct BannerCell: Cell {
  var text: String
  var isGood = false

  func body(in environment: LayoutEnvironment) -> some Layout {
    let ground = isGood ? ThemeColor.goodGround : .plainGround
    Text(text, style: TextStyle(size: 15, color: isGood ? .good : .text))
      .padding(12)
      .background(ground, cornerRadius: 12)
      .margin(Insets(horizontal: 16, vertical: 8))
  }
}

/// A text field in a frame.
struct FieldCell: Cell {
  @ExactText var text: String
  var placeholder: String
  var tag: String

  func body(in environment: LayoutEnvironment) -> some Layout {
    let edge: ThemeColor = environment.state.isFocused(tag) ? .accent : .hairline
    Column {
      TextField(TextInput(text), label: placeholder, placeholder: placeholder)
    }
    .padding(Insets(horizontal: 8, vertical: 6))
    .background(.background, cornerRadius: 6)
    .border(edge, width: 1)
    .tag(tag)
    .margin(Insets(horizontal: 16, vertical: 10))
  }
}

/// A network, with a tick if it is selected.
struct NetworkCell: Cell {
  var network: Network
  var isSelected: Bool

  init(_ network: Network, isSelected: Bool) {
    self.network = network
    self.isSelected = isSelected
  }

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 12, alignment: .center) {
      Text(network.name, style: TextStyle(size: 17, weight: .medium)).grow()
      Text(isSelected ? "✓" : "", style: TextStyle(size: 17, color: .accent)).tag("tick")
    }
    .padding(Insets(horizontal: 16, vertical: 20))
  }
}

/// The model of sending coins: the recipient, and the network.
@MainActor @Observable
final class SendTokenModel: ScreenModel {
  /// The screen.
  typealias Content = SendToken
  /// Makes the screen that chooses a network.
  typealias Chooser = @MainActor (SendTokenModel) -> any ScreenModel

  /// The recipient; empty until it is entered.
  var recipient: String
  /// The network.
  private(set) var network = Network.solana
  @ObservationIgnored private let chooser: Chooser

  /// Creates a model with a recipient.
  init(
    recipient: String = "", chooser: @escaping Chooser = { SelectNetworkModel(for: $0) }
  ) {
    self.recipient = recipient
    self.chooser = chooser
  }

  /// The state of the screen.
  var state: SendToken.State {
    SendToken.State(recipient: recipient, network: network)
  }

  /// The field for the recipient's address.
  var fields: [ScreenField] {
    [
      ScreenField(
        SendToken.recipient, Binding(self, \.recipient), label: "Recipient",
        placeholder: "Nobody yet")
    ]
  }

  /// Changes the network; clears an address that the network does not accept.
  func select(_ network: Network) {
    self.network = network
    if !network.accepts(recipient) { recipient = "" }
  }

  /// Pushes the screen for choosing a network.
  func handle(_ event: SendToken.Event, on screen: ScreenController) {
    _ = try? screen.stack?.push(chooser(self))
  }
}

/// A screen for sending coins, over a network that is chosen on another screen.
enum SendToken: Screen {
  /// The state of the screen.
  struct State: Equatable, Sendable {
    /// The recipient; empty until it is entered.
    var recipient: String
    /// The network.
    var network: Network
  }

  /// The actions of the user.
  enum Event: Sendable {
    /// Opens the choice of network.
    case chooseNetwork
  }

  /// The identifier of the recipient's field.
  static let recipient = "recipient"

  /// The recipient above the network.
  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar("Send")) {
      TableItem(
        "recipient",
        cell: FieldCell(text: state.recipient, placeholder: "Nobody yet", tag: Self.recipient))
      TableItem("network", cell: NetworkCell(state.network, isSelected: true))
        .onTap { send(.chooseNetwork) }
    }
  }
}

/// The model of choosing a network; the choice is applied when the screen goes, by any route.
@MainActor @Observable
final class SelectNetworkModel: ScreenModel {
  /// The screen.
  typealias Content = SelectNetwork

  /// The state of the screen.
  private(set) var state: SelectNetwork.State
  @ObservationIgnored private let order: SendTokenModel

  /// Creates a model that changes an order.
  init(for order: SendTokenModel) {
    self.order = order
    state = SelectNetwork.State(selected: order.network)
  }

  /// Selects the network, and asks for confirmation if it does not accept the address.
  func handle(_ network: Network, on screen: ScreenController) {
    let before = state.selected
    state.selected = network
    guard !order.recipient.isEmpty, !network.accepts(order.recipient) else { return }
    screen.run { [weak self, weak screen] in
      let answer = try? await screen?.stack?.ask(Self.question(network))
      if answer != .some(1) { self?.state.selected = before }
      if answer != nil, let screen { screen.stack?.close(screen) }
    }
  }

  private static func question(_ network: Network) -> Alert {
    Alert(
      "Change the network?", message: "The address must be filled in with one of \(network.name).",
      buttons: [
        AlertButton("Discard", role: .destructive), AlertButton("Change", isPreferred: true),
      ])
  }

  /// Applies the choice.
  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    if event == .detached { order.select(state.selected) }
  }
}

extension ThemeColor {
  static let good = ThemeColor(
    light: Color(rgb: 0x2B8A3E), dark: Color(rgb: 0x8CE99A))
  static let goodGround = ThemeColor(
    light: Color(rgb: 0xEBFBEE), dark: Color(rgb: 0x1B3A23))
  static let plainGround = ThemeColor(
    light: Color(rgb: 0xF1F3F5), dark: Color(rgb: 0x2B3035))
}
