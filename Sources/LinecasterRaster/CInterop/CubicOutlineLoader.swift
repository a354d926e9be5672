internal import CFreeType
import LinecasterFonts

/// Loads unhinted outlines of CFF through HarfBuzz, which takes half the time that FreeType's
/// interpreter takes and gives the same points.
final class CubicOutlineLoader {
  private var reader = CubicOutlineReader()
  /// The points of the outline that is lent.
  private let points = UnsafeMutablePointer<FT_Vector>.allocate(
    capacity: CubicOutlineReader.maximumPoints)

  /// Glyphs whose points are compared before a face is trusted.
  private static let comparedGlyphs = 8

  /// Makes a loader for a face; nil where the points are not those of FreeType for certain: fonts
  /// without CFF, at a place on axes, or with a matrix of their own.
  init?(_ face: FontFace, _ pointer: FT_Face) {
    guard linecaster_ft_is_cff(pointer) != 0, face.coordinates.isEmpty else { return nil }
    let count = Int(pointer.pointee.num_glyphs)
    for index in 0..<Self.comparedGlyphs {
      guard agrees(UInt32(count * index / Self.comparedGlyphs), of: face, pointer) else {
        return nil
      }
    }
  }

  deinit { points.deallocate() }

  /// Lends `body` the outline of a glyph, scaled by factors in 65,536ths of 64ths of a pixel; nil
  /// where it cannot be loaded.
  func withOutline<Result>(
    of glyph: UInt32, in face: FontFace, scale: (x: FT_Fixed, y: FT_Fixed),
    _ body: (inout FT_Outline) -> Result
  ) -> Result? {
    guard reader.read(glyph, of: face) else { return nil }
    let (units, count) = (reader.points, reader.pointCount)
    for index in 0..<count {
      let point = units[index]
      points[index] = FT_Vector(
        x: Self.product(FT_Pos(point.x), scale.x), y: Self.product(FT_Pos(point.y), scale.y))
    }
    return reader.kinds.withMemoryRebound(to: CChar.self, capacity: count) { tags in
      var outline = FT_Outline()
      outline.n_contours = .init(reader.contourCount)
      outline.n_points = .init(count)
      outline.points = points
      // The kinds of points are what FreeType calls `FT_CURVE_TAG_ON` and `FT_CURVE_TAG_CUBIC`.
      outline.tags = tags
      outline.contours = reader.contourEnds
      outline.flags = FT_OUTLINE_REVERSE_FILL
      return body(&outline)
    }
  }

  /// A product in 65,536ths, rounded to the nearest and halves away from zero: `FT_MulFix` without
  /// a call.
  @inline(__always)
  private static func product(_ number: FT_Pos, _ factor: FT_Fixed) -> FT_Pos {
    let product = number &* factor
    return (product &+ 0x8000 &+ product &>> 63) &>> 16
  }

  /// Whether FreeType loads the same points, in font units.
  private func agrees(_ glyph: UInt32, of face: FontFace, _ pointer: FT_Face) -> Bool {
    guard FT_Load_Glyph(pointer, glyph, linecaster_ft_load_units) == 0,
      let slot = pointer.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return false }
    let expected = slot.pointee.outline
    return withOutline(of: glyph, in: face, scale: (0x10000, 0x10000)) { outline in
      outline.n_points == expected.n_points && outline.n_contours == expected.n_contours
        && (0..<Int(outline.n_points)).allSatisfy {
          outline.points[$0].x == expected.points[$0].x
            && outline.points[$0].y == expected.points[$0].y
            && outline.tags[$0] == expected.tags[$0] & 3
        }
        && (0..<Int(outline.n_contours)).allSatisfy {
          outline.contours[$0] == expected.contours[$0]
        }
    } ?? false
  }
}
