public import LinecasterCells
import LinecasterFlexbox
import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// The row of a feed item: the avatar, and beside it a header line over the text.
public struct FeedCell: Cell {
  /// The message.
  public var item: FeedItem

  /// Makes the row of a message.
  public init(_ item: FeedItem) {
    self.item = item
  }

  /// The row of avatar and column, over a line that parts it from the next.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    let palette = FeedPalette(environment.theme)
    return Column {
      Row(spacing: 12, alignment: .flexStart) {
        avatar
        Column(spacing: 2) {
          header(palette)
          Text(item.body, style: TextStyle(size: 15, color: palette.text))
          picture(width: environment.width)
        }
        .grow()
        .modified { $0.style.minWidth = .zero }
      }
      .padding(Insets(horizontal: 12, vertical: 10))
      LayoutNode(.empty).frame(height: 1).background(palette.separator)
    }
    .background(palette.ground)
  }

  private var avatar: some Layout {
    Row(alignment: .center, distribution: .center) {
      Text(initial, style: TextStyle(size: 18, weight: .bold, color: .white))
    }
    .frame(width: 40, height: 40)
    .shrink(0)
    .background(item.avatar, cornerRadius: 20)
  }

  private var initial: String { item.author.first.map(String.init) ?? "" }

  private func header(_ palette: FeedPalette) -> some Layout {
    Row(spacing: 8, alignment: .baseline) {
      Text(
        item.author, style: TextStyle(size: 15, weight: .bold, color: palette.text),
        paragraphStyle: ParagraphStyle(maximumLines: 1)
      )
      .modified { $0.style.minWidth = .zero }
      Text(item.time.text, style: TextStyle(size: 13, color: palette.muted)).shrink(0)
    }
  }

  /// The picture as wide as the column at most, in its own proportions.
  private func picture(width: Double) -> LayoutNode? {
    guard let image = item.image, image.size.width > 0 else { return nil }
    let column = max(0, width - 76)
    let shown = min(column, image.size.width)
    return Picture(
      image.reference,
      size: Size(width: shown, height: shown * image.size.height / image.size.width)
    )
    .alignment(.flexStart)
    .cornerRadius(8)
    .margin(Insets(top: 6))
  }
}
