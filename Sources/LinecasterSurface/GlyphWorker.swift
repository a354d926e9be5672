import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterList
import LinecasterRaster
import Synchronization

/// Turns rows into quads of an atlas, one at a time, away from the main actor.
///
/// Each frame of the atlas counts the glyphs of all kept pictures as used, so none is evicted.
final class GlyphWorker: Sendable {
  /// A row to be drawn.
  struct Request: Sendable {
    /// The number of the picture.
    let number: Int
    let identity: RowIdentity
    let kind: ReuseKind
    let arrangement: CellArrangement
  }

  /// Drawn rows, and the uploads that their pages need.
  struct Outcome: Sendable {
    var uploads: [GlyphUpload] = []
    /// All existing pages.
    var pages: Set<GlyphPageName> = []
    var rows: [(request: Request, picture: GlyphPicture)] = []
    var failure: (any Error)?
  }

  private struct State {
    /// `nil` before the first row.
    var batcher: DisplayBatcher?
    /// The number of the current atlas.
    var atlas = 0
    /// The contents of pictures that use this atlas, by number.
    var drawings: [Int: AtlasDrawing] = [:]
  }

  private let rasterizer: DisplayRasterizer
  private let options: GlyphAtlas.Options
  private let state = Mutex(State())

  /// The largest coordinate that the batcher supports, in device pixels.
  private static let farthest = 16_384

  init(_ rasterizer: DisplayRasterizer, options: GlyphAtlas.Options) {
    self.rasterizer = rasterizer
    self.options = options
  }

  /// Forgets a picture; its glyphs may be evicted from now on.
  func release(_ number: Int) {
    state.withLock { $0.drawings[number] = nil }
  }

  /// Draws rows.
  ///
  /// - Complexity: O(glyphs) for the rows, plus O(shelves) for other visible rows.
  func run(_ requests: [Request], in environment: LayoutEnvironment) -> Outcome {
    state.withLock { state in
      var batcher = batcher(for: environment, &state)
      var outcome = Outcome()
      batcher.beginFrame()
      for drawing in state.drawings.values { _ = batcher.atlas.reuse(drawing) }
      for request in requests {
        do {
          let picture = try picture(
            of: request.arrangement.displayList, in: environment, atlas: state.atlas, &batcher
          ) { state.drawings[request.number] = $0 }
          outcome.rows.append((request, picture))
        } catch {
          outcome.failure = error
        }
      }
      unsafe batcher.atlas.forEachUpload { upload, bytes in
        // Copied because the atlas only lends them.
        let new = GlyphUpload(upload, unsafe [UInt8](bytes), atlas: state.atlas)
        if let new { outcome.uploads.append(new) }
      }
      for page in batcher.atlas.pages where page.side > 0 {
        outcome.pages.insert(GlyphPageName(atlas: state.atlas, identifier: page.identifier))
      }
      state.batcher = batcher
      return outcome
    }
  }

  /// Takes the batcher out of the state; with two references every change would copy it.
  private func batcher(
    for environment: LayoutEnvironment, _ state: inout State
  ) -> DisplayBatcher {
    let rendering = rasterizer.rendering(at: environment.scale, environment.textRendering)
    if let known = state.batcher.take(), known.scale == environment.scale,
      known.rendering == rendering
    {
      return known
    }
    state.drawings = [:]
    state.atlas += 1
    let limit = Self.farthest
    return DisplayBatcher(
      viewport: PixelRect(left: 0, top: 0, right: limit, bottom: limit), scale: environment.scale,
      glyphs: rasterizer.glyphs, rendering: rendering, options: options)
  }

