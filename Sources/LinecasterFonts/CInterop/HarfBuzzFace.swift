internal import CHarfBuzz

/// One face of a font file as HarfBuzz sees it: its tables, without size or place on axes.
final class HarfBuzzFace: @unchecked Sendable {
  // Unchecked: hb_face_t is immutable after `init` ("immutable objects are safe to be shared
  // between threads", HarfBuzz manual), and this object is its only owner.
  private let blob: OpaquePointer
  let pointer: OpaquePointer

  private let data: FontData

  /// Opens face `index` of the data; nil where HarfBuzz finds no glyphs there.
  init?(data: FontData, index: Int) {
    self.data = data
    blob = linecaster_hb_blob(data.bytes.baseAddress, UInt32(clamping: data.bytes.count))
    pointer = hb_face_create(blob, UInt32(index))
    hb_face_make_immutable(pointer)
    guard hb_face_get_glyph_count(pointer) > 0 else { return nil }
  }

  deinit {
    hb_face_destroy(pointer)
    hb_blob_destroy(blob)
  }

  /// The number of faces in the data: 1 for a font, 0 for what is no font at all.
  static func faceCount(of data: FontData) -> Int {
    let blob = linecaster_hb_blob(data.bytes.baseAddress, UInt32(clamping: data.bytes.count))
    defer { hb_blob_destroy(blob) }
    return Int(hb_face_count(blob))
  }

  var unitsPerEm: Int { Int(hb_face_get_upem(pointer)) }
  var glyphCount: Int { Int(hb_face_get_glyph_count(pointer)) }
  var hasColorBitmaps: Bool { hb_ot_color_has_png(pointer) != 0 }

  /// Every scalar the font's character map has, as sorted closed ranges.
  func coveredRanges() -> [ClosedRange<UInt32>] {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(pointer, set)
    var ranges: [ClosedRange<UInt32>] = []
    var last = linecaster_hb_set_value_invalid()
    var first: hb_codepoint_t = 0
    while hb_set_next_range(set, &first, &last) != 0 { ranges.append(first...last) }
    return ranges
  }

  /// The bytes of a table; empty where the font has none.
  func table(_ tag: FontTag) -> [UInt8] {
    let table = hb_face_reference_table(pointer, tag.rawValue)
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let bytes = hb_blob_get_data(table, &length) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
  }
}
