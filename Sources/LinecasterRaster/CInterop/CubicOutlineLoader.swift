internal import CFreeType
import LinecasterFonts

/// Loads unhinted outlines of CFF through HarfBuzz, which takes half the time that FreeType's
/// interpreter takes and gives the same points.
final class CubicOutlineLoader {
  private var reader = CubicOutlineReader()
  private var points: [FT_Vector] = []
  private var tags: [CChar] = []
  private var contours: [Int16] = []

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

  /// Lends `body` the outline of a glyph, scaled by factors in 65,536ths of 64ths of a pixel; nil
  /// where it cannot be loaded.
  func withOutline<Result>(
    of glyph: UInt32, in face: FontFace, scale: (x: FT_Fixed, y: FT_Fixed),
    _ body: (inout FT_Outline) -> Result
  ) -> Result? {
    guard reader.read(glyph, of: face) else { return nil }
    points.removeAll(keepingCapacity: true)
    for point in reader.points {
      points.append(
        FT_Vector(
          x: FT_MulFix(FT_Long(point.x), scale.x), y: FT_MulFix(FT_Long(point.y), scale.y)))
    }
    tags.removeAll(keepingCapacity: true)
    for isOnCurve in reader.areOnCurve {
      tags.append(isOnCurve ? Self.onCurve : Self.thirdDegree)
    }
    contours.removeAll(keepingCapacity: true)
    for end in reader.contourEnds { contours.append(Int16(end)) }
    return points.withUnsafeMutableBufferPointer { points in
      tags.withUnsafeMutableBufferPointer { tags in
        contours.withUnsafeMutableBufferPointer { contours in
          var outline = FT_Outline()
          outline.n_contours = .init(contours.count)
          outline.n_points = .init(points.count)
          outline.points = points.baseAddress
          outline.tags = tags.baseAddress
          outline.contours = contours.baseAddress
          outline.flags = FT_OUTLINE_REVERSE_FILL
          return body(&outline)
        }
      }
    }
  }

  /// The tags of points, `FT_CURVE_TAG_ON` and `FT_CURVE_TAG_CUBIC`.
  private static let onCurve: CChar = 1
  private static let thirdDegree: CChar = 2

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
