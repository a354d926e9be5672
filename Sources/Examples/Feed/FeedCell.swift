import LinecasterBase
import LinecasterBoxLayout
public import LinecasterCells
import LinecasterFonts
import LinecasterText

/// The row of a feed item: the avatar, beside a column with author, time, text and image.
///
/// In narrow lists, the avatar is smaller and the time is below the author. Authors, and times that
/// are words, are truncated to one line.
///
///     let item = FeedItem(
///       identifier: 1, author: "Ada", time: .seconds(1_700_000_000), body: "Hello, world!")
///     let row = TableItem(item.identifier, cell: FeedCell(item))
public struct FeedCell: Cell {
  /// The item to show.
  public var item: FeedItem

  /// Creates a row for an item.
  public init(_ item: FeedItem) {
    self.item = item
  }

  /// The row of avatar and column, above a separator.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    let palette = FeedPalette(environment.theme)
    let metrics = FeedMetrics(width: environment.width)
    return Column {
      Row(spacing: metrics.gap, alignment: .flexStart) {
        avatar(metrics)
        content(palette, metrics)
      }
      .padding(Insets(horizontal: metrics.margin, vertical: 10))
      LayoutNode(.empty).frame(height: environment.scale.lineWidth(1))
        .background(palette.separator)
    }
    .background(palette.ground)
  }

  private func avatar(_ metrics: FeedMetrics) -> some Layout {
    Row(alignment: .center, distribution: .center) {
      Text(
        item.initial,
        style: TextStyle(
          size: metrics.avatar * 0.45, weight: .bold, language: item.language,
          color: FeedPalette.initial(on: item.avatar)))
    }
    .frame(width: metrics.avatar, height: metrics.avatar)
    .shrink(0)
    .background(item.avatar, cornerRadius: metrics.avatar / 2)
  }

  private func content(_ palette: FeedPalette, _ metrics: FeedMetrics) -> some Layout {
    Column(spacing: 2) {
      header(palette, metrics)
      if !item.body.isEmpty {
        Text(item.body, style: TextStyle(size: 15, language: item.language, color: palette.text))
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
        item.author.onOneLine,
        style: TextStyle(
          size: 15, weight: .bold, language: item.language, color: palette.text),
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
      // The author shrinks before the time does, unless the time is endless text.
      for time in parts.suffix(1) { time.shrink(0).modified { $0.style.maxWidth = .percent(50) } }
    }
    .node
  }

  /// The image in its aspect ratio, at most as wide as the column.
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

extension FeedItem {
  /// The first visible character of the author's name, for the avatar.
  var initial: String {
    guard let first = author.first(where: { !$0.isWhitespace }) else { return "" }
    guard first.utf8.count > Self.longestInitial else { return String(first) }
    return first.unicodeScalars.first.map(String.init) ?? ""
  }

  /// The maximum bytes of an initial, above any emoji sequence; longer characters lose their marks.
  private static let longestInitial = 64
}

extension String {
  /// The text with spaces instead of line breaks.
  var onOneLine: String {
    contains(where: \.isNewline)
      ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
  }
}

/// The metrics of a feed's rows for a list width, in layout points.
struct FeedMetrics: Hashable {
  /// The margin left and right of a row's content.
  let margin: Double
  /// The diameter of the avatar.
  let avatar: Double
  /// The gap between the avatar and the column of text.
  let gap: Double
  /// Whether author and time are stacked.
  let isStacked: Bool
  /// The width of the column of text.
  let column: Double

  /// The maximum height of an image.
  static let imageHeight = 320.0

  /// The width below which lines beside a full-size avatar would hold only a word or two.
  private static let compactWidth = 240.0

  init(width: Double) {
    let isCompact = width < Self.compactWidth
    margin = isCompact ? 8 : 12
    avatar = isCompact ? 24 : 40
    gap = isCompact ? 8 : 12
    isStacked = isCompact
    column = max(0, width - 2 * margin - avatar - gap)
  }
}

/// The colours of a feed in a theme.
struct FeedPalette {
  let ground: Color
  let text: Color
  let muted: Color
  let separator: Color

  init(_ theme: Theme) {
    switch theme {
    case .light:
      ground = .white
      text = Color(rgb: 0x1B1F24)
      muted = Color(rgb: 0x6A737D)
      separator = Color(rgb: 0xE4E8EC)
    case .dark:
      ground = Color(rgb: 0x15191E)
      text = Color(rgb: 0xE8EBEE)
      muted = Color(rgb: 0x8B949E)
      separator = Color(rgb: 0x2A3036)
    }
  }

  /// The default colour for an author's name, equal in every run.
  static func avatar(of author: String) -> Color {
    // FNV-1a; Swift's own hashes differ from run to run.
    let hash = author.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return avatars[Int(hash % UInt64(avatars.count))]
  }

  /// White or near black, depending on the contrast with an avatar's colour.
  static func initial(on avatar: Color) -> Color {
    // The luma of ITU-R BT.601, 0 to 255.
    let luma =
      0.299 * Double(avatar.red) + 0.587 * Double(avatar.green) + 0.114 * Double(avatar.blue)
    return luma > 160 ? Color(rgb: 0x1B1F24) : .white
  }

  private static let avatars = [
    0x4361EE, 0x7209B7, 0xD6336C, 0xE8590C, 0x2B8A3E, 0x0B7285, 0x5F3DC4, 0x862E9C,
  ].map { Color(rgb: UInt32($0)) }
}
