import LinecasterBase
import LinecasterBoxLayout
public import LinecasterCells
import LinecasterFonts
import LinecasterList
public import LinecasterSurface
import LinecasterText
public import Observation

// Views as the toolkit of the first listing has them, so that its screen can be written here as it
// is there: objects that are made once, put into each other and changed in place.

/// Something that is seen, and can be changed.
@MainActor
class View {
  /// How opaque it is; one that cannot be seen keeps its room.
  var alpha = 1.0 { didSet { changed() } }
  private var action: (() -> Void)?
  fileprivate weak var superview: View?

  /// What a tap does; nil for nothing.
  var tapAction: (() -> Void)? { action }
  /// What is seen of it now.
  var picture: ViewPicture { .separator(height: 0, color: .hairline) }

  /// Tells the views around that it looks another way.
  func changed() { superview?.changed() }

  /// Has an object do something with it as it is tapped.
  func onTap<Target: AnyObject>(
    _ target: Target, action: @escaping @MainActor (Target) -> (View) -> Void
  ) -> Self {
    self.action = { [weak self, weak target] in
      if let self, let target { action(target)(self) }
    }
    return self
  }

  /// The view in a view with room around it.
  func padding(
    _ insets: Insets, background: ThemeColor? = nil, cornerRadius: Double = 0
  ) -> View {
    PaddedView(self, insets, background, cornerRadius)
  }
}

/// A line between views, and nothing else.
final class SeparatorView: View {
  private let height: Double

  init(height: Double) { self.height = height }

  override var picture: ViewPicture { .separator(height: height, color: .hairline) }
}

/// Text.
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

/// Views after each other.
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

/// What is seen of views at a moment: a value that workers may have.
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
public enum ViewScreen: Screen {
  /// What is seen at a moment.
  public struct State: Equatable, Sendable {
    var title = ""
    var rows: [ViewPicture] = []
  }

  struct Row: Cell {
    let picture: ViewPicture

    func body(in environment: LayoutEnvironment) -> some Layout {
      picture.layout(in: environment.theme)
    }
  }

  /// The views as rows; what is tapped is the number of one.
  public static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Int>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar(state.title)) {
      for (number, picture) in state.rows.enumerated() {
        TableItem(.number(number), cell: Row(picture: picture)).onTap { send(number) }
      }
    }
  }
}

/// An object that makes the views of a screen and changes them.
@MainActor @Observable
public class ViewController: ScreenModel {
  /// A screen of views.
  public typealias Content = ViewScreen

  /// What is seen.
  public private(set) var state = ViewScreen.State()
  @ObservationIgnored let rootView = StackView()
  @ObservationIgnored private weak var screen: ScreenController?

  init() {}

  /// What the screen is called.
  var title: String {
    get { state.title }
    set { state.title = newValue }
  }

  /// Makes the views.
  func setUp() {}

  /// The screen goes, however it goes.
  func didClose() {}

  /// Goes back.
  func back() {
    if let screen { screen.stack?.close(screen) }
  }

  /// Asks a question, and says which button was tapped; nil where it was left without an answer.
  func showAlert(
    title: String, message: String, buttonTitles: [String], destroyingIndex: Int,
    completion: @escaping (Int?) -> Void
  ) {
    let buttons = buttonTitles.enumerated().map {
      AlertButton($0.element, role: $0.offset == destroyingIndex ? .destructive : .regular)
    }
    screen?.run { [weak screen] in
      let alert = Alert(title, message: message, buttons: buttons)
      completion(try? await screen?.stack?.ask(alert))
    }
  }

  /// Does what the view does that was tapped.
  public func handle(_ number: Int, on screen: ScreenController) {
    let views = rootView.arrangedSubviews
    if views.indices.contains(number) { views[number].tapAction?() }
  }

  /// Makes the views as the screen comes.
  public func hear(_ life: ScreenLife, on screen: ScreenController) {
    switch life {
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
