public import LinecasterBase

/// A paragraph broken into lines at a width, for measuring and drawing.
///
/// A layout is an immutable value that shares the glyphs of its prepared paragraph; any thread may
/// use it.
///
///     let layout = typesetter.prepare(Paragraph(string)).layout(width: 160)
///     for (line, range) in zip(layout.lines, layout.ranges(in: string)) {
///       print("baseline at \(line.baseline): \(string[range])")
///     }
///     print("\(layout.size.width) by \(layout.size.height) points")
///
/// ## Topics
///
/// ### Measure the text
///
/// - ``size``
/// - ``lines``
/// - ``lineCount``
/// - ``firstBaseline``
/// - ``byteCount``
/// - ``axes``
///
/// ### Find text on lines
///
/// - ``ranges(in:)``
/// - ``utf8Ranges(in:)``
/// - ``line(atY:)``
/// - ``line(at:affinity:)``
/// - ``text(from:to:)``
/// - ``word(at:)``
/// - ``isTruncated``
/// - ``hiddenUTF16Range``
///
/// ### Place carets
///
/// - ``caret(at:affinity:)``
/// - ``carets(at:)``
/// - ``caret(nearest:)``
/// - ``offset(at:)``
/// - ``nextCaret(from:by:atX:)``
///
/// ### Show selections
///
/// - ``selection(from:to:)``
/// - ``rectangles(for:)``
/// - ``graphemes``
/// - ``graphemes(ofLine:)``
///
/// ### Find boxes and links
///
/// - ``link(at:)``
/// - ``tag(at:)``
/// - ``fragments(of:)``
/// - ``boxFragments``
/// - ``attachmentPlaces``
/// - ``annotationPlaces``
///
/// ### Draw the text
///
/// - ``glyphRuns``
/// - ``glyphRuns(ofLine:)``
/// - ``glyphCount``
/// - ``missingCharacters``
/// - ``decorationLines``
/// - ``backgrounds``
/// - ``theme``
public struct TextLayout: Sendable {
  /// The size of the lines, in layout points: the width of the widest line, including its indent,
  /// and the sum of the line heights.
  public let size: Size
  /// The lines from top to bottom. There is at least one, which is empty if the text is empty.
  ///
  /// - Complexity: O(1), but O(lines) on the first access if the paragraph was prepared from an
  ///   earlier version.
  public var lines: [Line] { shared?.array ?? own }
  /// The theme that selects the colours of text styles; nothing else depends on it.
  public var theme = Theme.light

  package let paragraph: PreparedParagraph
  private let own: [Line]
  private let shared: SharedLines?

  /// The number of lines.
  ///
  /// - Complexity: O(1).
  public var lineCount: Int { shared?.all.count ?? own.count }

  /// Returns the frame of a line, without copying lines of an earlier version.
  package func frame(ofLine index: Int) -> Rect { allLines[index].frame }

  /// The lines, without copying those of an earlier version.
  var allLines: SharedArray<Line> { shared?.all ?? SharedArray(own) }

  /// Returns the number of first lines that the layout of an earlier version has too, with the same
  /// glyphs; 0 if that is not known. Both are horizontal, or the number is 0.
  ///
  /// - Complexity: O(1).
  package func sharedLineCount(with other: TextLayout) -> Int {
    guard let shared, axes.isHorizontal, other.axes.isHorizontal else { return 0 }
    return shared.all.sharedCount(with: other.allLines)
  }

  /// The number of glyphs in all runs.
  ///
  /// - Complexity: O(runs · log glyphs).
  public var glyphCount: Int {
    var count = 0
    forEachGlyphRun { count += $0.glyphCount }
    return count
  }

  /// The characters of the paragraph that are drawn as missing glyphs.
  ///
  /// - Complexity: That of ``PreparedParagraph/missingCharacters``.
  public var missingCharacters: [Unicode.Scalar] { paragraph.missing }

  /// The distance from the top edge down to the first line's baseline, in layout points.
  public var firstBaseline: Double {
    own.first?.baseline ?? shared?.all.first?.baseline ?? 0
  }

  /// Whether an ellipsis replaces any text.
  ///
  /// - Complexity: O(lines).
  public var isTruncated: Bool {
    shared?.all.contains(where: \.isTruncated) ?? own.contains(where: \.isTruncated)
  }

  /// An estimate of the memory that the lines use, in bytes, without the prepared paragraph.
  public var byteCount: Int { lineCount * MemoryLayout<Line>.size }
}

extension TextLayout {
  init(_ paragraph: PreparedParagraph, lines placed: PlacedLines) {
    self.paragraph = paragraph
    size = placed.size
    own = placed.lines
    shared = placed.shared
  }
}

