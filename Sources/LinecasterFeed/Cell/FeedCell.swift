public import LinecasterCells
import LinecasterFlexbox
import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// The row of a feed item: the avatar, and beside it author and time over the text and the image.
///
/// In narrow lists the avatar is smaller and the time stands under the author. Authors, and times
/// that are words, are cut to one line.
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
    let metrics = FeedMetrics(width: environment.width)
    return Column {
      Row(spacing: metrics.gap, alignment: .flexStart) {
        avatar(metrics)
        content(palette, metrics)
      }
      .padding(Insets(horizontal: metrics.margin, vertical: 10))
      LayoutNode(.empty).frame(height: 1).background(palette.separator)
    }
    .background(palette.ground)
  }

  private func avatar(_ metrics: FeedMetrics) -> some Layout {
    Row(alignment: .center, distribution: .center) {
      Text(
        item.initial,
        style: TextStyle(
          size: metrics.avatar * 0.45, weight: .bold, color: FeedPalette.initial(on: item.avatar)))
    }
    .frame(width: metrics.avatar, height: metrics.avatar)
    .shrink(0)
    .background(item.avatar, cornerRadius: metrics.avatar / 2)
  }

  private func content(_ palette: FeedPalette, _ metrics: FeedMetrics) -> some Layout {
    Column(spacing: 2) {
      header(palette, metrics)
      if !item.body.isEmpty {
        Text(item.body, style: TextStyle(size: 15, color: palette.text))
      }
      image(metrics)
    }
    .grow()
    .modified { $0.style.minWidth = .zero }
  }

  @LayoutBuilder
  private func headerParts(_ palette: FeedPalette) -> [LayoutNode] {
    let line = ParagraphStyle(maximumLines: 1)
    if !item.author.isEmpty {
      Text(
        item.author.onOneLine, style: TextStyle(size: 15, weight: .bold, color: palette.text),
        paragraphStyle: line
      )
      .modified { $0.style.minWidth = .zero }
    }
    Text(
      item.time.text.onOneLine, style: TextStyle(size: 13, color: palette.muted),
      paragraphStyle: line)
  }

  private func header(_ palette: FeedPalette, _ metrics: FeedMetrics) -> LayoutNode {
    let parts = headerParts(palette)
    if metrics.isStacked { return Column { for part in parts { part } }.node }
    return Row(spacing: 8, alignment: .baseline) {
      for part in parts.dropLast() { part }
      // The author gives way to the time, unless the time is words without an end.
      for time in parts.suffix(1) { time.shrink(0).modified { $0.style.maxWidth = .percent(50) } }
    }
    .node
  }

  /// The image in its own proportions, as wide as the column at most.
  private func image(_ metrics: FeedMetrics) -> LayoutNode? {
    guard let size = item.image?.size, size.width > 0, size.height > 0, let image = item.image
    else { return nil }
    let factor = min(1, metrics.column / size.width, FeedMetrics.imageHeight / size.height)
    return Image(
      image.reference, size: Size(width: size.width * factor, height: size.height * factor)
    )
    .alignment(.flexStart)
    .cornerRadius(8)
    .margin(Insets(top: 6))
  }
}
