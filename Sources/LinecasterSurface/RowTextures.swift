import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterList
import LinecasterRaster

/// The stored drawing of a row.
@MainActor
protocol RowPicture: AnyObject {
  /// Its size in device pixels.
  var width: Int { get }
  var height: Int { get }
  /// The number of textures of its own.
  var count: Int { get }

  /// Returns whether the pixels of some rows are there.
  func hasPixels(in rows: Range<Double>) -> Bool

  /// Draws the row with its top left corner at a place in device pixels.
  ///
  /// - Parameters:
  ///   - visible: The visible rows of pixels of the surface; what is beyond may be left
  ///     out.
  ///   - map: A further mapping of corners.
  func draw(
    at origin: Point, opacity: Double, visible: Range<Double>, _ map: ((Point) -> Point)?)

  /// Drops all textures.
  func drop()
}

extension RowPicture {
  func hasPixels(in rows: Range<Double>) -> Bool { true }
}

extension SurfaceHost {
  /// Returns whether a row is in sight in a frame without all of its pixels there.
  func isLate(_ picture: (any RowPicture)?, in frame: Rect) -> Bool {
    guard frame.maxY > 0, frame.minY < size.height else { return false }
    guard let picture else { return true }
    let top = (frame.minY * scale.factor).rounded()
    return !picture.hasPixels(in: -top..<max(-top, size.height * scale.factor - top))
  }
}

/// The textures of a row: one for each drawn band.
@MainActor
final class RowTextures<Surface: RowSurface>: RowPicture {
  /// A band of the row, and its texture; `nil` if the renderer had no room for it.
  private struct Tile {
    let pooled: TexturePool<Surface>.Pooled?
    var band: CellImage.Band
  }

  private var image: CellImage
  private var tiles: [Tile] = []
  private let kind: ReuseKind
  private let surface: Surface
  private let pool: TexturePool<Surface>

  init(
    _ image: CellImage, of kind: ReuseKind, on surface: Surface, from pool: TexturePool<Surface>
  ) {
    self.image = image
    self.kind = kind
    self.surface = surface
    self.pool = pool
    tiles = image.bands.map { Tile(pooled: pool.texture(of: $0.bitmap, for: kind), band: $0) }
  }

  var width: Int { image.width }
  var height: Int { image.height }
  var count: Int { tiles.count { $0.pooled != nil } }

  func hasPixels(in rows: Range<Double>) -> Bool {
    guard let first = image.bands.first, let last = image.bands.last else { return true }
    let seen = rows.clamped(to: 0..<Double(image.height))
    return seen.isEmpty
      || Double(first.top) <= seen.lowerBound
        && seen.upperBound <= Double(last.top + last.bitmap.height)
  }

  /// Shows other pixels, reusing the textures of bands of the same size. Bands that share their
  /// pixels with those before are not uploaded.
  ///
  /// - Parameter changes: The areas that differ in an image of the same size; `nil` if unknown.
  func show(_ new: CellImage, changes: [PixelRect]? = nil) {
    image = new
    var old = tiles
    let known = new.bands.map { band -> Tile? in
      let index = old.firstIndex { tile in
        tile.band.top == band.top && tile.band.bitmap.width == band.bitmap.width
          && tile.band.bitmap.height == band.bitmap.height && tile.pooled != nil
      }
      return index.map { old.remove(at: $0) }
    }
    for tile in old { if let pooled = tile.pooled { pool.takeBack(pooled) } }
    tiles = zip(new.bands, known).map { band, tile in
      guard let tile, let pooled = tile.pooled else {
        return Tile(pooled: pool.texture(of: band.bitmap, for: kind), band: band)
      }
      let differences =
        changes?.compactMap { $0.rows(band.top..<band.top + band.bitmap.height) }
        ?? band.bitmap.changes(since: tile.band.bitmap)
      if !differences.isEmpty { surface.change(pooled.texture, to: band.bitmap, in: differences) }
      return Tile(pooled: pooled, band: band)
    }
  }

