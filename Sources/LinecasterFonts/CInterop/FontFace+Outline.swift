internal import CHarfBuzz
package import LinecasterBase

extension FontFace {
  /// Returns the outline of a glyph at the face's axis values, unhinted and in font units.
  ///
  /// Spaces, images and glyph numbers out of range have an empty outline. A TrueType contour whose
  /// first point is off the curve starts with the curve around that point. Thread-safe. Results are
  /// not cached.
  ///
  /// - Complexity: O(segments).
  public func outline(of glyph: UInt32) -> GlyphOutline {
    GlyphOutline(
      segments: OutlineReader.segments(of: glyph, in: harfBuzz, prefersCFF: isNamedCFF),
      unitsPerEm: metrics.unitsPerEm)
  }

  /// Whether the face's header announces CFF outlines (`OTTO`, OpenType 1.9).
  private var isNamedCFF: Bool {
    let isCollection = data.bytes.longNumber(at: 0) == FontTag("ttcf").rawValue
    let header = isCollection ? data.bytes.longNumber(at: 12 + 4 * index).map(Int.init) : 0
    return header.flatMap { data.bytes.longNumber(at: $0) } == FontTag("OTTO").rawValue
  }
}

/// Reads outlines through HarfBuzz's draw functions.
private enum OutlineReader {
  /// Returns the outline of a glyph in font units, y up; empty if the font has none.
  ///
  /// - Parameter prefersCFF: Whether the file announces CFF outlines; by itself, HarfBuzz prefers
  ///   `glyf` if both exist.
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

  /// Returns the outline from a temporary face without the tables to ignore.
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

  /// The offset of the lower byte of `indexToLocFormat` in `head`.
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

  /// Unchecked: HarfBuzz objects may be shared between threads once they are immutable.
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

  /// Returns a point; coordinates of broken fonts that are not finite become 0.
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

/// Gathers the segments of an outline, contour by contour.
private struct OutlinePen {
  /// For each contour, whether the font's first point is off the curve; may be too short.
  let startsOffCurve: [Bool]

  private(set) var segments: [GlyphOutline.Segment] = []
  /// Whether the segment limit was exceeded.
  private(set) var isFull = false
  /// The index in `segments` of the current contour's start, and the number of contours before it.
  private var start = 0
  private var contours = 0

  /// The maximum number of segments; larger outlines count as empty. The most elaborate real glyphs
  /// have some thousands, but a broken font can produce any number by nesting composites.
  private static let segmentLimit = 200_000

  init(startsOffCurve: [Bool]) {
    self.startsOffCurve = startsOffCurve
  }

  mutating func add(_ segment: GlyphOutline.Segment) {
    if case .move = segment { start = segments.count }
    if segment == .close { finishContour() }
    isFull = isFull || segments.count == Self.segmentLimit
    if !isFull { segments.append(segment) }
  }

  /// Gives the contour the start that rasterizers use, and drops the line that closing draws.
  private mutating func finishContour() {
    if contours < startsOffCurve.count, startsOffCurve[contours] { startWithLastCurve() }
    contours += 1
    if segments.count > start, case .move(let first) = segments[start],
      segments.last == .line(to: first)
    {
      segments.removeLast()
    }
  }

  /// Makes a contour whose first point is off the curve start with the curve around it, which
  /// HarfBuzz draws last.
  private mutating func startWithLastCurve() {
    guard segments.count > start + 1, case .quadratic = segments[segments.count - 1],
      let before = segments[segments.count - 2].end
    else { return }
    let curve = segments.removeLast()
    segments[start] = .move(to: before)
    segments.insert(curve, at: start + 1)
  }
}

extension GlyphOutline.Segment {
  /// The pen position after the segment; `nil` for a close.
  package var end: Point? {
    switch self {
    case .move(let point), .line(let point), .quadratic(_, let point), .cubic(_, _, let point):
      point
    case .close: nil
    }
  }
}

/// Finds the contours of TrueType glyphs that start at a point off the curve (OpenType 1.9,
/// `glyf`).
///
/// Such a contour can be drawn from several starting points. HarfBuzz does not report its first
/// point, and other rasterizers start before it, so this reads the table.
struct TrueTypeContours {
  /// The table `glyf`.
  let glyphs: UnsafeRawBufferPointer
  /// The table `loca`.
  let locations: UnsafeRawBufferPointer
  /// Whether `loca` has four bytes per glyph instead of two.
  let hasLongLocations: Bool

