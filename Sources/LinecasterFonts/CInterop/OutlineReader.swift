internal import CHarfBuzz
import LinecasterGeometry

/// Reads outlines through HarfBuzz's draw functions.
enum OutlineReader {
  /// Outlines of more segments count as none: the most elaborate glyphs of real fonts have some
  /// thousands, while a broken font can make any number by nesting composites.
  private static let segmentLimit = 200_000

  /// The outline of a glyph in font units, y up; empty where the font has none.
  ///
  /// HarfBuzz closes every contour it starts.
  static func segments(of glyph: UInt32, in font: HarfBuzzFont) -> [GlyphOutline.Segment] {
    var pen = Pen()
    withUnsafeMutablePointer(to: &pen) {
      hb_font_get_glyph_shape(font.pointer, glyph, functions.pointer, $0)
    }
    return pen.isFull ? [] : pen.segments
  }

  /// What the draw functions write to.
  private struct Pen {
    var segments: [GlyphOutline.Segment] = []
    var isFull = false
    private var start = Point.zero

    mutating func add(_ segment: GlyphOutline.Segment) {
      if case .move(let point) = segment { start = point }
      // HarfBuzz draws the line that closing draws; one of the two is enough.
      if segment == .close, segments.last == .line(to: start) { segments.removeLast() }
      isFull = isFull || segments.count == OutlineReader.segmentLimit
      if !isFull { segments.append(segment) }
    }
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
    hb_draw_funcs_set_close_path_func(
      functions, { _, pen, _, _ in add(pen, .close) }, nil, nil)
    hb_draw_funcs_make_immutable(functions)
    return DrawFunctions(pointer: functions)
  }()

  private static func add(_ pen: UnsafeMutableRawPointer?, _ segment: GlyphOutline.Segment) {
    pen?.assumingMemoryBound(to: Pen.self).pointee.add(segment)
  }

  /// A place on the plane; coordinates that are not finite, which broken fonts can have, are 0.
  private static func point(_ x: Float, _ y: Float) -> Point {
    Point(x: x.isFinite ? Double(x) : 0, y: y.isFinite ? Double(y) : 0)
  }
}
