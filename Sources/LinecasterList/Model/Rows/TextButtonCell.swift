public import LinecasterCells
import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// Words that do something when they are tapped; what they do is the row's `onTap`.
public struct TextButtonCell: Cell {
  /// The words.
  public var title: String
  /// The colour of the words.
  public var color: ThemeColor

  /// Makes a button.
  public init(_ title: String, color: ThemeColor = .accent) {
    self.title = title
    self.color = color
  }

  /// The words in the middle of the row.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    Column {
      Text(
        title,
        style: TextStyle(size: 16, weight: .medium, color: color.color(in: environment.theme)),
        paragraphStyle: ParagraphStyle(alignment: .center))
    }
    .padding(Insets(horizontal: 16, vertical: 12))
  }
}
