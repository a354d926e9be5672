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
    var style = paragraph.ownStyle
    // Documents in other colours share the line.
    style.themeColor = TextStyle().themeColor
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

extension TextDocument {
  /// Appends text of one style, for example a token of a stream.
  ///
  /// - Complexity: That of ``append(_:)``.
  public mutating func append(_ string: String, style: TextStyle) {
    append(AttributedText(string, style: style))
  }

  /// Appends text in its own styles.
  ///
  /// - Complexity: O(log paragraphs), and O(units) of the text and of the last paragraph.
  public mutating func append(_ text: AttributedText) {
    replace(inUTF16: utf16Count..<utf16Count, with: text)
  }

  /// Replaces a range of UTF-16 offsets with other text, which keeps its own styles.
  ///
  /// The range is clamped to the text and widened to whole surrogate pairs. Boxes are treated as in
  /// `AttributedText.replace(inUTF16:with:)`.
  ///
  /// - Complexity: O(log paragraphs), and O(units) of the text and of the paragraphs at the edges
  ///   of the range. Nothing is prepared.
  public mutating func replace(inUTF16 range: Range<Int>, with text: AttributedText) {
    let lower = min(max(0, range.lowerBound), utf16Count)
    let upper = min(max(lower, range.upperBound), utf16Count)
    guard lower < upper || !text.isEmpty || text.inline != nil else { return }
    let edit = edited(lower..<upper, with: text)
    replace(edit.paragraphs, with: edit.text)
  }

  /// Returns the paragraphs to replace for an edit, and their new text.
  private func edited(
    _ range: Range<Int>, with text: AttributedText
  ) -> (paragraphs: Range<Int>, text: AttributedText) {
    guard !isEmpty else {
      var whole = place(ofParagraph: 0).text
      whole.replace(inUTF16: 0..<0, with: text)
      return (0..<1, whole)
    }
    let count = paragraphCount
    let first = place(ofUTF16: range.lowerBound)
    var start = range.lowerBound == utf16Count ? count : first.index
    let last = place(ofUTF16: range.upperBound)
    var end =
      range.upperBound == utf16Count
      ? count : range.upperBound > last.range.lowerBound ? last.index + 1 : last.index
    var region = text
    if start < end {
      region = self.text(ofParagraphs: start..<end)
      let offset = first.range.lowerBound
      region.replace(
        inUTF16: range.lowerBound - offset..<range.upperBound - offset, with: text)
    }
    // The new text may continue the paragraph before it, and be continued by the one after it.
    if end < count {
      let next = place(ofParagraph: end).text
      if region.continues(in: next) {
        region.append(next)
        end += 1
      }
    }
    if start > 0 {
      var before = place(ofParagraph: start - 1).text
      let hasNext = region.isEmpty && region.inline == nil && end < count
      let next = hasNext ? place(ofParagraph: end).text : region
      if before.continues(in: next) {
        before.append(next)
        region = before
        start -= 1
        end += hasNext ? 1 : 0
      }
    }
    return (start..<end, region)
  }

  /// Replaces paragraphs with those of a text.
  private mutating func replace(_ range: Range<Int>, with text: AttributedText) {
    if text.isEmpty, range.count == paragraphCount {
      root = Self.tree(of: text, estimate)
      shown.replace(range, count: 1)
      return
    }
    let new = text.isEmpty ? nil : DocumentChunk(text, estimate)
    let count = new?.entries.count ?? 0
    // Whole chunks are replaced: those at the edges of the range, and others if too little is left.
    let first = place(ofParagraph: min(range.lowerBound, paragraphCount - 1))
    let last = place(ofParagraph: max(range.lowerBound, range.upperBound - 1))
    var start = first.index - first.indexInChunk
    var end = last.index - last.indexInChunk + last.chunk.entries.count
    var chunk = first.chunk.part(0..<range.lowerBound - start)
    chunk.add(new)
    let firstOfLast = last.index - last.indexInChunk
    chunk.add(last.chunk.part(range.upperBound - firstOfLast..<last.chunk.entries.count))
    if chunk?.count ?? 0 < DocumentChunk.mostUnits / 2 {
      let next = end < paragraphCount ? place(ofParagraph: end).chunk : nil
      let before = start > 0 ? place(ofParagraph: start - 1).chunk : nil
      if let next, next.count <= DocumentChunk.mostUnits {
        chunk.add(next)
        end += next.entries.count
      } else if var joined = before, joined.count <= DocumentChunk.mostUnits {
        start -= joined.entries.count
        if let chunk { joined.append(chunk) }
        chunk = joined
      }
    }
    let (left, rest) = root.divided(before: start)
    let right = rest?.divided(before: end - start).right
    let middle = DocumentNode.tree(of: chunk?.divided() ?? [])
    if let whole = DocumentNode.joined(DocumentNode.joined(left, middle), right) { root = whole }
    shown.replace(range, count: count)
  }
}

extension AttributedText {
  /// Whether the text and the one after it are parts of one paragraph, unless both are empty.
  fileprivate func continues(in next: AttributedText) -> Bool {
    if isEmpty { return inline != nil }
    if next.isEmpty { return next.inline != nil }
    return !ParagraphEnds.isEnd(between: string, and: next.string)
  }
}

extension DocumentChunk? {
  /// Appends the paragraphs of another chunk.
  fileprivate mutating func add(_ other: DocumentChunk?) {
    guard let other else { return }
    if self == nil { self = other } else { self?.append(other) }
  }
}
