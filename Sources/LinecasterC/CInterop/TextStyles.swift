import CLinecaster
import LinecasterBase
import LinecasterFonts
import LinecasterText

// Styles, boxes and attachments of the caller.

extension TextStyle {
  /// Reads a style of the caller.
  init(_ style: lc_text_style) throws(CallError) {
    self.init()
    if style.family_length != 0 || style.family != nil {
      families = [try text(style.family, style.family_length, "the family")]
    }
    if style.language_length != 0 || style.language != nil {
      language = try text(style.language, style.language_length, "the language")
    }
    let size = try number(style.size, "size", atLeast: 0)
    if size > 0 { self.size = size }
    let width = try number(style.width, "width", atLeast: 0)
    if width > 0 { self.width = FontWidth(percent: width) }
    guard 0...1000 ~= style.weight else {
      throw CallError(LC_ERROR_ARGUMENT, "weight is \(style.weight), which is not in 0...1000")
    }
    if style.weight > 0 { weight = FontWeight(Int(style.weight)) }
    slant = try enumerator(style.slant, [.upright, .italic, .oblique], "lc_slant")
    letterSpacing = try number(style.letter_spacing, "letter_spacing")
    wordSpacing = try number(style.word_spacing, "word_spacing")
    baselineShift = try number(style.baseline_shift, "baseline_shift")
    if style.color != 0 { color = Color(rgba: style.color) }
    if style.background != 0 { background = Color(rgba: style.background) }
    features = try Self.features(style)
    if style.decorations != nil || style.decoration_count != 0 {
      decorations = try Self.decorations(style)
    }
  }

  private static func decorations(_ style: lc_text_style) throws(CallError) -> [TextDecoration] {
    var decorations: [TextDecoration] = []
    for line in try input(style.decorations, count: style.decoration_count, "decorations") {
      decorations.append(try TextDecoration(line))
    }
    return decorations
  }

