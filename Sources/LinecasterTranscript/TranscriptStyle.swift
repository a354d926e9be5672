public import LinecasterBase
public import LinecasterScenes
import LinecasterText

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
