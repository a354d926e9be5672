public import LinecasterCells
import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// A title over rows, and what there is to say about it.
public struct HeaderCell: Cell {
  /// The title, in bold.
  public var title: String
  /// What stands under it, in smaller letters; nil for nothing.
  public var subtitle: String?

  /// Makes a header.
  public init(_ title: String, subtitle: String? = nil) {
    self.title = title
    self.subtitle = subtitle
  }

  /// The title over the subtitle.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 2) {
      Text(
        title,
        style: TextStyle(
          size: 20, weight: .bold, color: ThemeColor.text.color(in: environment.theme)))
      if let subtitle {
        Text(
          subtitle,
          style: TextStyle(
            size: 14, color: ThemeColor.secondaryText.color(in: environment.theme)))
      }
    }
    .padding(Insets(horizontal: 16, vertical: 12))
  }
}
