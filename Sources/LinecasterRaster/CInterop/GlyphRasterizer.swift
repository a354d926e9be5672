internal import CFreeType
import LinecasterFonts

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
    guard !key.style.isLayer else { return opened.mask(of: key, in: region) ?? .empty }
    if opened.hasColors {
      if let picture = opened.picture(of: key, in: region) { return picture }
      if let layers = opened.layers(of: key) { return layers }
    }
    if opened.paints.contains(key.index) {
      faults.insert(Self.unsupported("paints (COLR version 1)", face))
    } else if opened.drawings.contains(where: { $0.contains(key.index) }) {
      faults.insert(Self.unsupported("drawings (SVG)", face))
    }
    return opened.mask(of: key, in: region) ?? .empty
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
