import LinecasterBase
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterSurface
import LinecasterText

/// A screen for choosing a network with classes and subviews, as in the first listing: the twin of
/// `SelectNetwork` and its model, which passes the same tests.
@MainActor
final class SelectNetworkViewController: ViewController {
  private let order: SendTokenModel
  private var selectedNetwork: Network {
    didSet {
      reloadData()
    }
  }

  private lazy var networkViews: [NetworkView] = {
    let networkViews = Network.allCases
      .map { network -> NetworkView in
        let view = NetworkView()
        view.setUp(network: network)
        if network == .solana {
          view.insertArrangedSubview(
            Label(text: "The first 100 a day are free.", textSize: 15, textColor: .good)
              .padding(Insets(all: 12), background: .goodGround, cornerRadius: 12),
            at: 2)
        }
        return view.onTap(self, action: SelectNetworkViewController.networkViewDidTouch)
      }
    return networkViews
  }()

  /// Creates a controller that changes an order.
  init(for order: SendTokenModel) {
    self.order = order
    selectedNetwork = order.network
    super.init()
  }

  override func setUp() {
    super.setUp()
    title = "Choose the network"
    rootView.addArrangedSubview(
      Label(text: "Check that the address is of the network.", textSize: 15)
        .padding(Insets(all: 12), background: .plainGround, cornerRadius: 12)
    )
    for (index, view) in networkViews.enumerated() {
      rootView.addArrangedSubview(view.padding(Insets(horizontal: 16, vertical: 20)))
      if index < networkViews.count - 1 {
        rootView.addArrangedSubview(SeparatorView(height: 1))
      }
    }
    reloadData()
  }

  private func reloadData() {
    for view in networkViews {
      view.tickView.alpha = view.network == selectedNetwork ? 1 : 0
    }
  }

  private func networkViewDidTouch(_ view: View) {
    guard let view = view as? NetworkView, let network = view.network else {
      return
    }
    let originalSelectedNetwork = selectedNetwork
    selectedNetwork = network
    if !isAddressValidForNetwork() {
      showAlert(
        title: "Change the network?",
        message: "The address must be filled in with one of \(network.name).",
        buttonTitles: ["Discard", "Change"],
        highlightedButtonIndex: 1,
        destroyingIndex: 0
      ) { [weak self] index in
        if index != 1 {
          self?.selectedNetwork = originalSelectedNetwork
        }
        if index != nil {
          self?.back()
        }
      }
    }
  }

  override func didClose() {
    save()
  }

  private func isAddressValidForNetwork() -> Bool {
    guard !order.recipient.isEmpty else { return true }
    return selectedNetwork.accepts(order.recipient)
  }

  private func save() {
    order.select(selectedNetwork)
  }
}

/// A network, with a tick if it is selected.
final class NetworkView: StackView {
  let tickView = Label(text: "✓", textSize: 17, textColor: .accent)
  private(set) var network: Network?

  init() { super.init() }

  func setUp(network: Network) {
    self.network = network
    let row = StackView(isHorizontal: true)
    row.addArrangedSubview(Label(text: network.name, textSize: 17, weight: .medium))
    row.addArrangedSubview(tickView)
    addArrangedSubview(row)
  }
}
