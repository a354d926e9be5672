import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterText

/// A question with buttons for answers (UIKit `UIAlertController`).
///
///     let alert = Alert(
///       "Change the network?", message: "The address has to be filled in again.",
///       buttons: [
///         AlertButton("Discard", role: .destructive), AlertButton("Change", isPreferred: true),
///       ])
///     let answer = try await stack.ask(alert)
public struct Alert: Equatable, Sendable {
  /// The text of the question.
  public var title: String
  /// The details below the title; `nil` for none.
  public var message: String?
  /// The answers, in order.
  public var buttons: [AlertButton]

  /// Creates a question.
  public init(_ title: String, message: String? = nil, buttons: [AlertButton]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
}

/// An answer to a question.
public struct AlertButton: Hashable, Sendable {
  /// The effect of an answer.
  public enum Role: Hashable, Sendable {
    /// A normal answer.
    case regular
    /// An answer that cannot be undone.
    case destructive
  }

  /// The text of the button.
  public var label: String
  /// The effect of the answer.
  public var role: Role
  /// Whether the button is highlighted as the usual answer (UIKit `preferredAction`).
  public var isPreferred: Bool

  /// Creates an answer.
  public init(_ label: String, role: Role = .regular, isPreferred: Bool = false) {
    self.label = label
    self.role = role
    self.isPreferred = isPreferred
  }
}

extension ScreenStack {
  /// Asks a question in front of all screens, and waits for the answer.
  ///
  /// - Returns: The index of the tapped button; `nil` if the user went back, the stack was torn
  ///   down, or the calling task was cancelled.
  /// - Throws: `ScreenError.tooMany` if there are too many screens.
  public func ask(_ alert: Alert, animated: Bool = true) async throws(ScreenError) -> Int? {
    let model = AlertModel(alert)
    let screen = try present(model, as: .sheet, animated: animated)
    return await withTaskCancellationHandler {
      await model.answer
    } onCancel: {
      Task { @MainActor in self.close(screen, animated: animated) }
    }
  }
}

/// Waits for the answer to a question, delivered once: by a tap, or when the screen goes away.
@MainActor
private final class AlertModel: ScreenModel {
  typealias Content = AlertScreen

  let state: Alert
  private var result: Int??
  private var waiting: CheckedContinuation<Int?, Never>?

  init(_ alert: Alert) { state = alert }

  var answer: Int? {
    get async {
      await withCheckedContinuation { continuation in
        if let result { continuation.resume(returning: result) } else { waiting = continuation }
      }
    }
  }

  func handle(_ event: Int, on screen: ScreenController) {
    settle(event)
    screen.stack?.close(screen)
  }

  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    if event == .detached { settle(nil) }
  }

  private func settle(_ answer: Int?) {
    guard result == nil else { return }
    result = .some(answer)
    waiting.take()?.resume(returning: answer)
  }
}

/// A question as a row with one region for each answer.
private enum AlertScreen: Screen {
  static func page(
    _ state: Alert, in environment: LayoutEnvironment, send: @escaping Send<Int>
  ) -> ScreenPage {
    ScreenPage {
      state.buttons.indices.reduce(TableItem("alert", cell: AlertCell(state))) { item, index in
        item.on(index) { send(index) }
      }
    }
  }
}

private struct AlertCell: Cell {
  @ExactText var title: String
  let message: ExactText?
  let buttons: [Button]

  struct Button: Hashable, Sendable {
    @ExactText var label: String
    let role: AlertButton.Role
    let isPreferred: Bool
  }

  init(_ alert: Alert) {
    title = alert.title
    message = alert.message.map { ExactText($0) }
    buttons = alert.buttons.map {
      Button(label: $0.label, role: $0.role, isPreferred: $0.isPreferred)
    }
  }

  private static let destructive = ThemeColor(
    light: Color(rgb: 0xC92A2A), dark: Color(rgb: 0xFF8787))

  func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 8) {
      Text(title, style: TextStyle(size: 17, weight: .bold)).role(.heading(level: 1))
      if let message { Text(message.string, style: TextStyle(color: .secondaryText)) }
      Row(spacing: 20, alignment: .center, distribution: .flexEnd) {
        for (index, button) in buttons.enumerated() { face(of: button).tag(index).role(.button) }
      }
    }
    .padding(20)
  }

  /// The label, or its ground if the answer is preferred, in the colour of the answer.
  private func face(of button: Button) -> LayoutNode {
    let color = color(of: button)
    guard button.isPreferred else {
      return Text(button.label, style: TextStyle(weight: .medium, color: color))
        .padding(Insets(horizontal: 4, vertical: 6))
    }
    return Text(button.label, style: TextStyle(weight: .medium, color: .background))
      .padding(Insets(horizontal: 14, vertical: 6)).background(color, cornerRadius: 8)
  }

  private func color(of button: Button) -> ThemeColor {
    button.role == .destructive ? Self.destructive : .accent
  }
}
