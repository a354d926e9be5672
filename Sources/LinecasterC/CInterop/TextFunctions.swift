// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of linecaster.h, which has the comments.

package import CLinecaster
import LinecasterBase
import LinecasterText
import Synchronization

// Texts share them: styles that are copies of one are compared without reading their values.
private let plainParagraph = ParagraphStyle()
private let plain = TextStyle()

/// A text that the caller builds and edits.
final class GrowingText: HandleObject {
  static let handleName: StaticString = "lc_text"

  private struct State {
    var paragraph: Paragraph
    /// The text as prepared last, and its typesetter.
    var last: (typesetter: Typesetter, text: PreparedText)?
    /// The number of changes, and that of the text that `last` was prepared from.
    var changes = 0
    var preparedChanges = -1
  }

  private let state: Mutex<State>
  private let base: TextStyle

  init(_ style: ParagraphStyle, base: TextStyle) {
    self.base = base
    state = Mutex(
      State(paragraph: Paragraph(AttributedText("", style: base), style: style)))
  }

  var text: AttributedText { state.withLock { $0.paragraph.text } }
  var string: String { text.string }

  /// Returns a style of the caller; NULL is the base style.
  private func style(_ style: UnsafePointer<lc_text_style>?) throws(CallError) -> TextStyle {
    guard let style = try lc_text_style.read(style) else { return base }
    return try TextStyle(style)
  }

  func append(_ string: String, _ style: UnsafePointer<lc_text_style>?) throws(CallError) {
    let style = try self.style(style)
    try change(adding: string) { text throws(CallError) in text.append(string, style: style) }
  }

  func append(
    _ string: String, _ style: UnsafePointer<lc_text_style>?, in box: lc_box
  ) throws(CallError) {
    let style = try self.style(style)
    let box = try InlineBox(box, style: style)
    try change(adding: string) { text throws(CallError) in
      // A box without text could not be removed again.
      if !string.isEmpty { text.append(AttributedText(string, style: style), in: box) }
    }
  }

  /// Appends another text, or this one again, inside a box; `nil` for none.
  func append(
    _ other: AttributedText, _ style: UnsafePointer<lc_text_style>?, in box: lc_box?
  ) throws(CallError) {
    let style = try self.style(style)
    var inlineBox: InlineBox?
    if let box { inlineBox = try InlineBox(box, style: style) }
    try change(adding: other.string) { text throws(CallError) in
      guard !other.isEmpty else { return }
      if let inlineBox { text.append(other, in: inlineBox) } else { text.append(other) }
    }
  }

  func append(
    _ string: String, _ style: UnsafePointer<lc_text_style>?, with ruby: lc_ruby
  ) throws(CallError) {
    let style = try self.style(style)
    let ruby = try Ruby(ruby, beside: style)
    try change(adding: string) { text throws(CallError) in
      if !string.isEmpty { text.append(AttributedText(string, style: style), with: ruby) }
    }
  }

  func append(
    _ attachment: lc_attachment, _ style: UnsafePointer<lc_text_style>?
  ) throws(CallError) {
    let style = try self.style(style)
    let attachment = try Attachment(attachment)
    try change(adding: "\u{FFFC}") { text throws(CallError) in
      text.append(attachment, style: style)
    }
  }

  func replace(
    _ start: Int, _ end: Int, with string: String, _ style: UnsafePointer<lc_text_style>?
  ) throws(CallError) {
    let style = try self.style(style)
    try change(adding: string) { text throws(CallError) in
      let range = try TextOffsets.indices(start, end, in: text.string)
      let units = text.string.utf16
      let first = units.distance(from: units.startIndex, to: range.lowerBound)
      let count = units.distance(from: range.lowerBound, to: range.upperBound)
      text.replace(inUTF16: first..<first + count, with: AttributedText(string, style: style))
    }
  }

  func setStyle(
    _ start: Int, _ end: Int, _ style: UnsafePointer<lc_text_style>?
  ) throws(CallError) {
    let style = try self.style(style)
    try change(adding: "") { text throws(CallError) in
      text.setStyle(style, in: try TextOffsets.indices(start, end, in: text.string))
    }
  }

