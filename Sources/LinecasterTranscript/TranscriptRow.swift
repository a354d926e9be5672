public import LinecasterBase
public import LinecasterCells
import LinecasterFonts
public import LinecasterList
public import LinecasterScenes
import LinecasterText

/// A row of a transcript: the sender of a message, a part of its text, or the error that ended it.
///
/// Each block of a message is a row of its own, and long code and lists are several rows. So a
/// growing message changes only its last rows.
///
///     let transcript = Transcript { row in
///       let item = TableItem(row.identifier, cell: row).onLink { print("open \($0)") }
///       return row.kind == .sender ? item.onTap { print("tapped \(row.message)") } : item
///     }
public struct TranscriptRow: Cell {
  /// The kind of a row.
  public enum Kind: Hashable, Sendable {
    /// The sender, above the text.
    case sender
    /// A part of the text.
    case text
    /// The error that ended the text.
    case failure
  }

  enum Content: Hashable, Sendable {
    case sender
    case piece(MarkupPiece)
    case failure(ExactText)
  }

  /// The identifier of the row, which stays the same while the text grows.
  public let identifier: ItemIdentifier
  /// The identifier of the message.
  public let message: ItemIdentifier
  /// The sender of the message.
  @ExactText public var sender: String
  let content: Content
  let style: TranscriptStyle

  init(
    _ identifier: ItemIdentifier, of message: ItemIdentifier, from sender: String,
    _ content: Content,
    style: TranscriptStyle
  ) {
    self.identifier = identifier
    self.message = message
    _sender = ExactText(sender)
    self.content = content
    self.style = style
  }

  /// The kind of the row.
  public var kind: Kind {
    switch content {
    case .sender: .sender
    case .piece: .text
    case .failure: .failure
    }
  }

  /// Returns the layout of the row. A table that is wider than the row scrolls sideways.
  public func body(in environment: LayoutEnvironment) -> LayoutNode {
    var markup = style.text(in: environment.theme)
    markup.scrollsTables = true
    let margin = min(style.margin, environment.width / 4)
    let top = kind == .sender ? markup.text.size : 0
    return Column { layout(markup, environment.theme) }
      .padding(Insets(top: top, left: margin, right: margin))
  }

  private func layout(_ markup: MarkupStyle, _ theme: Theme) -> LayoutNode {
    var text = markup.text
    switch content {
    case .sender:
      text.weight = .bold
      return Text(sender, style: text).node
    case .piece(let piece): return piece.layout(markup)
    case .failure(let reason):
      text.color = Color(rgb: theme == .dark ? 0xFF8A80 : 0xB42318)
      return Text("⚠ " + reason.string, style: text).padding(Insets(top: text.size * 0.5))
    }
  }
}

/// The look of a transcript: the styles of its text in both themes, and the space beside it.
///
///     var light = MarkupStyle(theme: .light, size: 15)
///     light.link = Color(rgb: 0xD6336C)
///     let style = TranscriptStyle(light: light, dark: MarkupStyle(theme: .dark, size: 15))
public struct TranscriptStyle: Hashable, Sendable {
  /// The values, shared by all rows.
  private final class Storage: Sendable {
    let light, dark: MarkupStyle
    let margin: Double

    init(light: MarkupStyle, dark: MarkupStyle, margin: Double) {
      self.light = light
      self.dark = dark
      self.margin = margin
    }
  }

  private let storage: Storage

  /// Creates a look.
  ///
  /// - Parameters:
  ///   - light: The style of text in light themes. Its highlighter is that of both themes.
  ///   - dark: The style of text in dark themes.
  ///   - margin: The space on the left and right of rows, in layout points.
  public init(
    light: MarkupStyle = MarkupStyle(theme: .light), dark: MarkupStyle = MarkupStyle(theme: .dark),
    margin: Double = 16
  ) {
    var dark = dark
    dark.highlighter = light.highlighter
    storage = Storage(
      light: light, dark: dark, margin: margin.isFinite ? min(max(0, margin), Limit.length) : 0)
  }

  /// The space on the left and right of rows, in layout points.
  public var margin: Double { storage.margin }

  /// The highlighter of code.
  var highlighter: (any CodeHighlighter)? { storage.light.highlighter }

  /// Returns the style of text in a theme.
  public func text(in theme: Theme) -> MarkupStyle {
    theme == .dark ? storage.dark : storage.light
  }

  /// Returns whether two looks are the same.
  ///
  /// - Complexity: O(1) for copies.
  public static func == (left: TranscriptStyle, right: TranscriptStyle) -> Bool {
    left.storage === right.storage
      || left.storage.light == right.storage.light && left.storage.dark == right.storage.dark
        && left.storage.margin == right.storage.margin
  }

  /// Feeds some of the values to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.light.text.size)
    hasher.combine(storage.margin)
  }
}
