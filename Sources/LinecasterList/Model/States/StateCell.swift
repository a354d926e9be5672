public import LinecasterCells
import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// Words in place of rows that are not there, and words to tap where something can be done.
public struct StateCell: Cell {
  /// What there is to say.
  public var message: String
  /// What can be done about it; nil for nothing.
  public var button: String?

  /// Makes a cell.
  public init(_ message: String, button: String? = nil) {
    self.message = message
    self.button = button
  }

  /// The message over the button, in the middle of the row.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 8) {
      line(message, weight: .regular, color: .secondaryText, in: environment)
      if let button { line(button, weight: .medium, color: .accent, in: environment) }
    }
    .padding(Insets(horizontal: 16, vertical: 24))
  }

  private func line(
    _ words: String, weight: FontWeight, color: ThemeColor, in environment: LayoutEnvironment
  ) -> Text {
    Text(
      words, style: TextStyle(weight: weight, color: color.color(in: environment.theme)),
      paragraphStyle: ParagraphStyle(alignment: .center))
  }
}