  /// The maximum nesting of composite glyphs; deeper ones are broken or malicious.
  private static let depthLimit = 64
  /// The maximum number of contours and components read for one glyph, as many as 16 bits can
  /// count.
  private static let workLimit = 65_536

  /// Returns for each contour of a glyph whether its first point is off the curve.
  ///
  /// For a broken glyph, returns the readable contours.
  func startsOffCurve(_ glyph: UInt32) -> [Bool] {
    var starts: [Bool] = []
    var work = 0
    collect(Int(glyph), depth: 0, &work, into: &starts)
    return starts
  }

  private func collect(_ glyph: Int, depth: Int, _ work: inout Int, into starts: inout [Bool]) {
    work += 1
    guard depth < Self.depthLimit, work < Self.workLimit, let data = data(of: glyph),
      let contours = data.number(at: 0)
    else { return }
    if contours < 0x8000 {
      collectSimple(data, contours: contours, &work, into: &starts)
      return
    }
    var place = 10
    while let flags = data.number(at: place), let part = data.number(at: place + 2) {
      collect(part, depth: depth + 1, &work, into: &starts)
      guard flags & Self.moreParts != 0 else { return }
      place += 4 + Self.argumentLength(flags)
    }
  }

  /// Flags of glyph components.
  private static let wordArguments = 0x01
  private static let oneScale = 0x08
  private static let moreParts = 0x20
  private static let twoScales = 0x40
  private static let matrix = 0x80

  private static func argumentLength(_ flags: Int) -> Int {
    (flags & wordArguments != 0 ? 4 : 2)
      + (flags & oneScale != 0 ? 2 : flags & twoScales != 0 ? 4 : flags & matrix != 0 ? 8 : 0)
  }

  /// Reads the run-length-encoded flags of the points, up to the first point of each contour.
  private func collectSimple(
    _ data: UnsafeRawBufferPointer, contours: Int, _ work: inout Int, into starts: inout [Bool]
  ) {
    work += contours
    guard contours > 0, let instructions = data.number(at: 10 + 2 * contours) else { return }
    var place = 12 + 2 * contours + instructions
    var point = 0
    var contour = 0
    var first = 0
    while contour < contours, place < data.count {
      let flags = data[place]
      let repeats = flags & 8 != 0 && place + 1 < data.count
      point += repeats ? Int(data[place + 1]) + 1 : 1
      place += repeats ? 2 : 1
      while contour < contours, first < point, let last = data.number(at: 10 + 2 * contour) {
        starts.append(flags & 1 == 0)
        first = max(first, last) + 1
        contour += 1
      }
    }
  }

  /// Returns the bytes of a glyph; `nil` if it has none or they lie outside the table.
  private func data(of glyph: Int) -> UnsafeRawBufferPointer? {
    let ends = [glyph, glyph + 1].compactMap { index -> Int? in
      guard hasLongLocations else { return locations.number(at: 2 * index).map { 2 * $0 } }
      guard let high = locations.number(at: 4 * index),
        let low = locations.number(at: 4 * index + 2)
      else { return nil }
      return high << 16 | low
    }
    guard ends.count == 2, ends[0] < ends[1], ends[1] <= glyphs.count else { return nil }
    return UnsafeRawBufferPointer(rebasing: glyphs[ends[0]..<ends[1]])
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the big-endian 16-bit number at an offset; `nil` if out of range.
  fileprivate func number(at offset: Int) -> Int? {
    offset >= 0 && offset + 1 < count ? Int(self[offset]) << 8 | Int(self[offset + 1]) : nil
  }

  /// Returns the big-endian 32-bit number at an offset; `nil` if out of range.
  fileprivate func longNumber(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
