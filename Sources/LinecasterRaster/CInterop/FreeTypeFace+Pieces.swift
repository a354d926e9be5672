internal import CFreeType
import LinecasterFonts

extension FreeTypeFace {
  /// How much larger outlines are loaded, whose coordinates FreeType rounds to 64ths.
  private static let magnification: UInt32 = 32

  /// The outline of a glyph as straight pieces, in pixels at the key's size, its place and hinting
  /// apart; nil where FreeType cannot load it.
  func pieces(of key: GlyphKey) -> OutlinePieces? {
    let size = key.size * Self.magnification
    guard isScalable, setOutlineSize(size) else { return nil }
    var pieces = OutlinePieces()
    let isRead = withOutline(of: key.index, hinting: .none) { outline in
      synthesize(&outline, size: size)
      return Self.read(&outline, into: &pieces)
    }
    guard isRead == true else { return nil }
    return pieces
  }

  /// Reads all contours; false where they are broken.
  private static func read(
    _ outline: inout FT_Outline, into pieces: inout OutlinePieces
  ) -> Bool {
    var pen = FT_Outline_Funcs(
      move_to: { point, pieces in
        FreeTypeFace.pieces(pieces)?.pointee.move(to: FreeTypeFace.pixels(point))
        return 0
      },
      line_to: { point, pieces in
        FreeTypeFace.pieces(pieces)?.pointee.line(to: FreeTypeFace.pixels(point))
        return 0
      },
      conic_to: { control, point, pieces in
        FreeTypeFace.pieces(pieces)?.pointee.curve(
          FreeTypeFace.pixels(control), to: FreeTypeFace.pixels(point))
        return 0
      },
      cubic_to: { control1, control2, point, pieces in
        FreeTypeFace.pieces(pieces)?.pointee.curve(
          FreeTypeFace.pixels(control1), FreeTypeFace.pixels(control2),
          to: FreeTypeFace.pixels(point))
        return 0
      },
      shift: 0, delta: 0)
    let error = withUnsafeMutablePointer(to: &pieces) {
      FT_Outline_Decompose(&outline, &pen, $0)
    }
    pieces.close()
    return error == 0
  }

  private static func pieces(
    _ pen: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<OutlinePieces>? {
    pen?.assumingMemoryBound(to: OutlinePieces.self)
  }

  /// A point in pixels, y down.
  private static func pixels(_ point: UnsafePointer<FT_Vector>?) -> SIMD2<Float> {
    guard let point = point?.pointee else { return .zero }
    return SIMD2(Float(point.x), Float(-point.y)) * (1 / Float(64 * magnification))
  }
}
