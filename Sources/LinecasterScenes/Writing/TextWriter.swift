import LinecasterText

/// Writes paragraphs: the style of their first stretch, and what the others change of it.
enum TextWriter {
  /// The argument of `Text` that is read as an equal paragraph.
  static func value(of paragraph: Paragraph) throws(SceneFault) -> JSONValue {
    let stretches = paragraph.text.styledRanges
    let base = stretches[0].style
    let string = try string(of: paragraph.text, stretches, base)
    let style = try TextStyle.fields.write(base, plain: TextStyle())
    let lines = try ParagraphStyle.fields.write(paragraph.style, plain: ParagraphStyle())
    if style.isEmpty, lines.isEmpty { return string }
    var members = [JSONMember("string", string)]
    if !style.isEmpty { members.append(JSONMember("style", .object(style))) }
    if !lines.isEmpty { members.append(JSONMember("paragraphStyle", .object(lines))) }
    return .object(members)
  }

  private static func string(
    of text: AttributedText, _ stretches: [StyledRange], _ base: TextStyle
  ) throws(SceneFault) -> JSONValue {
    guard stretches.count > 1 else { return .string(text.string) }
    var parts: [JSONValue] = []
    var start = text.string.startIndex
    for stretch in stretches {
      let end = text.string.utf16.index(start, offsetBy: stretch.utf16Range.count)
      let part = JSONValue.string(String(text.string[start..<end]))
      start = end
      let changes = try TextStyle.fields.write(stretch.style, plain: base)
      parts.append(
        changes.isEmpty ? part : .object([JSONMember(SceneText.styled, part)] + changes))
    }
    return .array(parts)
  }
}
