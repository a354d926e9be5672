internal import CHarfBuzz
import LinecasterFonts

/// HarfBuzz's working memory for one worker.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class HarfBuzzBuffer {
  private let buffer: OpaquePointer
  private var languages: [String: OpaquePointer?] = [:]

  init() {
    buffer = hb_buffer_create()
  }

  deinit {
    hb_buffer_destroy(buffer)
  }

  /// What `hb_shape` is told about a stretch of text.
  struct Request {
    var face: FontFace
    var script: ScriptCode
    var isRightToLeft: Bool
    var language: String?
    /// The text HarfBuzz may look at; what lies outside has no influence on the glyphs.
    var context: Range<Int>
    /// The text to shape, within the context.
    var range: Range<Int>
  }

  /// Shapes part of a paragraph, appending the glyphs in visual order, in font units.
  ///
  /// - Complexity: that of `hb_shape`.
  func shape(
    _ request: Request, of text: UnsafeBufferPointer<UInt16>, into glyphs: inout [ShapedGlyph]
  ) {
    fill(request, text)
    hb_shape(request.face.harfBuzz.pointer, buffer, nil, 0)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    let base = UInt32(request.context.lowerBound)
    // Not reserved: an exact reservation a call would copy all glyphs a call.
    for index in 0..<Int(count) {
      glyphs.append(ShapedGlyph(infos[index], positions[index], base: base))
    }
  }

  private func fill(_ request: Request, _ text: UnsafeBufferPointer<UInt16>) {
    let context = request.context
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf16(
      buffer, text.baseAddress.map { $0 + context.lowerBound }, Int32(context.count),
      UInt32(request.range.lowerBound - context.lowerBound), Int32(request.range.count))
    hb_buffer_set_direction(
      buffer, request.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(request.script.tag))
    hb_buffer_set_language(buffer, language(request.language))
    hb_buffer_set_flags(buffer, edges(request, text.count))
  }

  /// Only a real edge of the paragraph may be told of; elsewhere marks would get dotted circles.
  private func edges(_ request: Request, _ count: Int) -> hb_buffer_flags_t {
    var flags = HB_BUFFER_FLAG_DEFAULT.rawValue
    if request.range.lowerBound == 0 { flags |= HB_BUFFER_FLAG_BOT.rawValue }
    if request.range.upperBound == count { flags |= HB_BUFFER_FLAG_EOT.rawValue }
    return hb_buffer_flags_t(rawValue: flags)
  }

  private func language(_ tag: String?) -> OpaquePointer? {
    guard let tag else { return nil }
    if let known = languages[tag] { return known }
    if languages.count >= Self.languageLimit { languages.removeAll() }
    let language = hb_language_from_string(tag, -1)
    languages[tag] = language
    return language
  }

  /// More than any text uses; bounds the memory that made-up tags can take.
  private static let languageLimit = 256
}

extension ShapedGlyph {
  fileprivate init(_ info: hb_glyph_info_t, _ position: hb_glyph_position_t, base: UInt32) {
    let isUnsafe = info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0
    self.init(
      cluster: base + info.cluster, advance: position.x_advance,
      identifier: UInt16(truncatingIfNeeded: info.codepoint),
      flags: isUnsafe ? .unsafeToBreak : [],
      xOffset: Int16(clamping: position.x_offset), yOffset: Int16(clamping: position.y_offset))
  }
}
