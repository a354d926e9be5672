public import LinecasterBase
public import LinecasterFonts
import Synchronization

/// Finds the pixels of glyphs: in the cache, or by drawing them.
///
/// Any number of threads may use one source at once.
public final class GlyphSource: Sendable {
  /// The glyphs drawn before.
  public let cache: GlyphCache

  /// What was not drawn as its font has it, one error a face; at most a given number.
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

  /// The bytes of glyphs that are kept, and of keeping them.
  public var keptBytes: Int { cache.statistics.bytes }

  /// Drops all glyphs, and what was opened to draw them, as when memory is short.
  public func removeAll() {
    cache.removeAll()
    rasterizers.removeAll()
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

  /// The pixels of a coloured glyph, drawn again; nil for one without colours.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func image(for key: GlyphKey, of face: FontFace) throws(RasterError) -> GlyphBitmap? {
    try rasterizers.withElement { rasterizer throws(RasterError) in
      defer { record(rasterizer.takeFaults()) }
      return try rasterizer.image(of: key, of: face)
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

extension GlyphSource {
  /// The distances of pixels to the outline of a glyph, made again each time; nil for glyphs
  /// without an outline, such as spaces, and those that have colours.
  ///
  /// The outline is unhinted and starts at a whole pixel. Every pixel of the field takes the
  /// distance to the nearest of its pieces that have the inside on one side only, exact but for
  /// how curves are cut up and bytes rounded: within an eighth of a pixel, mostly a hundredth. What
  /// is narrower than that may be left out. Any thread.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em in pixels of the field, at most `DistanceField.maximumSize`.
  ///   - spread: The distance in pixels at which bytes stop to change, moved into
  ///     `DistanceField.spreads`.
  /// - Throws: `RasterError` with code `tooLarge` if the em or the glyph is, or `unusableFace` if
  ///   FreeType cannot open the face.
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
      code: .tooLarge, source: "distance field of \(size) pixels an em",
      reason: "the limits are an em of \(maximumSize), \(maximumTexels) pixels, and outlines that "
        + "go from pixel to pixel \(ScanLines.maximumCrossings / ScanLines.perPixel) times")
  }
}

/// Objects that one thread may use at a time, lent out and taken back.
///
/// Operations hop between threads, so what wraps a C handle must not be keyed by thread: a worker
/// checks an object out, uses it and returns it. The lock is held for a push or a pop only. In this
/// module, since generic code of another one is not specialized and asks for metadata at each use.
final class ExclusivePool<Element, Failure: Error>: Sendable {
  /// Unchecked: a boxed element is reachable from the free list or from one borrower, never both.
  private struct Box: @unchecked Sendable {
    let element: Element
  }

  private let free = Mutex<[Box]>([])
  private let make: @Sendable () throws(Failure) -> Element

  /// Elements kept while nobody uses them; more threads than this at once make theirs again.
  private static var maximumIdle: Int { 64 }

  /// Makes a pool that calls `make` when an element is wanted and none is free.
  init(_ make: @escaping @Sendable () throws(Failure) -> Element) {
    self.make = make
  }

  /// Drops the elements that nobody uses.
  func removeAll() {
    let dropped = free.withLock { free in
      defer { free = [] }
      return free
    }
    // Their memory is given back here, outside the lock.
    withExtendedLifetime(dropped) {}
  }

  /// Lends an element to `body` for the time of the call.
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
