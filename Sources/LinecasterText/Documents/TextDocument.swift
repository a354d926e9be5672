import LinecasterBase

/// A long text of many paragraphs, laid out on demand (TextKit `NSTextContentStorage` and
/// `NSTextLayoutManager`).
///
/// A document is a value: copies share their text, and each can be edited and laid out on its own.
/// Line feeds, carriage returns, next lines (U+0085) and paragraph separators end its paragraphs.
///
///     let style = TextStyle(size: 15)
///     var log = TextDocument(
///       Paragraph("started\n", style: style), width: 320, typesetter: typesetter)
///     for token in ["read ", "1,204 ", "rows\n", "drawn"] {
///       log.append(token, style: style)
///       for paragraph in log.layOutEnd(height: 480) {
///         print(paragraph.index, paragraph.top, paragraph.layout.lines.count)
///       }
///     }
///     print(log.paragraphCount, log.lineCount)  // 3 3
///
/// Only paragraphs in sight are prepared and laid out; an edit prepares the paragraphs that it
/// changed. Heights and lines of all others are estimated until they are laid out.
///
/// Each paragraph is prepared separately, with its separator. Its direction, first-line indent,
/// maximum number of lines and trimmed space are therefore its own, and white space collapses at
/// its edges. Boxes that cross a separator are cut there. A separator at the end of the text does
/// not begin another paragraph.
///
/// ## Topics
///
/// ### Create a document
///
/// - ``init(_:width:typesetter:)``
/// - ``width``
///
/// ### Edit the text
///
/// - ``append(_:style:)``
/// - ``append(_:)``
/// - ``replace(inUTF16:with:)``
///
/// ### Read the text
///
/// - ``text(inUTF16:)``
/// - ``utf16Count``
/// - ``utf8Count``
/// - ``isEmpty``
/// - ``paragraphCount``
/// - ``paragraph(at:)``
/// - ``paragraphIndex(atUTF16:)``
/// - ``utf16Range(ofParagraph:)``
///
/// ### Lay out the text
///
/// - ``layOut(from:to:)``
/// - ``layOutEnd(height:)``
/// - ``measure(paragraphs:)``
/// - ``unmeasuredCount``
/// - ``placedParagraph(at:)``
/// - ``height``
/// - ``lineCount``
///
/// ### Find places
///
/// - ``paragraphIndex(atY:)``
/// - ``offset(at:)``
/// - ``caret(at:affinity:)``
/// - ``line(at:affinity:)``
public struct TextDocument: Sendable {
  /// The typesetter for all paragraphs.
  public let typesetter: Typesetter
  /// The styles of every paragraph, without text.
  private let template: Paragraph
  var style: ParagraphStyle { template.style }
  var root: DocumentNode
  /// The paragraphs in sight, as prepared.
  var shown = ShownParagraphs()
  private(set) var estimate: HeightEstimate
  private var limit: Double
  /// The size and the height of a line, for estimates.
  private let usual: (size: Double, lineHeight: Double)

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - paragraph: The text, and the paragraph style, strut, tab stops and truncation token of
  ///     each of its paragraphs.
  ///   - width: The width of lines, in layout points, as in `PreparedParagraph.layout(width:)`.
  ///   - typesetter: The typesetter.
  /// - Complexity: O(units + stretches), and O(boxes · log paragraphs). Nothing is prepared.
  public init(_ paragraph: Paragraph, width: Double, typesetter: Typesetter) {
    self.typesetter = typesetter
    var template = paragraph
    template.text = AttributedText("", style: paragraph.text.runs[0].style)
    self.template = template
    limit = width
    // Measured with a letter, because initial letters and tokens need text.
    let style = paragraph.ownStyle
    let line = Paragraph(
      AttributedText("", style: style),
      style: ParagraphStyle(lineHeight: paragraph.style.lineHeight))
    let height = typesetter.prepare(line).layout().size.height
    usual = (style.drawnSize, height)
    let estimate = HeightEstimate(width: width, size: style.drawnSize, lineHeight: height)
    self.estimate = estimate
    root = Self.tree(of: paragraph.text, estimate)
  }

  /// Returns the tree of a whole text, which has a paragraph even if the text is empty.
  static func tree(of text: AttributedText, _ estimate: HeightEstimate) -> DocumentNode {
    let chunk = DocumentChunk(text, estimate)
    return DocumentNode.tree(of: chunk.divided()) ?? DocumentNode(chunk)
  }

