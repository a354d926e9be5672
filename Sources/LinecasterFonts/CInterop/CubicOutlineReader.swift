internal import CHarfBuzz

/// Reads outlines of the third degree, as CFF has them, into flat arrays that are used again and
/// again, so that reading takes no memory.
///
/// One thread at a time.
package struct CubicOutlineReader {
  /// The points of all contours in whole font units, y up.
  package private(set) var points: [SIMD2<Int32>] = []
  /// For each point whether it is on the curve, rather than one that curves lean to.
  package private(set) var areOnCurve: [Bool] = []
  /// The last point of each contour.
  package private(set) var contourEnds: [Int] = []

  /// Where the contour under way starts.
  private var start = 0
  private var isFull = false

  /// More points are no glyph that any rasterizer draws.
  package static let maximumPoints = 32_767

  /// Has read nothing yet.
  package init() {}

  /// Reads the outline of a glyph; false where it has too many points.
  package mutating func read(_ glyph: UInt32, of face: FontFace) -> Bool {
    points.removeAll(keepingCapacity: true)
    areOnCurve.removeAll(keepingCapacity: true)
    contourEnds.removeAll(keepingCapacity: true)
    (start, isFull) = (0, false)
    withUnsafeMutablePointer(to: &self) {
      hb_font_get_glyph_shape(face.harfBuzz.pointer, glyph, Self.functions.pointer, $0)
    }
    return !isFull
  }

  private mutating func add(_ x: Float, _ y: Float, isOnCurve: Bool = true) {
    guard points.count < Self.maximumPoints else {
      isFull = true
      return
    }
    points.append(SIMD2(Self.unit(x), Self.unit(y)))
    areOnCurve.append(isOnCurve)
  }

  /// A coordinate in whole units, rounded as FreeType's interpreter of CFF does it: down, but for
  /// what is less than a thousandth short of the next one.
  private static func unit(_ value: Float) -> Int32 {
    guard abs(value) < 1e6 else { return 0 }
    return Int32((value + 0.5 / 1024).rounded(.down))
  }

  /// Ends a contour: the point that repeats the first one is left out, and contours of one point.
  private mutating func close() {
    if points.count > start + 1, points[points.count - 1] == points[start],
      areOnCurve[points.count - 1]
    {
      dropLast()
    }
    if points.count == start + 1 { dropLast() }
    if points.count > start { contourEnds.append(points.count - 1) }
    start = points.count
  }

  private mutating func dropLast() {
    points.removeLast()
    areOnCurve.removeLast()
  }
}

// MARK: - HarfBuzz

extension CubicOutlineReader {
  /// Unchecked: HarfBuzz's objects may be shared between threads once they are immutable.
  private struct DrawFunctions: @unchecked Sendable {
    let pointer: OpaquePointer?
  }

  /// Made once and never freed. Curves of the second degree come as ones of the third.
  private static let functions: DrawFunctions = {
    let functions = hb_draw_funcs_create()
    hb_draw_funcs_set_move_to_func(
      functions, { _, pen, _, x, y, _ in CubicOutlineReader.at(pen)?.pointee.add(x, y) }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      functions, { _, pen, _, x, y, _ in CubicOutlineReader.at(pen)?.pointee.add(x, y) }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, pen, _, x1, y1, x2, y2, x, y, _ in
        guard let reader = CubicOutlineReader.at(pen) else { return }
        reader.pointee.add(x1, y1, isOnCurve: false)
        reader.pointee.add(x2, y2, isOnCurve: false)
        reader.pointee.add(x, y)
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(
      functions, { _, pen, _, _ in CubicOutlineReader.at(pen)?.pointee.close() }, nil, nil)
    hb_draw_funcs_make_immutable(functions)
    return DrawFunctions(pointer: functions)
  }()

  private static func at(
    _ pen: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<CubicOutlineReader>? {
    pen?.assumingMemoryBound(to: CubicOutlineReader.self)
  }
}