  /// Returns the layers of a row: quads of glyphs, and everything else as pixels in between.
  private func picture(
    of list: DisplayList, in environment: LayoutEnvironment, atlas: Int,
    _ batcher: inout DisplayBatcher, keep: (AtlasDrawing) -> Void
  ) throws -> GlyphPicture {
    let scale = environment.scale
    var picture = GlyphPicture(
      width: scale.pixels(list.size.width), height: scale.pixels(list.size.height))
    let isNear = max(picture.width, picture.height) <= Self.farthest
    guard isNear, !list.hasBackdrops, let drawing = try? batcher.makeDrawing(of: list),
      drawing.isMultiplied
    else {
      // Too tall, atlas full, subpixel glyphs, or a group that changes its backdrop: draw the row
      // as a list without an atlas does.
      let bitmap = try rasterizer.drawing(
        list, scale: scale, background: .clear, text: environment.textRendering,
        .unlimited
      ).bitmap
      picture.layers = [.pixels(bitmap, x: 0, y: 0)]
      return picture
    }
    keep(drawing)
    var canvas: Canvas?
    func flush() {
      guard let bitmap = canvas?.bitmap, let ink = bitmap.inkRect else { return canvas = nil }
      let part = bitmap.cropped(x: ink.left, y: ink.top, width: ink.width, height: ink.height)
      picture.layers.append(.pixels(part, x: ink.left, y: ink.top))
      canvas = nil
    }
    for step in drawing.steps {
      switch step {
      case .list: break
      case .glyphs(let batch):
        flush()
        let page = GlyphPageName(
          atlas: atlas, identifier: batcher.atlas.pages[batch.page].identifier)
        picture.layers.append(.glyphs(drawing.multipliedVertices(of: batch), page: page))
      case .command, .beneath, .above:
        if canvas == nil {
          canvas = rasterizer.canvas(
            on: try Bitmap(width: picture.width, height: picture.height), scale: scale,
            text: environment.textRendering)
        }
        try canvas?.draw(step)
      }
    }
    flush()
    return picture
  }
}

extension GlyphUpload {
  /// Converts the texels of an upload to premultiplied colours; `nil` for pages that lists do not
  /// use.
  fileprivate init?(_ upload: AtlasUpload, _ bytes: [UInt8], atlas: Int) {
    let (width, height) = (upload.rect.width, upload.rect.height)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for row in 0..<height {
      let start = row * upload.rowBytes
      switch upload.kind {
      case .mask:
        for texel in bytes[start..<start + width] {
          pixels.append(contentsOf: repeatElement(texel, count: 4))
        }
      case .color: pixels.append(contentsOf: bytes[start..<start + width * 4])
      case .subpixels, .distance: return nil
      }
    }
    guard let part = try? Bitmap(width: width, height: height, pixels: pixels) else { return nil }
    self.init(
      page: GlyphPageName(atlas: atlas, identifier: upload.identifier), side: upload.side,
      rect: upload.rect, part: part)
  }
}

extension AtlasDrawing {
  /// Whether drawing texels times a colour is correct for all pages.
  fileprivate var isMultiplied: Bool {
    steps.allSatisfy { step in
      guard case .glyphs(let batch) = step else { return true }
      return batch.kind == .mask || batch.kind == .color
    }
  }

  /// Returns the vertices of a batch with premultiplied colours; texels of images have their own
  /// colours.
  fileprivate func multipliedVertices(of batch: GlyphBatch) -> [GlyphVertex] {
    vertices(of: batch).map { vertex in
      var vertex = vertex
      let alpha = vertex.alpha
      func multiplied(_ part: UInt8) -> UInt8 {
        batch.kind == .color ? alpha : part.multiplied(by: alpha)
      }
      (vertex.red, vertex.green) = (multiplied(vertex.red), multiplied(vertex.green))
      vertex.blue = multiplied(vertex.blue)
      return vertex
    }
  }
}

/// The layers of a row for a renderer with a glyph atlas, from back to front.
struct GlyphPicture: Sendable {
  /// A step of the drawing.
  enum Layer: Sendable {
    /// Everything except text, as pixels with their top left corner at a place.
    case pixels(Bitmap, x: Int, y: Int)
    /// Quads from a page.
    case glyphs([GlyphVertex], page: GlyphPageName)
  }

  /// The size of the row in device pixels.
  let width, height: Int
  var layers: [Layer] = []
}

/// The identity of a page of glyphs, unique across all atlases over time.
struct GlyphPageName: Hashable, Sendable {
  /// The number of the atlas; each scale has its own.
  let atlas: Int
  /// The number of the page in its atlas.
  let identifier: Int
}

/// Pixels that a renderer's page needs before a picture is drawn.
struct GlyphUpload: Sendable {
  let page: GlyphPageName
  let side: Int
  let rect: PixelRect
  let part: Bitmap
}
