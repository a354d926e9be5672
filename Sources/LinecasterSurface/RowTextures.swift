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

/// The textures of a row: one, or several stacked ones if the row is tall.
@MainActor
final class RowTextures<Surface: RowSurface>: RowPicture {
  /// The height of a texture in pixels: renderers have limits, and only the visible tiles are
  /// drawn.
  static var tileHeight: Int { 1_024 }

  private(set) var bitmap: Bitmap
  private var tiles: [(pooled: TexturePool<Surface>.Pooled, top: Int)] = []
  private let kind: ReuseKind
  private let surface: Surface
  private let pool: TexturePool<Surface>

  init(_ bitmap: Bitmap, of kind: ReuseKind, on surface: Surface, from pool: TexturePool<Surface>) {
    self.bitmap = bitmap
    self.kind = kind
    self.surface = surface
    self.pool = pool
    makeTiles()
  }

  var width: Int { bitmap.width }
  var height: Int { bitmap.height }
  var count: Int { tiles.count }

  /// Shows other pixels, reusing the textures if the size is the same.
  ///
  /// - Parameter changes: The areas that differ; `nil` if unknown.
  func show(_ new: Bitmap, changes: [PixelRect]? = nil) {
    let old = bitmap
    bitmap = new
    guard (old.width, old.height) == (new.width, new.height) else {
      drop()
      return makeTiles()
    }
    let changes = changes ?? new.changes(since: old)
    guard !changes.isEmpty else { return }
    for tile in tiles {
      let inTile = changes.compactMap { $0.rows(tile.top..<tile.top + tile.pooled.height) }
      guard !inTile.isEmpty else { continue }
      surface.change(tile.pooled.texture, to: pixels(tile.top, tile.pooled.height), in: inTile)
    }
  }

  func draw(
    at origin: Point, opacity: Double, visible: Range<Double>, _ map: ((Point) -> Point)?
  ) {
    for tile in tiles {
      let frame = Rect(
        x: origin.x, y: origin.y + Double(tile.top), width: Double(bitmap.width),
        height: Double(tile.pooled.height))
      let quad = SurfaceQuad(frame, opacity: opacity)
      if let map {
        surface.draw(tile.pooled.texture, quad.mapped(map))
      } else if frame.maxY > visible.lowerBound, frame.minY < visible.upperBound {
        surface.draw(tile.pooled.texture, quad)
      }
    }
  }

  func drop() {
    for tile in tiles { pool.takeBack(tile.pooled) }
    tiles = []
  }

  private func makeTiles() {
    for top in stride(from: 0, to: bitmap.height, by: Self.tileHeight) {
      let height = min(Self.tileHeight, bitmap.height - top)
      guard let pooled = pool.texture(of: pixels(top, height), for: kind) else { continue }
      tiles.append((pooled, top))
    }
  }

  private func pixels(_ top: Int, _ height: Int) -> Bitmap {
    height == bitmap.height
      ? bitmap
      : bitmap.cropped(x: 0, y: top, width: bitmap.width, height: height)
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
