import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterList
import LinecasterSurface
import LinecasterText
import Observation

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
