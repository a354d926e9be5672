import LinecasterFonts
import Synchronization

/// Finds the pixels of glyphs: in the cache, or by drawing them.
///
/// Any number of threads may use one source at once.
public final class GlyphSource: Sendable {
  /// The glyphs drawn before.
  public let cache: GlyphCache

  /// What was not drawn as its font has it, one error a face; at most so many.
  private let recorded = Mutex<Set<RasterError>>([])
  private static let maximumFaults = 100

  private let rasterizers = ExclusivePool { () throws(RasterError) in try GlyphRasterizer() }

  /// Makes a source that keeps its glyphs in a cache, which sources may share.
  public init(cache: GlyphCache = GlyphCache()) {
    self.cache = cache
  }

  /// The pixels of a glyph.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func bitmap(for key: GlyphKey, of face: FontFace) throws(RasterError) -> GlyphBitmap {
    if let known = cache.bitmap(for: key) { return known }
    let bitmap = try rasterizers.withElement { rasterizer throws(RasterError) in
      defer { record(rasterizer.takeFaults()) }
      return try rasterizer.rasterize(key, of: face)
    }
    cache.insert(bitmap, for: key)
    return bitmap
  }

  /// What was not drawn as its font has it so far, one error a face: coloured glyphs that are drawn
  /// without colours. The order means nothing.
  public var faults: [RasterError] { recorded.withLock { Array($0) } }

  private func record(_ faults: Set<RasterError>) {
    guard !faults.isEmpty else { return }
    recorded.withLock { if $0.count < Self.maximumFaults { $0.formUnion(faults) } }
  }

  /// The part of a glyph that is inside some pixels, drawn again.
  ///
  /// - Parameter region: The pixels wanted, counted from the glyph's origin, y down; nil for all,
  ///   where a glyph that is too large to be kept is a `path`.
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func part(
    of key: GlyphKey, of face: FontFace, in region: PixelRect?
  ) throws(RasterError) -> GlyphBitmap {
    try rasterizers.withElement { rasterizer throws(RasterError) in
      try rasterizer.rasterize(key, of: face, in: region)
    }
  }

  /// What stands for a glyph where distance fields are drawn, made again.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func field(
    of key: GlyphKey, of face: FontFace, spread: Int
  ) throws(RasterError) -> GlyphField {
    try rasterizers.withElement { rasterizer throws(RasterError) in
      defer { record(rasterizer.takeFaults()) }
      return try rasterizer.field(of: key, of: face, spread: spread)
    }
  }
}
