internal import CHarfBuzz
import LinecasterGeometry

/// Reads outlines through HarfBuzz's draw functions.
enum OutlineReader {
  /// The outline of a glyph in font units, y up; empty where the font has none.
  ///
  /// - Parameter prefersCFF: Whether the file says that its outlines are of CFF; HarfBuzz would
  ///   take those of `glyf` where it has both.
  static func segments(
    of glyph: UInt32, in font: HarfBuzzFont, prefersCFF: Bool
  ) -> [GlyphOutline.Segment] {
    let face = hb_font_get_face(font.pointer)
    if prefersCFF, hasTable(.glyf, face), hasTable(.cff, face) || hasTable(.cff2, face) {
      return segmentsOfCFF(glyph, font)
    }
    return draw(glyph, font.pointer, OutlinePen(startsOffCurve: startsOffCurve(glyph, face)))
  }

  private static func draw(
    _ glyph: UInt32, _ font: OpaquePointer?, _ pen: OutlinePen
  ) -> [GlyphOutline.Segment] {
    var pen = pen
    withUnsafeMutablePointer(to: &pen) {
      hb_font_get_glyph_shape(font, glyph, functions.pointer, $0)
    }
    return pen.isFull ? [] : pen.segments
  }

  /// The outline from a face made for the call, without the tables that are not meant.
  private static func segmentsOfCFF(
    _ glyph: UInt32, _ font: HarfBuzzFont
  ) -> [GlyphOutline.Segment] {
    let face = hb_face_create_for_tables(
      { _, tag, original in
        [FontTag.glyf, .loca].contains(FontTag(rawValue: tag))
          ? nil : hb_face_reference_table(original.map { OpaquePointer($0) }, tag)
      }, hb_font_get_face(font.pointer).map { UnsafeMutableRawPointer($0) }, nil)
    defer { hb_face_destroy(face) }
    let copy = hb_font_create(face)
    defer { hb_font_destroy(copy) }
    hb_ot_font_set_funcs(copy)
    var scale: (x: Int32, y: Int32) = (0, 0)
    hb_font_get_scale(font.pointer, &scale.x, &scale.y)
    hb_font_set_scale(copy, scale.x, scale.y)
    var count: UInt32 = 0
    if let places = hb_font_get_var_coords_normalized(font.pointer, &count) {
      hb_font_set_var_coords_normalized(copy, places, count)
    }
    return draw(glyph, copy, OutlinePen(startsOffCurve: []))
  }

  private static func hasTable(_ tag: FontTag, _ face: OpaquePointer?) -> Bool {
    let blob = hb_face_reference_table(face, tag.rawValue)
    defer { hb_blob_destroy(blob) }
    return hb_blob_get_length(blob) > 0
  }

  private static func startsOffCurve(_ glyph: UInt32, _ face: OpaquePointer?) -> [Bool] {
    withTable(.glyf, face) { glyphs in
      guard !glyphs.isEmpty else { return [] }
      return withTable(.head, face) { head in
        withTable(.loca, face) { locations in
          TrueTypeContours(
            glyphs: glyphs, locations: locations,
            hasLongLocations: head.count > Self.formatOffset && head[Self.formatOffset] != 0
          ).startsOffCurve(glyph)
        }
      }
    }
  }

  /// Where the lower byte of `indexToLocFormat` stands in `head`.
  private static let formatOffset = 51

  private static func withTable<Result>(
    _ tag: FontTag, _ face: OpaquePointer?, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let blob = hb_face_reference_table(face, tag.rawValue)
    defer { hb_blob_destroy(blob) }
    var count: UInt32 = 0
    let bytes = hb_blob_get_data(blob, &count)
    return body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)))
  }

  /// Unchecked: HarfBuzz's objects may be shared between threads once they are immutable.
  private struct DrawFunctions: @unchecked Sendable {
    let pointer: OpaquePointer?
  }

  /// Made once and never freed.
  private static let functions: DrawFunctions = {
    let functions = hb_draw_funcs_create()
    hb_draw_funcs_set_move_to_func(
      functions, { _, pen, _, x, y, _ in add(pen, .move(to: point(x, y))) }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      functions, { _, pen, _, x, y, _ in add(pen, .line(to: point(x, y))) }, nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
      functions,
      { _, pen, _, x1, y1, x, y, _ in
        add(pen, .quadratic(control: point(x1, y1), to: point(x, y)))
      }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, pen, _, x1, y1, x2, y2, x, y, _ in
        add(pen, .cubic(control1: point(x1, y1), control2: point(x2, y2), to: point(x, y)))
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(functions, { _, pen, _, _ in add(pen, .close) }, nil, nil)
    hb_draw_funcs_make_immutable(functions)
    return DrawFunctions(pointer: functions)
  }()

  private static func add(_ pen: UnsafeMutableRawPointer?, _ segment: GlyphOutline.Segment) {
    pen?.assumingMemoryBound(to: OutlinePen.self).pointee.add(segment)
  }

  /// A place on the plane; coordinates that are not finite, which broken fonts can have, are 0.
  private static func point(_ x: Float, _ y: Float) -> Point {
    Point(x: x.isFinite ? Double(x) : 0, y: y.isFinite ? Double(y) : 0)
  }
}

extension FontTag {
  fileprivate static let glyf: FontTag = "glyf"
  fileprivate static let loca: FontTag = "loca"
  fileprivate static let head: FontTag = "head"
  fileprivate static let cff: FontTag = "CFF "
  fileprivate static let cff2: FontTag = "CFF2"
}
