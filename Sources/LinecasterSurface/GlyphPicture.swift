import LinecasterCells
import LinecasterBase
import LinecasterList
import LinecasterRaster

/// What a row looks like for a renderer with an atlas, from back to front.
struct GlyphPicture: Sendable {
  /// A step of the drawing.
  enum Layer: Sendable {
    /// What is no text, as pixels with their top left corner at a place.
    case pixels(Bitmap, x: Int, y: Int)
    /// Quads from a page.
    case glyphs([GlyphVertex], page: GlyphPageName)
  }

  /// The size of the row in device pixels.
  let width, height: Int
  var layers: [Layer] = []
}

/// What tells a page of glyphs from all others that there have been.
struct GlyphPageName: Hashable, Sendable {
  /// Which atlas it is of: another scale has another one.
  let atlas: Int
  /// Which of the atlas's pages.
  let identifier: Int
}

/// What has to be in the pages of a renderer before a picture is drawn.
struct GlyphUpload: Sendable {
  let page: GlyphPageName
  let side: Int
  let rect: PixelRect
  let part: Bitmap
}

/// A row as an atlas draws it.
@MainActor
final class GlyphRow<Surface: GlyphSurface>: RowPicture {
  let width, height: Int
  private var layers: [Layer] = []
  private let surface: Surface
  private let pool: TexturePool<Surface>
  private let release: @MainActor () -> Void

  private enum Layer {
    case texture(TexturePool<Surface>.Pooled, Rect)
    /// The page stays as long as the row, also where the atlas has dropped it.
    case glyphs([GlyphVertex], GlyphPage<Surface>)
  }

  /// - Parameter release: Called once its glyphs are not needed any more.
  init(
    _ picture: GlyphPicture, of kind: ReuseKind, on surface: Surface, _ pages: GlyphPages<Surface>,
    from pool: TexturePool<Surface>, release: @escaping @MainActor () -> Void
  ) {
    (width, height) = (picture.width, picture.height)
    self.surface = surface
    self.pool = pool
    self.release = release
    for layer in picture.layers {
      switch layer {
      case .pixels(let bitmap, let x, let y):
        guard let pooled = pool.texture(of: bitmap, for: kind) else { continue }
        let frame = Rect(
          x: Double(x), y: Double(y), width: Double(bitmap.width), height: Double(bitmap.height))
        layers.append(.texture(pooled, frame))
      case .glyphs(let vertices, let name):
        if let page = pages[name] { layers.append(.glyphs(vertices, page)) }
      }
    }
  }

  var count: Int {
    layers.count { layer in
      if case .texture = layer { true } else { false }
    }
  }

  func draw(
    at origin: Point, opacity: Double, visible: Range<Double>, _ map: ((Point) -> Point)?
  ) {
    let isSeen =
      origin.y < visible.upperBound && origin.y + Double(height) > visible.lowerBound
    guard isSeen || map != nil else { return }
    for layer in layers {
      switch layer {
      case .texture(let pooled, let frame):
        let quad = SurfaceQuad(frame.offset(x: origin.x, y: origin.y), opacity: opacity)
        surface.draw(pooled.texture, map.map { quad.mapped($0) } ?? quad)
      case .glyphs(let vertices, let page):
        surface.draw(
          vertices.map { $0.placed(at: origin, opacity: opacity, map) }, from: page.texture)
      }
    }
  }

  func drop() {
    for case .texture(let pooled, _) in layers { pool.takeBack(pooled) }
    layers = []
    release()
  }
}

extension GlyphVertex {
  /// The vertex where its row is.
  fileprivate func placed(
    at origin: Point, opacity: Double, _ map: ((Point) -> Point)?
  ) -> GlyphVertex {
    var point = Point(x: Double(x) + origin.x, y: Double(y) + origin.y)
    if let map { point = map(point) }
    var vertex = self
    (vertex.x, vertex.y) = (Float(point.x), Float(point.y))
    return opacity < 1 ? vertex.faded(to: UInt8(saturating: (opacity * 255).rounded())) : vertex
  }

  /// The vertex with all parts of its colour multiplied, which are so by their alpha.
  private func faded(to opacity: UInt8) -> GlyphVertex {
    var vertex = self
    vertex.red = red.multiplied(by: opacity)
    vertex.green = green.multiplied(by: opacity)
    vertex.blue = blue.multiplied(by: opacity)
    vertex.alpha = alpha.multiplied(by: opacity)
    return vertex
  }
}

/// The texture of a page, for as long as the atlas or a row has it.
@MainActor
final class GlyphPage<Surface: GlyphSurface> {
  let texture: Surface.Texture
  private let surface: Surface
  private weak var pages: GlyphPages<Surface>?

  fileprivate init(_ texture: Surface.Texture, on surface: Surface, in pages: GlyphPages<Surface>) {
    self.texture = texture
    self.surface = surface
    self.pages = pages
    pages.count += 1
  }

  isolated deinit {
    surface.drop(texture)
    pages?.count -= 1
  }
}

/// The textures of an atlas.
@MainActor
final class GlyphPages<Surface: GlyphSurface> {
  private var pages: [GlyphPageName: GlyphPage<Surface>] = [:]
  private let surface: Surface
  /// The number of textures, those that rows alone have included.
  fileprivate(set) var count = 0

  init(on surface: Surface) { self.surface = surface }

  subscript(page: GlyphPageName) -> GlyphPage<Surface>? { pages[page] }

  /// Brings textures up to date, makes those that are new, and lets go of all but those named.
  func take(_ uploads: [GlyphUpload], keeping names: Set<GlyphPageName>) {
    for upload in uploads {
      guard let page = pages[upload.page] ?? makePage(side: upload.side) else { continue }
      pages[upload.page] = page
      surface.change(page.texture, to: upload.part, at: upload.rect)
    }
    pages = pages.filter { names.contains($0.key) }
  }

  private func makePage(side: Int) -> GlyphPage<Surface>? {
    guard let empty = try? Bitmap(width: side, height: side),
      let texture = surface.makeTexture(of: empty)
    else { return nil }
    return GlyphPage(texture, on: surface, in: self)
  }
}
