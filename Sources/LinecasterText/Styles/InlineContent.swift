import LinecasterBase

/// The boxes and attachments of an attributed text.
struct InlineContent: Hashable, Sendable {
  /// The boxes in document order: by start, outer ones before those inside them.
  var boxes: [Box] = []
  /// The attachments in text order.
  var attachments: [Placed] = []

  /// A box over part of the text; two boxes are disjoint or nested.
  struct Box: Hashable, Sendable {
    /// The UTF-16 offsets of its text.
    var range: Range<Int>
    /// The index of the enclosing box; `nil` for none.
    var parent: Int?
    var box: InlineBox
    /// The annotation; `nil` except for ruby pairs.
    var ruby: Ruby?
  }

  /// An attachment and the offset of its character.
  struct Placed: Hashable, Sendable {
    var offset: Int
    var attachment: Attachment
    /// The source text that is combined upright in its place; `nil` for other attachments.
    var text: Range<Int>?
  }

  /// The approximate memory, in bytes.
  var byteCount: Int {
    boxes.count * (MemoryLayout<Box>.stride + TextStyle.byteCount)
      + attachments.count * MemoryLayout<Placed>.stride
      + boxes.reduce(0) { $0 + ($1.ruby?.annotation.byteCount ?? 0) }
  }

  /// Appends the content of another text at `offset`, the end of this one, inside a box.
  mutating func append(_ other: InlineContent, at offset: Int, in parent: Int? = nil) {
    let first = boxes.count
    for box in other.boxes {
      boxes.append(
        Box(
          range: box.range.lowerBound + offset..<box.range.upperBound + offset,
          parent: box.parent.map { $0 + first } ?? parent, box: box.box, ruby: box.ruby))
    }
    for placed in other.attachments {
      attachments.append(
        Placed(offset: placed.offset + offset, attachment: placed.attachment))
    }
  }

  /// Returns the content of a range, relative to its start: boxes are clipped, empty boxes inside
  /// the range are kept.
  func slice(_ range: Range<Int>) -> InlineContent? {
    var slice = InlineContent()
    var places: [Int?] = []
    for box in boxes {
      let isInside =
        box.range.isEmpty
        ? range.contains(box.range.lowerBound) : box.range.overlaps(range)
      places.append(isInside ? slice.boxes.count : nil)
      guard isInside else { continue }
      let cut = box.range.clamped(to: range)
      slice.boxes.append(
        Box(
          range: cut.lowerBound - range.lowerBound..<cut.upperBound - range.lowerBound,
          parent: box.parent.flatMap { places[$0] }, box: box.box, ruby: box.ruby))
    }
    for placed in attachments where range.contains(placed.offset) {
      slice.attachments.append(
        Placed(offset: placed.offset - range.lowerBound, attachment: placed.attachment))
    }
    return slice.isEmpty ? nil : slice
  }

  var isEmpty: Bool { boxes.isEmpty && attachments.isEmpty }
}

// Building texts piece by piece, and splitting them into pieces.

extension AttributedText {
  /// Opens a box at the end; text appended until it is closed is inside it.
  ///
  /// - Parameters:
  ///   - parent: The open box that encloses it.
  ///   - ruby: The annotation of its text; ruby pairs must not be nested.
  /// - Returns: The number of the box, for `closeBox(_:)`.
  package mutating func openBox(_ box: InlineBox, in parent: Int?, ruby: Ruby? = nil) -> Int {
    var inline = inline ?? InlineContent()
    self.inline = nil
    inline.boxes.append(
      InlineContent.Box(range: utf16Count..<utf16Count, parent: parent, box: box, ruby: ruby))
    self.inline = inline
    return inline.boxes.count - 1
  }

  /// Closes a box at the end.
  package mutating func closeBox(_ index: Int) {
    guard var inline, inline.boxes.indices.contains(index) else { return }
    self.inline = nil
    let start = inline.boxes[index].range.lowerBound
    inline.boxes[index].range = start..<max(start, utf16Count)
    self.inline = inline
  }

  /// The number of shadows of its boxes, including those in annotations.
  package var shadowCount: Int {
    inline?.boxes.reduce(0) {
      $0 + $1.box.decoration.shadows.count + ($1.ruby?.annotation.shadowCount ?? 0)
    } ?? 0
  }

  /// The content of its attachments, including those in annotations.
  package var attachedValues: [any Hashable & Sendable] {
    guard let inline else { return [] }
    return inline.attachments.compactMap { $0.attachment.content?.value }
      + inline.boxes.flatMap { $0.ruby?.annotation.attachedValues ?? [] }
  }