extension TextLayout {
  /// Returns each line's text as ranges of the paragraph's string, without hidden text.
  ///
  /// `string` must be the paragraph's string; in any other string, offsets beyond the end count as
  /// the end.
  ///
  /// - Complexity: O(units).
  public func ranges(in string: String) -> [Range<String.Index>] {
    var walker = UTF16Walker(string)
    return lines.map { line in
      let start = walker.index(at: line.utf16Range.lowerBound)
      return start..<max(start, walker.index(at: line.utf16Range.upperBound))
    }
  }

  /// Returns the text of each line as UTF-8 offsets into the paragraph's string.
  ///
  /// `string` must be the paragraph's string; in any other string, offsets beyond the end count as
  /// the end.
  ///
  /// - Complexity: O(units).
  public func utf8Ranges(in string: String) -> [Range<Int>] {
    var offset = 0
    var last = string.startIndex
    let utf8Offset = { (index: String.Index) in
      offset += string.utf8.distance(from: last, to: index)
      last = index
      return offset
    }
    return ranges(in: string).map { range in
      let start = utf8Offset(range.lowerBound)
      return start..<utf8Offset(range.upperBound)
    }
  }
}

/// Finds indices of a string by ascending UTF-16 offsets, in one pass.
private struct UTF16Walker {
  private let view: String.UTF16View
  private var index: String.Index
  private var offset = 0

  init(_ string: String) {
    view = string.utf16
    index = string.startIndex
  }

  mutating func index(at wanted: Int) -> String.Index {
    index = view.index(index, offsetBy: wanted - offset, limitedBy: view.endIndex) ?? view.endIndex
    offset = wanted
    return index
  }
}

/// A line of a text layout.
///
///     let paragraph = Paragraph(string, paragraphStyle: ParagraphStyle(maximumLines: 1))
///     let line = typesetter.prepare(paragraph).layout(width: 90).lines[0]
///     if let hidden = line.hiddenUTF16Range {
///       print("an ellipsis stands for \(hidden.count) units")
///     }
public struct Line: Sendable {
  /// The text shown on the line as UTF-16 offsets, including trailing white space and line
  /// terminator.
  public var utf16Range: Range<Int> { Int(start)..<Int(end) }
  /// The text after the line that an ellipsis replaces, as UTF-16 offsets; `nil` for none. It
  /// includes `resumedUTF16Range` if the ellipsis follows that text.
  public var hiddenUTF16Range: Range<Int>? {
    hiddenEnd < 0 ? nil : Int(end)..<Int(max(end, hiddenEnd))
  }
  /// The text that a truncated line shows after hidden text, as UTF-16 offsets; `nil` for none.
  ///
  /// It is the end of a line truncated at its start or middle, or the end of a last run against the
  /// paragraph's direction.
  public var resumedUTF16Range: Range<Int>? { span.edges?.rest?.source }
  /// The line box, in layout points from the layout's top-left corner, y down.
  ///
  /// The width is that of the glyphs, without white space at the line's end.
  public internal(set) var frame: Rect
  /// The distance from the layout's top edge down to the line's baseline, in layout points.
  public let baseline: Double

  private let start: Int32
  private let end: Int32
  /// Negative if nothing is hidden.
  private let hiddenEnd: Int32

  /// The line as broken.
  let span: LineSpan
  /// Whether its clusters are widened to its frame.
  let isJustified: Bool

  init(
    _ span: consuming LineSpan, _ map: SourceMap, frame: Rect, baseline: Double, isJustified: Bool
  ) {
    self.frame = frame
    self.baseline = baseline
    self.isJustified = isJustified
    let source = map.source(of: span.range)
    start = Int32(clamping: source.lowerBound)
    end = Int32(clamping: source.upperBound)
    hiddenEnd = Int32(clamping: span.hidden.map { map.source(of: $0.upperBound) } ?? -1)
    self.span = span
  }

  /// Whether an ellipsis replaces hidden text.
  public var isTruncated: Bool { hiddenUTF16Range != nil }
}

extension Line: Hashable {
  /// Returns whether two lines show the same text at the same position.
  public static func == (left: Line, right: Line) -> Bool {
    left.utf16Range == right.utf16Range && left.hiddenUTF16Range == right.hiddenUTF16Range
      && left.frame == right.frame && left.baseline == right.baseline
  }

  /// Feeds the text range and the position to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(utf16Range)
    hasher.combine(hiddenUTF16Range)
    hasher.combine(frame)
    hasher.combine(baseline)
  }
}
