public import LinecasterBase
public import LinecasterFonts
import Synchronization

/// Provides the pixels of glyphs, from a cache or by drawing them.
///
/// Thread-safe.
public final class GlyphSource: Sendable {
  /// The cache of drawn glyphs.
  public let cache: GlyphCache

  /// The recorded faults, one per face, up to a limit.
  private let recorded = Mutex<Set<RasterError>>([])
  private static let maximumFaults = 100

  private let rasterizers = ExclusivePool { () throws(RasterError) in try GlyphRasterizer() }

  /// Creates a source with a cache, which it may share with other sources.
  public init(cache: GlyphCache = GlyphCache()) {
    self.cache = cache
  }

  /// Returns the pixels of a glyph.
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

  /// The memory of cached glyphs including overhead, in bytes.
  public var keptBytes: Int { cache.statistics.bytes }

  /// Removes all glyphs and closes open faces, for example on a memory warning.
  ///
  /// - Complexity: O(glyphs).
  public func removeAll() {
    cache.removeAll()
    rasterizers.removeAll()
  }

  /// The errors of colour glyphs that are drawn without colours: one error per face, in no
  /// particular order.
  public var faults: [RasterError] { recorded.withLock { Array($0) } }

  private func record(_ faults: Set<RasterError>) {
    guard !faults.isEmpty else { return }
    recorded.withLock { if $0.count < Self.maximumFaults { $0.formUnion(faults) } }
  }

  /// Draws the part of a glyph inside a rectangle of pixels, without caching.
  ///
  /// - Parameter region: The requested pixels, relative to the glyph's origin, y down; `nil` for
  ///   all, but a glyph that is too large to cache is then a `path`.
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func part(
    of key: GlyphKey, of face: FontFace, in region: PixelRect?
  ) throws(RasterError) -> GlyphBitmap {
    try rasterizers.withElement { rasterizer throws(RasterError) in
      try rasterizer.rasterize(key, of: face, in: region)
    }
  }

  /// Draws a colour glyph without caching; `nil` for a glyph without colours.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func image(for key: GlyphKey, of face: FontFace) throws(RasterError) -> GlyphBitmap? {
    try rasterizers.withElement { rasterizer throws(RasterError) in
      defer { record(rasterizer.takeFaults()) }
      return try rasterizer.image(of: key, of: face)
    }
  }

  /// Returns the result for a glyph drawn from distance fields, without caching.
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

extension GlyphSource {
  /// Computes the distance field of a glyph; `nil` for colour glyphs and for glyphs without an
  /// outline, for example spaces.
  ///
  /// The outline is unhinted and starts at a whole pixel. Each pixel holds the distance to the
  /// nearest part of the boundary. Flattened curves and rounded bytes cause errors of up to an
  /// eighth of a pixel, mostly a hundredth; narrower features may be missing. Thread-safe. Results
  /// are not cached.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em size in pixels of the field, at most `DistanceField.maximumSize`.
  ///   - spread: The distance in pixels beyond which bytes are constant, clamped to
  ///     `DistanceField.spreads`.
  /// - Throws: `RasterError` with code `tooLarge` if the em or the glyph is too large, or
  ///   `unusableFace` if FreeType cannot open the face.
  /// - Complexity: O(pixels + length of the outline × spread²).
  public func distanceField(
    of glyph: UInt32, in face: FontFace, size: Double, spread: Int = 4
  ) throws(RasterError) -> DistanceField? {
    guard !(size > DistanceField.maximumSize) else { throw DistanceField.tooLarge(size) }
    let rounded = (size * 64).rounded()
    guard rounded >= 1 else { return nil }
    let key = GlyphKey(face: face, glyph: glyph, size: UInt32(saturating: rounded))
    switch try field(of: key, of: face, spread: spread) {
    case .field(let field): return field
    case .blank, .layers, .image: return nil
    case .tooLarge: throw DistanceField.tooLarge(size)
    }
  }
}

extension DistanceField {
  fileprivate static func tooLarge(_ size: Double) -> RasterError {
    RasterError(
      code: .tooLarge, source: "distance field of \(size) pixels per em",
      reason: "the limits are an em of \(maximumSize), \(maximumTexels) pixels, and outlines that "
        + "go from pixel to pixel \(ScanLines.maximumCrossings / ScanLines.perPixel) times")
  }
}

/// A pool of objects, each for use by one thread at a time.
///
/// Operations move between threads, so objects that wrap C handles must not be keyed by thread: a
/// worker checks an object out, uses it and returns it. The lock is held only to push or pop. In
/// this module, because generic code of another module is not specialized and requests metadata at
/// each use.
final class ExclusivePool<Element, Failure: Error>: Sendable {
  /// Unchecked: a boxed element is reachable from the free list or from one borrower, never both.
  private struct Box: @unchecked Sendable {
    let element: Element
  }

  private let free = Mutex<[Box]>([])
  private let make: @Sendable () throws(Failure) -> Element

  /// The maximum number of idle elements; more concurrent threads recreate theirs.
  private static var maximumIdle: Int { 64 }

  /// Creates a pool that calls `make` if no element is free.
  init(_ make: @escaping @Sendable () throws(Failure) -> Element) {
    self.make = make
  }

  /// Removes the idle elements.
  func removeAll() {
    let dropped = free.withLock { free in
      defer { free = [] }
      return free
    }
    // Their memory is released here, outside the lock.
    withExtendedLifetime(dropped) {}
  }

  /// Lends an element to `body` for the duration of the call.
  func withElement<Result>(
    _ body: (Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let box: Box
    if let waiting = free.withLock({ $0.popLast() }) {
      box = waiting
    } else {
      box = Box(element: try make())
    }
    defer {
      free.withLock { if $0.count < Self.maximumIdle { $0.append(box) } }
    }
    return try body(box.element)
  }
}
