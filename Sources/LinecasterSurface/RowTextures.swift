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
