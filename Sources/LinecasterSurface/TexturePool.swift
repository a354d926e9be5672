import LinecasterCells
import LinecasterRaster

/// The textures of rows: those that a row lets go of are kept for others of its kind, since making
/// one costs a renderer more than filling it again.
@MainActor
final class TexturePool<Surface: RowSurface> {
  /// A texture, and what can be shown in it.
  struct Pooled {
    let texture: Surface.Texture
    let kind: ReuseKind
    let width, height: Int

    fileprivate var area: Int { width * height }
  }

  private let surface: Surface
  /// Those that no row has, oldest first.
  private var spare: [Pooled] = []
  private var spareArea = 0
  /// The pixels of those that rows have.
  private var usedArea = 0

  init(on surface: Surface) { self.surface = surface }

  /// The number of textures that wait for a row.
  var spareCount: Int { spare.count }

  /// A texture with these pixels; nil where the renderer has no room for another.
  ///
  /// - Complexity: O(spare textures) besides the pixels.
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

  /// Takes a texture that its row does not show any more.
  ///
  /// Half as many pixels as rows have may wait: what leaves makes room for what comes.
  func takeBack(_ pooled: Pooled) {
    usedArea -= pooled.area
    spareArea += pooled.area
    spare.append(pooled)
    while spareArea > usedArea / 2 { dropOldest() }
  }

  /// What waits is room for what is shown.
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
