internal import CHarfBuzz
import LinecasterBase

/// Reads cubic outlines, as in CFF, into reused memory.
///
/// Not thread-safe. The buffers are allocated for the largest possible outline; only the pages that
/// outlines fill are ever touched.
package struct CubicOutlineReader: ~Copyable {
  /// The points of all contours in whole font units, y up.
  package let points: UnsafeMutablePointer<SIMD2<Int32>>
  /// The kind of each point: on the curve (1) or a control point (2).
  package let kinds: UnsafeMutablePointer<UInt8>
  /// The last point of each contour.
  package let contourEnds: UnsafeMutablePointer<Int16>
  package private(set) var pointCount = 0
  package private(set) var contourCount = 0

  /// The index of the current contour's first point.
  private var start = 0
  private var isFull = false

  /// The maximum number of points, which no drawable glyph exceeds; there are never more contours
  /// than points.
  package static let maximumPoints = 32_767

  /// Creates an empty reader.
  package init() {
    points = .allocate(capacity: Self.maximumPoints)
    kinds = .allocate(capacity: Self.maximumPoints)
    contourEnds = .allocate(capacity: Self.maximumPoints)
  }

  deinit {
    points.deallocate()
    kinds.deallocate()
    contourEnds.deallocate()
  }

  /// Reads the outline of a glyph; returns false if it has too many points.
  package mutating func read(_ glyph: UInt32, of face: FontFace) -> Bool {
    (pointCount, contourCount, start, isFull) = (0, 0, 0, false)
    withUnsafeMutablePointer(to: &self) {
      hb_font_get_glyph_shape(face.harfBuzz.pointer, glyph, Self.functions.pointer, $0)
    }
    return !isFull
  }

  private mutating func add(_ x: Float, _ y: Float, isOnCurve: Bool = true) {
    guard pointCount < Self.maximumPoints else {
      isFull = true
      return
    }
    points[pointCount] = SIMD2(Self.unit(x), Self.unit(y))
    kinds[pointCount] = isOnCurve ? 1 : 2
    pointCount += 1
  }

  /// Returns a coordinate in whole units, rounded as in FreeType's CFF interpreter: down, unless
  /// the value is less than a thousandth below the next unit.
  @inline(__always)
  private static func unit(_ value: Float) -> Int32 {
    guard abs(value) < 1e6 else { return 0 }
    let raised = value + 0.5 / 1024
    let whole = Int32(saturating: raised)
    return Float(whole) > raised ? whole - 1 : whole
  }

  /// Ends a contour; drops a last point that repeats the first one, and contours of one point.
  private mutating func close() {
    if pointCount > start + 1, points[pointCount - 1] == points[start], kinds[pointCount - 1] == 1 {
      pointCount -= 1
    }
    if pointCount == start + 1 { pointCount -= 1 }
    if pointCount > start {
      contourEnds[contourCount] = Int16(pointCount - 1)
      contourCount += 1
    }
    start = pointCount
  }
}

// MARK: - HarfBuzz

extension CubicOutlineReader {
  /// Unchecked: HarfBuzz objects may be shared between threads once they are immutable.
  private struct DrawFunctions: @unchecked Sendable {
    let pointer: OpaquePointer?
  }

  /// Made once and never freed. Quadratic curves arrive as cubic ones.
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
