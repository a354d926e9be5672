import LinecasterBase

/// A first letter that is as high as several lines, which make room for it (CSS Inline 3 §5).
///
///     var style = ParagraphStyle()
///     style.initialLetter = InitialLetter(size: 3)
///     let paragraph = Paragraph(AttributedText("Once upon a time"), style: style)
///
/// It is the first grapheme with the punctuation around it, in the style that it has in the text.
public struct InitialLetter: Hashable, Sendable {
  /// How many lines high a capital of its font is; values that are not finite numbers from 1 to 100
  /// count as the nearest of these, or as 1.
  public var size: Double
  /// The line that its baseline is that of, the first being 1; others than from 1 to 100 count as
  /// the nearest of these. Where it is less than the size the letter stands out above the text.
  public var sink: Int

  /// Makes a letter; without `sink` it stands on the last line that it is as high as.
  public init(size: Double, sink: Int? = nil) {
    self.size = size
    self.sink = sink ?? Int(saturating: Self.limited(size))
  }

  /// How many lines high it is drawn.
  var drawnSize: Double { Self.limited(size) }

  /// The line that it stands on.
  var drawnSink: Int { min(max(1, sink), Int(saturating: Self.most)) }

  private static func limited(_ size: Double) -> Double {
    size.isFinite ? min(max(1, size), most) : 1
  }

  private static let most = 100.0
}