  /// Updates its attachments in order, except those in annotations.
  package mutating func changeAttachments(
    _ change: (inout Attachment) throws -> Void
  ) rethrows {
    guard var inline, !inline.attachments.isEmpty else { return }
    for index in inline.attachments.indices { try change(&inline.attachments[index].attachment) }
    self.inline = inline
  }

  /// A piece of a text.
  package enum Piece {
    case text(String, TextStyle)
    case attachment(Attachment, TextStyle)
    case open(InlineBox, Ruby?)
    case close
  }

  /// The text as pieces, in construction order.
  ///
  /// - Complexity: O(units + boxes).
  package var pieces: [Piece] {
    var pieces: [Piece] = []
    var walker = PieceWalker(self)
    while let piece = walker.next() { pieces.append(piece) }
    return pieces
  }
}

/// Walks a text from edge to edge of its styles, boxes and attachments.
private struct PieceWalker {
  private let text: AttributedText
  private let content: InlineContent
  private var offset = 0
  private var index: String.Index
  private var run = 0
  private var nextBox = 0
  private var nextAttachment = 0
  private var open: [Int] = []

  init(_ text: AttributedText) {
    self.text = text
    content = text.inline ?? InlineContent()
    index = text.string.startIndex
  }

  mutating func next() -> AttributedText.Piece? {
    if nextBox < content.boxes.count, content.boxes[nextBox].range.lowerBound <= offset,
      content.boxes[nextBox].parent == open.last
    {
      open.append(nextBox)
      nextBox += 1
      return .open(content.boxes[nextBox - 1].box, content.boxes[nextBox - 1].ruby)
    }
    if let last = open.last, content.boxes[last].range.upperBound <= offset {
      open.removeLast()
      return .close
    }
    guard offset < text.utf16Count else { return nil }
    while text.runs[run].end <= offset { run += 1 }
    let style = text.runs[run].style
    if nextAttachment < content.attachments.count,
      content.attachments[nextAttachment].offset <= offset
    {
      nextAttachment += 1
      _ = take(upTo: offset + 1)
      return .attachment(content.attachments[nextAttachment - 1].attachment, style)
    }
    return .text(take(upTo: nextEdge), style)
  }

  /// The next offset at which a style, a box or an attachment begins or ends.
  private var nextEdge: Int {
    var end = text.runs[run].end
    if let last = open.last { end = min(end, content.boxes[last].range.upperBound) }
    if nextBox < content.boxes.count { end = min(end, content.boxes[nextBox].range.lowerBound) }
    if nextAttachment < content.attachments.count {
      end = min(end, content.attachments[nextAttachment].offset)
    }
    return max(end, offset + 1)
  }

  private mutating func take(upTo end: Int) -> String {
    let start = index
    index = text.string.utf16.index(index, offsetBy: end - offset)
    offset = end
    return String(text.string[start..<index])
  }
}

extension AttributedText {
  /// Appends text inside a box; the text may have boxes of its own.
  ///
  ///     var link = InlineBox(style: TextStyle(size: 17, color: Color(rgb: 0x1A5FB4)))
  ///     link.padding = Insets(horizontal: 2)
  ///     text.append(AttributedText("the manual", style: link.style), in: link)
  ///
  /// - Complexity: That of `append(_:)`.
  public mutating func append(_ content: AttributedText, in box: InlineBox) {
    // Taken out during the change to avoid a copy.
    var inline = inline ?? InlineContent()
    self.inline = nil
    let start = utf16Count
    let place = inline.boxes.count
    inline.boxes.append(
      InlineContent.Box(range: start..<start + content.utf16Count, parent: nil, box: box))
    if let inside = content.inline { inline.append(inside, at: start, in: place) }
    var letters = content
    letters.inline = nil
    append(letters)
    self.inline = inline
  }

  /// Appends an attachment.
  ///
  /// `style` gives the language and the decorations at its position.
  ///
  /// - Complexity: O(1), amortized.
  public mutating func append(_ attachment: Attachment, style: TextStyle) {
    var inline = inline ?? InlineContent()
    self.inline = nil
    inline.attachments.append(
      InlineContent.Placed(offset: utf16Count, attachment: attachment))
    append(AttributedText("\u{FFFC}", style: style))
    self.inline = inline
  }

  /// Appends a line separator (U+2028).
  public mutating func appendLineBreak(style: TextStyle) {
    append(AttributedText("\u{2028}", style: style))
  }
}
