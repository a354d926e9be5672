import LinecasterBase

/// What an attributed text has besides letters and their styles: boxes and attachments.
struct InlineContent: Hashable, Sendable {
  /// The boxes in document order: by start, outer ones before those inside them.
  var boxes: [Box] = []
  /// The attachments in text order.
  var attachments: [Placed] = []

  /// A box over part of the text; two of them are apart or one inside the other.
  struct Box: Hashable, Sendable {
    /// The UTF-16 offsets of its text.
    var range: Range<Int>
    /// The index of the box around it; nil where there is none.
    var parent: Int?
    var box: InlineBox
    /// What stands beside its text; nil for all but pairs.
    var ruby: Ruby?
  }

  /// An attachment and the offset of its character.
  struct Placed: Hashable, Sendable {
    var offset: Int
    var attachment: Attachment
    /// The text of the source that takes the room of one letter in its place; nil where it stands
    /// for none.
    var text: Range<Int>?
  }

  /// About the memory that it takes, in bytes.
  var byteCount: Int {
    boxes.count * (MemoryLayout<Box>.stride + TextStyle.byteCount)
      + attachments.count * MemoryLayout<Placed>.stride
      + boxes.reduce(0) { $0 + ($1.ruby?.annotation.byteCount ?? 0) }
  }

  /// Adds what another text has behind this one, which ends at `offset`, inside of a box.
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

  /// What is left in a range of the text, counted from its start: boxes are cut to it, and empty
  /// ones stay where they are inside it.
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

// For texts that are put together, or taken apart, piece by piece.

extension AttributedText {
  /// Opens a box at the end; what is added until it is closed is inside of it.
  ///
  /// - Parameters:
  ///   - parent: The box that is open, which it is inside of.
  ///   - ruby: What stands beside its text; pairs must not be inside of others.
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

  /// The number of shadows that its boxes have, those in annotations included.
  package var shadowCount: Int {
    inline?.boxes.reduce(0) {
      $0 + $1.box.decoration.shadows.count + ($1.ruby?.annotation.shadowCount ?? 0)
    } ?? 0
  }

  /// What its attachments show, those in annotations included.
  package var attachedValues: [any Hashable & Sendable] {
    guard let inline else { return [] }
    return inline.attachments.compactMap { $0.attachment.content?.value }
      + inline.boxes.flatMap { $0.ruby?.annotation.attachedValues ?? [] }
  }

  /// Changes its attachments, one after the other; those in annotations stay.
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

  /// The text in pieces, in the order in which they are put together.
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

  /// The next offset at which something else begins.
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
  /// Adds text inside a box at the end; the text may have boxes of its own.
  ///
  ///     var link = InlineBox(style: TextStyle(size: 17, color: Color(rgb: 0x1A5FB4)))
  ///     link.padding = Insets(horizontal: 2)
  ///     text.append(AttributedText("the manual", style: link.style), in: link)
  public mutating func append(_ content: AttributedText, in box: InlineBox) {
    // Taken out for the time of the change, so that nothing is copied.
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

  /// Adds an attachment at the end, in a style that says what language and lines are around it.
  public mutating func append(_ attachment: Attachment, style: TextStyle) {
    var inline = inline ?? InlineContent()
    self.inline = nil
    inline.attachments.append(
      InlineContent.Placed(offset: utf16Count, attachment: attachment))
    append(AttributedText("\u{FFFC}", style: style))
    self.inline = inline
  }

  /// Adds a character at the end that ends a line (U+2028).
  public mutating func appendLineBreak(style: TextStyle) {
    append(AttributedText("\u{2028}", style: style))
  }
}