  /// Changes the text, which an error leaves as it is.
  private func change(
    adding string: String, _ body: (inout AttributedText) throws(CallError) -> Void
  ) throws(CallError) {
    try state.withLock { state throws(CallError) in
      let count = state.paragraph.text.string.utf8.count
      guard count + string.utf8.count <= Int32.max else {
        throw CallError(LC_ERROR_ARGUMENT, "the text would be longer than \(Int32.max) bytes")
      }
      try body(&state.paragraph.text)
      state.changes += 1
    }
  }

  /// Prepares the text as it is now, reusing what it can of the last time.
  func prepare(with typesetter: Typesetter) -> PreparedText {
    let (paragraph, last, changes, preparedChanges) = state.withLock {
      ($0.paragraph, $0.last, $0.changes, $0.preparedChanges)
    }
    let known = last.flatMap { $0.typesetter === typesetter ? $0.text : nil }
    if let known, changes == preparedChanges { return known }
    let prepared =
      known.map { typesetter.prepare(paragraph, reusing: $0.paragraph) }
      ?? typesetter.prepare(paragraph)
    let text = PreparedText(prepared, TextOffsets(paragraph.text.string))
    state.withLock { state in
      // Another thread may have prepared a newer text meanwhile.
      guard changes >= state.preparedChanges else { return }
      state.last = (typesetter, text)
      state.preparedChanges = changes
    }
    return text
  }
}

/// A prepared paragraph, and the offsets of its text.
final class PreparedText: HandleObject {
  static let handleName: StaticString = "lc_prepared"

  let paragraph: PreparedParagraph
  let offsets: TextOffsets

  init(_ paragraph: PreparedParagraph, _ offsets: TextOffsets) {
    (self.paragraph, self.offsets) = (paragraph, offsets)
  }
}

/// The offsets of a text in bytes of UTF-8 and in units of UTF-16.
///
/// Strings of ASCII have the same offsets; others find them in the standard library's table.
struct TextOffsets: Sendable {
  let string: String
  private let isASCII: Bool

  init(_ string: String) {
    self.string = string
    isASCII = string.utf8.count == string.utf16.count
  }

  /// Returns the bytes before a unit; units in the middle of a character count as its start.
  func bytes(before unit: Int) -> Int {
    guard !isASCII else { return min(max(0, unit), string.utf8.count) }
    let units = string.utf16
    let index = units.index(units.startIndex, offsetBy: max(0, unit), limitedBy: units.endIndex)
    return string.utf8.distance(from: string.startIndex, to: index ?? units.endIndex)
  }

  /// Returns the units before a byte, which must be at the start of a character or at the end.
  func units(before byte: Int) throws(CallError) -> Int {
    let index = try Self.index(byte, in: string)
    return isASCII ? byte : string.utf16.distance(from: string.startIndex, to: index)
  }

  /// Returns the indices of a range of bytes.
  static func indices(
    _ start: Int, _ end: Int, in string: String
  ) throws(CallError) -> Range<String.Index> {
    let (first, last) = (try index(start, in: string), try index(end, in: string))
    guard first <= last else {
      throw CallError(LC_ERROR_RANGE, "the range starts at \(start), after its end at \(end)")
    }
    return first..<last
  }

  private static func index(_ byte: Int, in string: String) throws(CallError) -> String.Index {
    let bytes = string.utf8
    guard byte >= 0, byte <= bytes.count else {
      throw CallError(LC_ERROR_RANGE, "offset \(byte) is beyond the text of \(bytes.count) bytes")
    }
    let index = bytes.index(bytes.startIndex, offsetBy: byte)
    guard index == bytes.endIndex || bytes[index] & 0xC0 != 0x80 else {
      throw CallError(LC_ERROR_RANGE, "offset \(byte) is inside a character")
    }
    return index
  }
}

@c @implementation
package func lc_text_create(
  _ style: UnsafePointer<lc_paragraph_style>?, _ base: UnsafePointer<lc_text_style>?,
  _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(text) {
    let style = try lc_paragraph_style.read(style).map { try ParagraphStyle($0) }
    let base = try lc_text_style.read(base).map { try TextStyle($0) }
    return GrowingText(style ?? plainParagraph, base: base ?? plain)
  }
}

@c @implementation
package func lc_text_append(
  _ handle: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int,
  _ style: UnsafePointer<lc_text_style>?
) -> lc_status {
  with(handle, GrowingText.self) { try $0.append(text(bytes, length, "the text"), style) }
}

