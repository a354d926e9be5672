import LinecasterGeometry
import LinecasterList
import LinecasterRaster

/// What a row looks like for a renderer with an atlas, from back to front.
struct GlyphPicture: Sendable {
  /// A step of the drawing.
  enum Layer: Sendable {
    /// What is no text, as pixels with their top left corner at a place.
    case pixels(Bitmap, x: Int, y: Int)
    /// Quads from a page.
    case glyphs([GlyphVertex], page: Int)
  }

  /// The size of the row in device pixels.
  let width, height: Int
  var layers: [Layer] = []
}

/// What has to be in the pages of a renderer before a picture is drawn.
struct GlyphUpload: Sendable {
  let page: Int
  /// Which of the pages that were at that place.
  let identifier: Int
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
  private let pages: GlyphPages<Surface>

  private enum Layer {
    case texture(Surface.Texture, Rect)
    case glyphs([GlyphVertex], page: Int)
  }

  init(_ picture: GlyphPicture, on surface: Surface, _ pages: GlyphPages<Surface>) {
    (width, height) = (picture.width, picture.height)
    self.surface = surface
    self.pages = pages
    for layer in picture.layers {
      switch layer {
      case .pixels(let bitmap, let x, let y):
        guard let texture = surface.makeTexture(of: bitmap) else { continue }
        let frame = Rect(
          x: Double(x), y: Double(y), width: Double(bitmap.width), height: Double(bitmap.height))
        layers.append(.texture(texture, frame))
      case .glyphs(let vertices, let page): layers.append(.glyphs(vertices, page: page))
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
    guard origin.y < visible.upperBound,
      origin.y + Double(height) > visible.lowerBound || map != nil
    else { return }
    for layer in layers {
      switch layer {
      case .texture(let texture, let frame):
        let quad = SurfaceQuad(frame.offset(x: origin.x, y: origin.y), opacity: opacity)
        surface.draw(texture, map.map { quad.mapped($0) } ?? quad)
      case .glyphs(let vertices, let page):
        guard let texture = pages[page] else { continue }
        surface.draw(vertices.map { $0.placed(at: origin, opacity: opacity, map) }, from: texture)
      }
    }
  }

  func drop() {
    for case .texture(let texture, _) in layers { surface.drop(texture) }
    layers = []
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
    guard opacity < 1 else { return vertex }
    func faded(_ part: UInt8) -> UInt8 {
      UInt8(saturating: (Double(part) * max(0, opacity)).rounded())
    }
    (vertex.red, vertex.green) = (faded(red), faded(green))
    (vertex.blue, vertex.alpha) = (faded(blue), faded(alpha))
    return vertex
  }
}

/// The textures of an atlas.
@MainActor
final class GlyphPages<Surface: GlyphSurface> {
  private var pages: [Int: (identifier: Int, texture: Surface.Texture)] = [:]
  private let surface: Surface

  init(on surface: Surface) { self.surface = surface }

  subscript(page: Int) -> Surface.Texture? { pages[page]?.texture }

  /// The number of textures.
  var count: Int { pages.count }

  /// Brings a texture up to date, and makes it where there is none yet.
  func take(_ upload: GlyphUpload) {
    if let known = pages[upload.page], known.identifier != upload.identifier {
      surface.drop(known.texture)
      pages[upload.page] = nil
    }
    if pages[upload.page] == nil {
      guard let empty = try? Bitmap(width: upload.side, height: upload.side),
        let texture = surface.makeTexture(of: empty)
      else { return }
      pages[upload.page] = (upload.identifier, texture)
    }
    if let page = pages[upload.page] {
      surface.change(page.texture, to: upload.part, at: upload.rect)
    }
  }

  /// Lets go of all textures.
  func drop() {
    for page in pages.values { surface.drop(page.texture) }
    pages = [:]
  }
}
