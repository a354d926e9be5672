import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterSurface
import LinecasterText
import Observation

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

// Views in the style of the first listing's toolkit, so its screen can be written the same way:
// objects that are created once, nested and changed in place.

/// A visible, mutable element.
@MainActor
class View {
  /// The opacity, from 0 to 1; an invisible view keeps its space.
  var alpha = 1.0 { didSet { changed() } }
  private var action: (() -> Void)?
  fileprivate weak var superview: View?

  /// The action for a tap; `nil` for none.
  var tapAction: (() -> Void)? { action }
  /// The current appearance.
  var picture: ViewPicture { .separator(height: 0, color: .hairline) }

  /// Notifies the superview that the appearance has changed.
  func changed() { superview?.changed() }

  /// Sets the action for a tap.
  func onTap<Target: AnyObject>(
    _ target: Target, action: @escaping @MainActor (Target) -> (View) -> Void
  ) -> Self {
    self.action = { [weak self, weak target] in
      if let self, let target { action(target)(self) }
    }
    return self
  }

  /// Wraps the view in one with padding.
  func padding(
    _ insets: Insets, background: ThemeColor? = nil, cornerRadius: Double = 0
  ) -> View {
    PaddedView(self, insets, background, cornerRadius)
  }
}

/// A separator.
final class SeparatorView: View {
  private let height: Double

  init(height: Double) { self.height = height }

  override var picture: ViewPicture { .separator(height: height, color: .hairline) }
}

/// A text.
final class Label: View {
  var text: String { didSet { changed() } }
  private let style: TextStyle

  init(
    text: String, textSize: Double, textColor: ThemeColor = .text, weight: FontWeight = .regular
  ) {
    self.text = text
    style = TextStyle(size: textSize, weight: weight, color: textColor)
  }

  override var picture: ViewPicture { .text(ExactText(alpha > 0 ? text : ""), style) }
}

/// A row or a column of views.
class StackView: View {
  private(set) var arrangedSubviews: [View] = []
  private let isHorizontal: Bool
  fileprivate var onChange: (() -> Void)?

  init(isHorizontal: Bool = false) { self.isHorizontal = isHorizontal }

  func addArrangedSubview(_ view: View) {
    insertArrangedSubview(view, at: arrangedSubviews.count)
  }

  func insertArrangedSubview(_ view: View, at index: Int) {
    view.superview = self
    arrangedSubviews.insert(view, at: min(max(index, 0), arrangedSubviews.count))
    changed()
  }

  override func changed() {
    onChange?()
    super.changed()
  }

  override var picture: ViewPicture {
    .stack(isHorizontal: isHorizontal, arrangedSubviews.map(\.picture))
  }
}

private final class PaddedView: View {
  let view: View
  private let insets: Insets
  private let background: ThemeColor?
  private let cornerRadius: Double

  init(_ view: View, _ insets: Insets, _ background: ThemeColor?, _ cornerRadius: Double) {
    (self.view, self.insets, self.background) = (view, insets, background)
    self.cornerRadius = cornerRadius
    super.init()
    view.superview = self
  }

  override var tapAction: (() -> Void)? { view.tapAction }
  override var picture: ViewPicture { .padded(view.picture, insets, background, cornerRadius) }
}

/// The appearance of views at a moment, as a value for workers.
indirect enum ViewPicture: Hashable, Sendable {
  case separator(height: Double, color: ThemeColor)
  case text(ExactText, TextStyle)
  case stack(isHorizontal: Bool, [ViewPicture])
  case padded(ViewPicture, Insets, ThemeColor?, Double)

  func layout(in theme: Theme) -> LayoutNode {
    switch self {
    case .separator(let height, let color):
      return LayoutNode(.empty).frame(height: height).background(color.color(in: theme))
    case .text(let text, let style): return Text(text.string, style: style).node
    case .stack(true, let views):
      return Row(spacing: 12, alignment: .center) { for view in views { view.layout(in: theme) } }
        .node
    case .stack(false, let views):
      return Column { for view in views { view.layout(in: theme) } }.node
    case .padded(let view, let insets, let background, let radius):
      let padded = view.layout(in: theme).padding(insets)
      guard let background else { return padded }
      return padded.background(background.color(in: theme), cornerRadius: radius)
    }
  }
}

/// A screen of views.
enum ViewScreen: Screen {
  /// The appearance of the screen at a moment.
  struct State: Equatable, Sendable {
    var title = ""
    var rows: [ViewPicture] = []
  }

  struct Row: Cell {
    let picture: ViewPicture

    func body(in environment: LayoutEnvironment) -> some Layout {
      picture.layout(in: environment.theme)
    }
  }

  /// The views as rows; a tap sends the number of the row.
  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Int>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar(state.title)) {
      for (number, picture) in state.rows.enumerated() {
        TableItem(.number(number), cell: Row(picture: picture)).onTap { send(number) }
      }
    }
  }
}

/// A controller that creates the views of a screen and changes them.
@MainActor @Observable
class ViewController: ScreenModel {
  /// A screen of views.
  typealias Content = ViewScreen

  /// The current appearance.
  private(set) var state = ViewScreen.State()
  @ObservationIgnored let rootView = StackView()
  @ObservationIgnored private weak var screen: ScreenController?

  init() {}

  /// The title of the screen.
  var title: String {
    get { state.title }
    set { state.title = newValue }
  }

  /// Creates the views.
  func setUp() {}

  /// Called when the screen goes, by any route.
  func didClose() {}

  /// Goes back.
  func back() {
    if let screen { screen.stack?.close(screen) }
  }

  /// Shows an alert, and returns the index of the tapped button; `nil` if it was dismissed.
  func showAlert(
    title: String, message: String, buttonTitles: [String], highlightedButtonIndex: Int,
    destroyingIndex: Int, completion: @escaping (Int?) -> Void
  ) {
    let buttons = buttonTitles.enumerated().map {
      AlertButton(
        $0.element, role: $0.offset == destroyingIndex ? .destructive : .regular,
        isPreferred: $0.offset == highlightedButtonIndex)
    }
    screen?.run { [weak screen] in
      let alert = Alert(title, message: message, buttons: buttons)
      completion(try? await screen?.stack?.ask(alert))
    }
  }

  /// Performs the action of the tapped view.
  func handle(_ number: Int, on screen: ScreenController) {
    let views = rootView.arrangedSubviews
    if views.indices.contains(number) { views[number].tapAction?() }
  }

  /// Creates the views when the screen appears.
  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    switch event {
    case .attached:
      self.screen = screen
      setUp()
      rootView.onChange = { [weak self] in self?.show() }
      show()
    case .detached: didClose()
    default: break
    }
  }

  private func show() { state.rows = rootView.arrangedSubviews.map(\.picture) }
}
