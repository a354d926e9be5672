import LinecasterCells
import LinecasterList
import LinecasterSurface
import Observation

/// A title above two buttons: the screen that the talk puts together from a controller, a builder,
/// an interactor and a router.
enum Confirmation: Screen {
  /// The actions of the user.
  enum Event: Sendable {
    /// Goes on.
    case confirm
    /// Goes back.
    case cancel
  }

  /// The rows, by a builder.
  static func page(
    _ title: String, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    var builder = TableModelBuilder()
    builder.addHeader(title)
    builder.addSeparator(.medium)
    builder.addTextButton("OK") { send(.confirm) }
    builder.addSeparator(.small)
    builder.addTextButton("Cancel") { send(.cancel) }
    return ScreenPage(builder.build())
  }
}

/// The model of the confirmation: the title, and the actions of the buttons.
@MainActor @Observable
final class ConfirmationModel: ScreenModel {
  /// The screen.
  typealias Content = Confirmation

  /// The title.
  var state: String
  @ObservationIgnored private let onEnd: @MainActor (Confirmation.Event) -> Void

  /// Creates a model with a title.
  init(_ title: String, onEnd: @escaping @MainActor (Confirmation.Event) -> Void) {
    (state, self.onEnd) = (title, onEnd)
  }

  /// Runs the action of a button.
  func handle(_ event: Confirmation.Event, on screen: ScreenController) { onEnd(event) }
}

/// The way to the confirmation and back.
@MainActor
enum ConfirmationRouter {
  /// Asks for confirmation in front of all screens, and reports it.
  static func open(
    _ title: String, on stack: ScreenStack, onConfirm: @escaping @MainActor () -> Void
  ) throws(ScreenError) -> ConfirmationModel {
    let model = ConfirmationModel(title) { [weak stack] event in
      stack?.dismiss()
      if event == .confirm { onConfirm() }
    }
    try stack.present(model)
    return model
  }
}
