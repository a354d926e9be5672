import LinecasterCells
import LinecasterRaster

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
