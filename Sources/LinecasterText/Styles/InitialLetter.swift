import LinecasterBase

/// An enlarged first letter, as high as several lines, around which the lines flow (CSS
/// `initial-letter`).
///
///     var style = ParagraphStyle()
///     style.initialLetter = InitialLetter(size: 3)
///     let paragraph = Paragraph(AttributedText("Once upon a time"), style: style)
///
/// The enlarged letter includes the first grapheme and the punctuation around it, in the style that
/// they have in the text.
public struct InitialLetter: Hashable, Sendable {
  /// The height of the letter, in lines: that of a capital of its font. Clamped to 1...100;
  /// non-finite values count as 1.
  public var size: Double
  /// The number of the line, from 1, whose baseline the letter sits on, clamped to 1...100. If it
  /// is less than `size`, the letter rises above the text.
  public var sink: Int

  /// Creates a letter; `sink` defaults to the whole part of `size`.
  public init(size: Double, sink: Int? = nil) {
    self.size = size
    self.sink = sink ?? Int(saturating: Self.limited(size))
  }

  /// The height to draw at, in lines.
  var drawnSize: Double { Self.limited(size) }

  /// The line to draw it on.
  var drawnSink: Int { min(max(1, sink), Int(saturating: Self.most)) }

  private static func limited(_ size: Double) -> Double {
    size.isFinite ? min(max(1, size), most) : 1
  }

  private static let most = 100.0
}