  /// The width of lines, in layout points.
  ///
  /// Setting another width makes all heights estimates again. Prepared paragraphs are kept.
  ///
  /// - Complexity: O(paragraphs) to set.
  public var width: Double {
    get { limit }
    set {
      guard newValue != limit else { return }
      limit = newValue
      let estimate = HeightEstimate(
        width: newValue, size: usual.size, lineHeight: usual.lineHeight)
      self.estimate = estimate
      root = root.updating(0..<paragraphCount) { chunk, _ in chunk.forget(estimate) }
    }
  }
}

extension TextDocument {
  /// The length of the text in UTF-16 units.
  public var utf16Count: Int { root.summary.units }

  /// The length of the text in UTF-8 units.
  public var utf8Count: Int { root.summary.bytes }

  /// Whether the text is empty.
  public var isEmpty: Bool { utf16Count == 0 }

  /// The number of paragraphs; at least 1.
  public var paragraphCount: Int { root.summary.paragraphs }

  /// The number of lines: exact for paragraphs that are measured, otherwise estimated.
  public var lineCount: Int { root.summary.lines }

  /// The height of all lines and of the space between paragraphs, in layout points: exact for
  /// paragraphs that are measured, otherwise estimated.
  public var height: Double { root.summary.height + spacing * Double(paragraphCount - 1) }

  /// The number of paragraphs whose heights are estimated.
  public var unmeasuredCount: Int { root.summary.unmeasured }

  /// The approximate memory of the text and its measurements, in bytes, without paragraphs in sight
  /// and caches.
  ///
  /// - Complexity: O(units / 1,024), on each access.
  public var byteCount: Int { root.byteCount }

  /// Returns the text between two UTF-16 offsets, which are clamped to the text and widened to
  /// whole surrogate pairs.
  ///
  /// - Complexity: O(log paragraphs + units of the range).
  public func text(inUTF16 range: Range<Int>) -> AttributedText {
    let range = range.clamped(to: 0..<utf16Count)
    let first = paragraphIndex(atUTF16: range.lowerBound)
    let last = paragraphIndex(atUTF16: max(range.lowerBound, range.upperBound - 1))
    let start = utf16Range(ofParagraph: first).lowerBound
    let whole = text(ofParagraphs: first..<last + 1)
    return whole.slice(utf16: range.lowerBound - start..<range.upperBound - start)
  }

  /// Returns the text of consecutive paragraphs.
  func text(ofParagraphs range: Range<Int>) -> AttributedText {
    var text: AttributedText?
    root.forEachChunk(in: range) { chunk, first in
      let part = range.clamped(to: first..<first + chunk.entries.count)
      let added = chunk.text(of: part.lowerBound - first..<part.upperBound - first)
      if text == nil { text = added } else { text?.append(added) }
    }
    return text ?? template.text
  }

  /// Returns a paragraph with its separator; indices out of range are clamped.
  ///
  /// - Complexity: O(log paragraphs + units of the paragraph).
  public func paragraph(at index: Int) -> Paragraph {
    paragraph(place(ofParagraph: index))
  }

  func paragraph(_ place: DocumentPlace) -> Paragraph {
    var paragraph = template
    paragraph.text = place.text
    return paragraph
  }

  /// Returns the index of the paragraph that contains a UTF-16 offset; offsets out of range are
  /// clamped, and the end of the text belongs to the last paragraph.
  ///
  /// - Complexity: O(log paragraphs).
  public func paragraphIndex(atUTF16 offset: Int) -> Int { place(ofUTF16: offset).index }

  /// Returns the UTF-16 offsets of a paragraph with its separator; indices out of range are
  /// clamped.
  ///
  /// - Complexity: O(log paragraphs).
  public func utf16Range(ofParagraph index: Int) -> Range<Int> {
    place(ofParagraph: index).range
  }

  /// Returns the index of the paragraph at a distance from the top, in layout points.
  ///
  /// Distances outside the text count as at its nearer end; space between paragraphs belongs to the
  /// nearer one. NaN counts as 0.
  ///
  /// - Complexity: O(log paragraphs).
  public func paragraphIndex(atY y: Double) -> Int {
    let place = place(atY: y)
    let isBelow = y - place.bottom > spacing / 2 && place.index < paragraphCount - 1
    return isBelow ? place.index + 1 : place.index
  }
}
