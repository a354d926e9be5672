import CHarfBuzz
import LinecasterFonts

/// Text shaped by HarfBuzz alone: with its own font object, buffer and call of `hb_shape`.
final class PlainShaper {
  /// A glyph as HarfBuzz places it, in font units.
  struct Glyph: Hashable {
    let cluster: Int
    let identifier: UInt32
    let advance: Int
    let xOffset: Int
    let yOffset: Int
  }

  private let font: OpaquePointer?
  private let buffer: OpaquePointer?

  init(face: FontFace) {
    let blob = hb_blob_create_from_file(face.data.source)
    let opened = hb_face_create(blob, UInt32(face.index))
    font = hb_font_create(opened)
    hb_face_destroy(opened)
    hb_blob_destroy(blob)
    buffer = hb_buffer_create()
  }

  deinit {
    hb_buffer_destroy(buffer)
    hb_font_destroy(font)
  }

  /// Shapes part of a text and returns its glyphs in visual order; text outside is no context.
  func shape(
    _ text: ArraySlice<UInt16>, part: Range<Int>, script: UInt32, isRightToLeft: Bool
  ) -> [Glyph] {
    hb_buffer_clear_contents(buffer)
    Array(text).withUnsafeBufferPointer {
      hb_buffer_add_utf16(
        buffer, $0.baseAddress, Int32($0.count), UInt32(part.lowerBound - text.startIndex),
        Int32(part.count))
    }
    hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(script))
    var flags = HB_BUFFER_FLAG_DEFAULT.rawValue
    if part.lowerBound == text.startIndex { flags |= HB_BUFFER_FLAG_BOT.rawValue }
    if part.upperBound == text.endIndex { flags |= HB_BUFFER_FLAG_EOT.rawValue }
    hb_buffer_set_flags(buffer, hb_buffer_flags_t(rawValue: flags))
    hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let places = hb_buffer_get_glyph_positions(buffer, &count)
    else { return [] }
    return (0..<Int(count)).map { index in
      Glyph(
        cluster: text.startIndex + Int(infos[index].cluster),
        identifier: infos[index].codepoint, advance: Int(places[index].x_advance),
        xOffset: Int(places[index].x_offset), yOffset: Int(places[index].y_offset))
    }
  }
}
