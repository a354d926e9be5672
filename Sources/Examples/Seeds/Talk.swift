import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterList
import LinecasterSurface
import LinecasterText
import Observation

/// A title above a subtitle beside an image: the component that the talk lays out by hand.
struct OfferCell: Cell {
  /// The offer.
  var title: String
  /// The details of the offer.
  var subtitle: String
  /// The image of the offer.
  var image: ImageReference

  /// Creates a cell.
  init(title: String, subtitle: String, image: ImageReference) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
  }

  /// The parts of the cell, for locating them.
  enum Part: Hashable, Sendable {
    /// The offer.
    case title
    /// The details of the offer.
    case subtitle
    /// The image.
    case image
  }

  /// The texts fill the space beside the image.
  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(alignment: .flexStart) {
      Column(spacing: 8, alignment: .flexStart) {
        Text(title, style: TextStyle(size: 17, weight: .bold)).tag(Part.title)
        Text(subtitle, style: TextStyle(color: .secondaryText)).tag(Part.subtitle)
      }
      .frame(minWidth: 0).grow()
      Image(image, size: Size(width: 120, height: 120)).tag(Part.image)
    }
    .padding(8)
  }
}

/// An image beside words: the sample by which the talk shows another engine.
struct HelloCell: Cell {
  /// The parts of the cell, for locating them.
  enum Part: Hashable, Sendable {
    /// The picture.
    case image
    /// The text.
    case words
  }

  /// Creates a cell.
  init() {}

  /// The text takes its natural size.
  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 4) {
      Image(ImageReference("earth.jpg"), size: Size(width: 50, height: 50)).tag(Part.image)
      Text("Hello World!").tag(Part.words)
    }
    .padding(Insets(top: 4, left: 4, bottom: 4, right: 8))
  }
}

/// A list of offers with separators, which loads more near its end.
enum OfferList: Screen {
  /// The state of the screen.
  struct State: Equatable, Sendable {
    /// The offers so far.
    var titles: [String] = []
    /// Whether there are more.
    var loadState = LoadState.ready
  }

  /// The actions of the user.
  enum Event: Sendable {
    /// Retries after a failure.
    case retry
  }

  /// A row for each offer, and one for the loading state.
  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    let section = TableSection("offers") {
      for title in state.titles {
        TableItem(
          .name(title),
          cell: OfferCell(
            title: title, subtitle: "More about \(title)", image: ImageReference("\(title).png")))
        Separator.small
      }
    }
    let rows = StateRows.words(
      empty: "No offers", loading: "Loading…", retry: "Try again", failed: { "\($0)" },
      onRetry: { send(.retry) })
    let table = TableModel(loadState: state.loadState, sections: [section])
    return ScreenPage(bar: ScreenBar("Offers"), rows.applied(to: table))
  }
}

/// The model of the offers, which loads them page by page.
@MainActor @Observable
final class OfferListModel: ScreenModel {
  /// The screen.
  typealias Content = OfferList
  /// Loads the offers after the first `count`.
  typealias Load = @Sendable (_ count: Int) async throws -> [String]

  /// The state of the screen.
  private(set) var state = OfferList.State()
  @ObservationIgnored private let load: Load

  /// Creates a model without offers.
  init(load: @escaping Load) { self.load = load }

  /// Loads the first page, and further pages near the end.
  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    guard event == .attached else { return }
    begin(on: screen)
    screen.list?.onNearEnd(.screens(1)) { [weak self] in await self?.loadMore() }
  }

  /// Retries loading.
  func handle(_ event: OfferList.Event, on screen: ScreenController) { begin(on: screen) }

  private func begin(on screen: ScreenController) {
    screen.run { [weak self] in await self?.loadMore() }
  }

  private func loadMore() async {
    guard state.loadState != .loading, state.loadState != .idle else { return }
    state.loadState = .loading
    do {
      let new = try await load(state.titles.count)
      state.titles += new
      state.loadState = new.isEmpty ? .idle : .ready
    } catch {
      state.loadState = .failed(error)
    }
  }
}

/// Words beside an image, which a tap on the words turns: the animation of the talk.
enum TurnedImage: Screen {
  /// The actions of the user.
  enum Event: Sendable {
    /// Turns the image by a right angle.
    case turn
  }

  /// The words and the image, turned by an angle in degrees.
  static func page(
    _ angle: Double, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar("Turn")) {
      TableItem("offer", cell: TurnedImageCell(angle: angle))
        .on(OfferCell.Part.subtitle) { send(.turn) }
    }
  }
}

/// Words beside an image at an angle.
struct TurnedImageCell: Cell {
  var angle: Double

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(alignment: .center) {
      Text("Tap here to turn the image", style: TextStyle(color: .accent))
        .tag(OfferCell.Part.subtitle).role(.button).grow()
      Image(ImageReference("dude.png"), size: Size(width: 120, height: 80))
        .transform(.rotate(angle)).tag(OfferCell.Part.image)
    }
    .padding(Insets(horizontal: 16, vertical: 28))
  }
}

/// The model of the image, which turns it on in 0.4 seconds.
@MainActor @Observable
final class TurnedImageModel: ScreenModel {
  /// The screen.
  typealias Content = TurnedImage

  /// The angle in degrees, as it is shown.
  var state = 0.0
  @ObservationIgnored private var turns = 0

  /// Creates a model of an upright image.
  init() {}

  /// Turns the image, from where it is.
  func handle(_ event: TurnedImage.Event, on screen: ScreenController) {
    turns += 1
    screen.animate(Binding(self, \.state), to: Double(turns) * 90, for: .milliseconds(400))
  }
}