  func draw(
    at origin: Point, opacity: Double, visible: Range<Double>, _ map: ((Point) -> Point)?
  ) {
    for tile in tiles {
      guard let pooled = tile.pooled else { continue }
      let frame = Rect(
        x: origin.x, y: origin.y + Double(tile.band.top), width: Double(pooled.width),
        height: Double(pooled.height))
      let quad = SurfaceQuad(frame, opacity: opacity)
      if let map {
        surface.draw(pooled.texture, quad.mapped(map))
      } else if frame.maxY > visible.lowerBound, frame.minY < visible.upperBound {
        surface.draw(pooled.texture, quad)
      }
    }
  }

  func drop() {
    for tile in tiles { if let pooled = tile.pooled { pool.takeBack(pooled) } }
    tiles = []
  }
}

extension PixelRect {
  /// Returns the part in a range of pixel rows, relative to its first row; `nil` for none.
  fileprivate func rows(_ rows: Range<Int>) -> PixelRect? {
    let (top, bottom) = (max(top, rows.lowerBound), min(bottom, rows.upperBound))
    guard top < bottom else { return nil }
    return PixelRect(
      left: left, top: top - rows.lowerBound, right: right, bottom: bottom - rows.lowerBound)
  }
}

extension DisplayTransform {
  /// Returns the map of device pixels for a transform of layout points about a centre; `nil` for
  /// the identity.
  func map(about center: Point, _ factor: Double) -> ((Point) -> Point)? {
    guard self != .identity else { return nil }
    var pixels = self
    (pixels.x, pixels.y) = (x * factor, y * factor)
    return pixels.around(center).apply
  }
}

/// A pool of row textures: dropped ones are reused for rows of the same kind, because making a
/// texture costs a renderer more than filling one.
@MainActor
final class TexturePool<Surface: RowSurface> {
  /// A texture, with its kind and size.
  struct Pooled {
    let texture: Surface.Texture
    let kind: ReuseKind
    let width, height: Int

    fileprivate var area: Int { width * height }
  }

  private let surface: Surface
  /// The unused textures, oldest first.
  private var spare: [Pooled] = []
  private var spareArea = 0
  /// The number of pixels in used textures.
  private var usedArea = 0

  init(on surface: Surface) { self.surface = surface }

  /// The number of unused textures.
  var spareCount: Int { spare.count }

  /// Returns a texture with the given pixels; `nil` if the renderer has no room for another.
  ///
  /// - Complexity: O(unused textures), plus the pixels.
  func texture(of pixels: Bitmap, for kind: ReuseKind) -> Pooled? {
    let (width, height) = (pixels.width, pixels.height)
    let known = spare.lastIndex { ($0.kind, $0.width, $0.height) == (kind, width, height) }
    if let known {
      let pooled = spare.remove(at: known)
      spareArea -= pooled.area
      usedArea += pooled.area
      let whole = PixelRect(left: 0, top: 0, right: width, bottom: height)
      surface.change(pooled.texture, to: pixels, in: [whole])
      return pooled
    }
    guard let texture = makeTexture(of: pixels) else { return nil }
    let pooled = Pooled(texture: texture, kind: kind, width: width, height: height)
    usedArea += pooled.area
    return pooled
  }

  /// Takes back a texture that its row no longer shows.
  ///
  /// Unused textures are kept up to half the pixels of used ones; the oldest are evicted.
  func takeBack(_ pooled: Pooled) {
    usedArea -= pooled.area
    spareArea += pooled.area
    spare.append(pooled)
    while spareArea > usedArea / 2 { dropOldest() }
  }

  /// Makes a texture, dropping unused ones if the renderer has no room.
  private func makeTexture(of pixels: Bitmap) -> Surface.Texture? {
    if let texture = surface.makeTexture(of: pixels) { return texture }
    guard !spare.isEmpty else { return nil }
    while !spare.isEmpty { dropOldest() }
    return surface.makeTexture(of: pixels)
  }

  private func dropOldest() {
    guard !spare.isEmpty else { return }
    let pooled = spare.removeFirst()
    spareArea -= pooled.area
    surface.drop(pooled.texture)
  }
}
