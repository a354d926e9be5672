internal import CFreeType
import LinecasterFonts
import LinecasterGeometry

/// Draws single glyphs with FreeType.
///
/// One thread at a time: take one from an `ExclusivePool`.
final class GlyphRasterizer {
  /// Faces kept open; enough for the fallback fonts of a feed. Opening one takes microseconds.
  static let maximumFaces = 64

  /// What could not be drawn as the fonts have it, since somebody last took the faults away.
  private(set) var faults: Set<RasterError> = []

  private let library: FreeTypeLibrary
  private var faces: [UInt32: FreeTypeFace] = [:]
  private var useCount = 0

  init() throws(RasterError) {
    library = try FreeTypeLibrary()
  }

  /// Draws a glyph; one that the font cannot draw is empty.
  ///
  /// - Parameters:
  ///   - key: What to draw.
  ///   - face: The face of the key.
  ///   - region: The pixels wanted, counted from the glyph's origin, y down; nil for all of them,
  ///     where a glyph that is too large to be kept is a `path`.
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func rasterize(
    _ key: GlyphKey, of face: FontFace, in region: PixelRect? = nil
  ) throws(RasterError) -> GlyphBitmap {
    let opened = try open(face)
    return colored(key, of: opened, in: region) ?? opened.mask(of: key, in: region) ?? .empty
  }

  /// Makes the distance field of a glyph.
  ///
  /// - Parameters:
  ///   - key: What to draw; the size is that of the field, and its place and hinting mean nothing.
  ///   - face: The face of the key.
  ///   - spread: The distance at which the field ends.
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func field(
    of key: GlyphKey, of face: FontFace, spread: Int
  ) throws(RasterError) -> GlyphField {
    let opened = try open(face)
    if let colored = colored(key, of: opened, in: nil) {
      return colored.content == .layers ? .layers(colored.layers) : .image
    }
    guard let pieces = opened.pieces(of: key), pieces.count > 0 else { return .blank }
    return DistanceField(pieces, spread: spread).map { .field($0) } ?? .tooLarge
  }

  /// The image or the layers of a glyph; nil where it has neither. Colours of a kind that is not
  /// drawn are put down as faults.
  private func colored(
    _ key: GlyphKey, of opened: FreeTypeFace, in region: PixelRect?
  ) -> GlyphBitmap? {
    guard !key.style.isLayer else { return nil }
    if opened.hasColors {
      if let image = opened.image(of: key, in: region) { return image }
      if let layers = opened.layers(of: key) { return layers }
    }
    if opened.paints.contains(key.index) {
      faults.insert(Self.unsupported("paints (COLR version 1)", opened.face))
    } else if opened.drawings.contains(where: { $0.contains(key.index) }) {
      faults.insert(Self.unsupported("drawings (SVG)", opened.face))
    }
    return nil
  }

  /// The faults, which are forgotten here.
  func takeFaults() -> Set<RasterError> {
    defer { faults = [] }
    return faults
  }

  private static func unsupported(_ kind: String, _ face: FontFace) -> RasterError {
    RasterError(
      code: .unsupportedColors, source: face.data.source,
      reason: "glyphs of face \(face.index) are \(kind); "
        + "their outlines are drawn without colours")
  }

  /// The face opened by this rasterizer, at the cost of closing the one least recently used.
  private func open(_ face: FontFace) throws(RasterError) -> FreeTypeFace {
    useCount += 1
    if let known = faces[face.identifier] {
      known.lastUse = useCount
      return known
    }
    let opened = try FreeTypeFace(face, library: library)
    if faces.count >= Self.maximumFaces,
      let oldest = faces.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      faces[oldest.key] = nil
    }
    opened.lastUse = useCount
    faces[face.identifier] = opened
    return opened
  }
}

/// The only owner of an `FT_Library`.
///
/// FreeType's rule: "a library and the faces made from it must not be used by two threads at once".
final class FreeTypeLibrary {
  let pointer: FT_Library

  /// Opens FreeType.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot start.
  init() throws(RasterError) {
    var library: FT_Library?
    let error = FT_Init_FreeType(&library)
    guard error == 0, let library else {
      throw RasterError(
        code: .unusableFace, source: "FreeType", reason: "it does not start: error \(error)")
    }
    pointer = library
  }

  deinit { FT_Done_FreeType(pointer) }
}