@c @implementation
package func lc_text_append_box(
  _ handle: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int,
  _ style: UnsafePointer<lc_text_style>?, _ box: UnsafePointer<lc_box>?
) -> lc_status {
  with(handle, GrowingText.self) {
    let box = try lc_box.readRequired(box)
    try $0.append(text(bytes, length, "the text"), style, in: box)
  }
}

@c @implementation
package func lc_text_append_text(
  _ handle: OpaquePointer?, _ other: OpaquePointer?, _ style: UnsafePointer<lc_text_style>?,
  _ box: UnsafePointer<lc_box>?
) -> lc_status {
  with(handle, GrowingText.self) {
    let other = try HandleTable.shared.object(other, GrowingText.self).text
    try $0.append(other, style, in: lc_box.read(box))
  }
}

@c @implementation
package func lc_text_append_ruby(
  _ handle: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int,
  _ style: UnsafePointer<lc_text_style>?, _ ruby: UnsafePointer<lc_ruby>?
) -> lc_status {
  with(handle, GrowingText.self) {
    let ruby = try lc_ruby.readRequired(ruby)
    try $0.append(text(bytes, length, "the text"), style, with: ruby)
  }
}

@c @implementation
package func lc_text_append_attachment(
  _ handle: OpaquePointer?, _ attachment: UnsafePointer<lc_attachment>?,
  _ style: UnsafePointer<lc_text_style>?
) -> lc_status {
  with(handle, GrowingText.self) { try $0.append(lc_attachment.readRequired(attachment), style) }
}

@c @implementation
package func lc_text_replace(
  _ handle: OpaquePointer?, _ start: Int, _ end: Int, _ bytes: UnsafePointer<CChar>?,
  _ length: Int, _ style: UnsafePointer<lc_text_style>?
) -> lc_status {
  with(handle, GrowingText.self) {
    try $0.replace(start, end, with: text(bytes, length, "the text"), style)
  }
}

@c @implementation
package func lc_text_set_style(
  _ handle: OpaquePointer?, _ start: Int, _ end: Int, _ style: UnsafePointer<lc_text_style>?
) -> lc_status {
  with(handle, GrowingText.self) { try $0.setStyle(start, end, style) }
}

@c @implementation
package func lc_text_length(
  _ handle: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(handle, GrowingText.self) {
    try required(length, "the place for the length").pointee = $0.string.utf8.count
  }
}

@c @implementation
package func lc_text_copy(
  _ handle: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(handle, GrowingText.self) { try copy($0.string, to: buffer, capacity, length) }
}

@c @implementation
package func lc_text_prepare(
  _ handle: OpaquePointer?, _ typesetter: OpaquePointer?,
  _ prepared: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(prepared) {
    let text = try HandleTable.shared.object(handle, GrowingText.self)
    return text.prepare(with: try HandleTable.shared.object(typesetter, Typesetter.self))
  }
}

@c @implementation
package func lc_text_destroy(_ handle: OpaquePointer?) -> lc_status {
  destroy(handle, GrowingText.self)
}

@c @implementation
package func lc_prepared_widths(
  _ prepared: OpaquePointer?, _ minimum: UnsafeMutablePointer<Double>?,
  _ maximum: UnsafeMutablePointer<Double>?
) -> lc_status {
  with(prepared, PreparedText.self) { prepared in
    minimum?.pointee = prepared.paragraph.minContentWidth
    maximum?.pointee = prepared.paragraph.maxContentWidth
  }
}

@c @implementation
package func lc_prepared_missing(
  _ prepared: OpaquePointer?, _ characters: UnsafeMutablePointer<UInt32>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(prepared, PreparedText.self) { prepared in
    try copy(prepared.paragraph.missingCharacters, to: characters, capacity, count)
  }
}

@c @implementation
package func lc_prepared_layout(
  _ prepared: OpaquePointer?, _ width: Double, _ layout: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(layout) {
    let prepared = try HandleTable.shared.object(prepared, PreparedText.self)
    guard !width.isNaN else { throw CallError(LC_ERROR_ARGUMENT, "width is NaN") }
    return LayoutHandle(prepared.paragraph.layout(width: width), prepared.offsets)
  }
}

@c @implementation
package func lc_prepared_destroy(_ prepared: OpaquePointer?) -> lc_status {
  destroy(prepared, PreparedText.self)
}
