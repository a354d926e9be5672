import CLinecaster
import LinecasterBase
import LinecasterFonts
import LinecasterText

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
    features = try Self.features(style)
  }

  private static func features(_ style: lc_text_style) throws(CallError) -> [FontFeature] {
    // A font has fewer than 65,536.
    guard 0...0xFFFF ~= style.feature_count else {
      throw CallError(LC_ERROR_ARGUMENT, "feature_count is \(style.feature_count)")
    }
    guard style.feature_count > 0 else { return [] }
    guard let start = style.features else {
      throw CallError(LC_ERROR_ARGUMENT, "features is NULL, but feature_count is not 0")
    }
    var features: [FontFeature] = []
    for feature in UnsafeBufferPointer(start: start, count: style.feature_count) {
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