  private static func features(_ style: lc_text_style) throws(CallError) -> [FontFeature] {
    var features: [FontFeature] = []
    for feature in try input(style.features, count: style.feature_count, "features") {
      let letters = [feature.tag.0, feature.tag.1, feature.tag.2, feature.tag.3]
      let name = String(decoding: letters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard let tag = FontTag(name) else {
        throw CallError(LC_ERROR_ARGUMENT, "the tag of a feature is not four letters of ASCII")
      }
      features.append(FontFeature(tag, feature.value))
    }
    return features
  }
}

extension ParagraphStyle {
  /// Reads a style of the caller.
  init(_ style: lc_paragraph_style) throws(CallError) {
    self.init()
    alignment = try enumerator(
      style.alignment, [.start, .end, .left, .right, .center, .justify], "lc_alignment")
    baseDirection = try enumerator(
      style.direction, [.automatic, .leftToRight, .rightToLeft], "lc_direction")
    let height = try number(style.line_height, "line_height", atLeast: 0)
    lineHeight = try enumerator(
      style.line_height_kind, [.normal, .multiple(height), .points(height), .atLeast(height)],
      "lc_line_height")
    firstLineIndent = try number(style.first_line_indent, "first_line_indent")
    paragraphSpacing = try number(style.paragraph_spacing, "paragraph_spacing")
    if style.maximum_lines > 0 { maximumLines = Int(style.maximum_lines) }
    let has = try flags(
      style.flags, LC_PARAGRAPH_TRUNCATES_OVERFLOW | LC_PARAGRAPH_WRAPS_OPTIMALLY,
      "lc_paragraph_style")
    truncatesOverflow = has(LC_PARAGRAPH_TRUNCATES_OVERFLOW)
    if has(LC_PARAGRAPH_WRAPS_OPTIMALLY) { wrapStyle = .pretty }
  }
}

extension TextDecoration {
  /// Reads a line of the caller.
  fileprivate init(_ line: lc_decoration) throws(CallError) {
    self.init(
      try enumerator(
        line.position, [.underline, .strikethrough, .overline], "lc_decoration_position"),
      pattern: try enumerator(
        line.pattern, [.solid, .double, .dotted, .dashed, .wavy], "lc_line_pattern"),
      color: line.color == 0 ? nil : Color(rgba: line.color),
      skipInk: try enumerator(line.skip_ink, [.auto, .none, .all], "lc_skip_ink"))
    let thickness = try number(line.thickness, "thickness", atLeast: 0)
    if thickness > 0 { self.thickness = thickness }
    let offset = try number(line.offset, "offset")
    if offset != 0 { self.offset = offset }
  }
}

extension VerticalAlignment {
  /// Reads an alignment of the caller.
  fileprivate static func read(_ number: UInt32) throws(CallError) -> VerticalAlignment {
    try enumerator(
      number,
      [.baseline, .sub, .superscript, .middle, .textTop, .textBottom, .top, .bottom],
      "lc_vertical_alignment")
  }
}

extension InlineBox {
  /// Reads a box of the caller.
  init(_ box: lc_box, style: TextStyle) throws(CallError) {
    self.init(style: style)
    padding = Insets(
      horizontal: try number(box.horizontal_padding, "horizontal_padding"),
      vertical: try number(box.vertical_padding, "vertical_padding"))
    border = Insets(all: try number(box.border, "border"))
    margin = Insets(horizontal: try number(box.horizontal_margin, "horizontal_margin"))
    decoration.corners = CornerRadii(
      all: try number(box.corner_radius, "corner_radius", atLeast: 0))
    if box.background != 0 { decoration.background = ThemeColor(Color(rgba: box.background)) }
    if box.border_color != 0 { decoration.borderColor = ThemeColor(Color(rgba: box.border_color)) }
    verticalAlignment = try .read(box.vertical_alignment)
    let has = try flags(box.flags, LC_BOX_REPEATS_EDGES, "lc_box")
    if has(LC_BOX_REPEATS_EDGES) { decorationBreak = .clone }
    if box.link != nil || box.link_length != 0 {
      link = try text(box.link, box.link_length, "the link")
    }
    if box.tag != 0 { tag = InlinePayload(box.tag) }
  }
}

extension Ruby {
  /// Reads an annotation of the caller, beside text of a style.
  init(_ ruby: lc_ruby, beside style: TextStyle) throws(CallError) {
    let string = try text(ruby.annotation, ruby.annotation_length, "the annotation")
    let position = try enumerator(ruby.position, [RubyPosition.over, .under], "lc_ruby_position")
    let alignment = try enumerator(
      ruby.alignment, [RubyAlignment.spaceAround, .spaceBetween, .center, .start],
      "lc_ruby_alignment")
    let has = try flags(ruby.flags, LC_RUBY_NO_OVERHANG, "lc_ruby")
    let overhangs = !has(LC_RUBY_NO_OVERHANG)
    if let given = try lc_text_style.read(ruby.style) {
      let annotation = AttributedText(string, style: try TextStyle(given))
      self.init(annotation, position: position, alignment: alignment, overhangs: overhangs)
    } else {
      self.init(
        string, beside: style, position: position, alignment: alignment, overhangs: overhangs)
    }
  }
}

extension Attachment {
  /// Reads an attachment of the caller.
  init(_ attachment: lc_attachment) throws(CallError) {
    let size = Size(
      width: try number(attachment.width, "width"), height: try number(attachment.height, "height"))
    self.init(
      size: size, verticalAlignment: try .read(attachment.vertical_alignment),
      margin: Insets(horizontal: try number(attachment.horizontal_margin, "horizontal_margin")),
      content: attachment.tag == 0 ? nil : InlinePayload(attachment.tag))
    let baseline = try number(attachment.baseline, "baseline")
    if baseline != 0 { self.baseline = baseline }
  }
}

extension InlinePayload {
  /// The number that the caller has given; 0 for other values.
  var number: UInt64 { value as? UInt64 ?? 0 }
}

extension Color {
  /// Creates a colour from 0xRRGGBBAA.
  fileprivate init(rgba: UInt32) {
    self.init(rgb: rgba >> 8)
    alpha = UInt8(truncatingIfNeeded: rgba)
  }

  /// The colour as 0xRRGGBBAA.
  var rgba: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }
}
