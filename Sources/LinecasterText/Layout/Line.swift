public import LinecasterGeometry

/// A line of a text layout.
public struct Line: Sendable {
  /// The text shown on the line as UTF-16 offsets, white space and line terminator at its end
  /// included.
  public var utf16Range: Range<Int> { Int(start)..<Int(end) }
  /// The text after it that an ellipsis stands for; nil where there is none.
  public var hiddenUTF16Range: Range<Int>? {
    hiddenEnd < 0 ? nil : Int(end)..<Int(max(end, hiddenEnd))
  }
  /// The line box, in layout points from the layout's top-left corner, y down.
  ///
  /// Its width is that of the glyphs, without white space at the line's end.
  public internal(set) var frame: Rect
  /// The distance from the layout's top edge down to the line's baseline, in layout points.
  public let baseline: Double

  private let start: Int32
  private let end: Int32
  /// Below 0 where nothing is hidden.
  private let hiddenEnd: Int32

  /// The line as the breaker found it.
  let span: LineSpan
  /// Whether its clusters are to be widened to its frame.
  let isJustified: Bool

  init(_ span: LineSpan, _ map: SourceMap, frame: Rect, baseline: Double, isJustified: Bool) {
    self.span = span
    self.frame = frame
    self.baseline = baseline
    self.isJustified = isJustified
    let source = map.source(of: span.range)
    start = Int32(clamping: source.lowerBound)
    end = Int32(clamping: source.upperBound)
    hiddenEnd = Int32(clamping: span.hidden.map { map.source(of: $0.upperBound) } ?? -1)
  }

  /// Whether an ellipsis stands at the end for text not shown.
  public var isTruncated: Bool { hiddenUTF16Range != nil }
}

extension Line: Hashable {
  /// Whether both show the same text in the same place.
  public static func == (left: Line, right: Line) -> Bool {
    left.utf16Range == right.utf16Range && left.hiddenUTF16Range == right.hiddenUTF16Range
      && left.frame == right.frame && left.baseline == right.baseline
  }

  /// Feeds the text range and the place to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(utf16Range)
    hasher.combine(hiddenUTF16Range)
    hasher.combine(frame)
    hasher.combine(baseline)
  }
}
