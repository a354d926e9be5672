import LinecasterCells
import LinecasterDisplay
import LinecasterGeometry
import LinecasterList
import LinecasterRaster
import Synchronization

/// Turns rows into quads of an atlas, one after the other, away from the main actor.
///
/// Rows that are shown are used by each frame of the atlas, so that no glyph of theirs is dropped.
final class GlyphWorker: Sendable {
  /// A row to be drawn.
  struct Request: Sendable {
    let identity: RowIdentity
    let arrangement: CellArrangement
  }

  /// Rows that are drawn, and what their pages need.
  struct Outcome: Sendable {
    var uploads: [GlyphUpload] = []
    var rows: [(identity: RowIdentity, picture: GlyphPicture)] = []
    var failure: (any Error)?
  }

  private struct State {
    /// Nil before the first row.
    var batcher: DisplayBatcher?
    var drawings: [RowIdentity: AtlasDrawing] = [:]
  }

  private let rasterizer: DisplayRasterizer
  private let options: GlyphAtlas.Options
  private let state = Mutex(State())

  /// As far as the batcher reaches.
  private static let farthest = 16_384

  init(_ rasterizer: DisplayRasterizer, options: GlyphAtlas.Options) {
    self.rasterizer = rasterizer
    self.options = options
  }

  /// Forgets rows, whose glyphs may be dropped from now on.
  func forget(_ rows: [RowIdentity]) {
    state.withLock { state in
      for row in rows { state.drawings[row] = nil }
    }
  }

  /// Draws rows.
  ///
  /// - Complexity: O(glyphs) of the rows, O(shelves) of those that are shown besides.
  func run(_ requests: [Request], in environment: LayoutEnvironment) -> Outcome {
    state.withLock { state in
      var batcher = batcher(for: environment, &state)
      var outcome = Outcome()
      batcher.beginFrame()
      for drawing in state.drawings.values { _ = batcher.atlas.reuse(drawing) }
      for request in requests {
        do {
          let picture = try picture(
            of: request.arrangement.displayList, in: environment, &batcher
          ) { state.drawings[request.identity] = $0 }
          outcome.rows.append((request.identity, picture))
        } catch {
          outcome.failure = error
        }
      }
      unsafe batcher.atlas.forEachUpload { upload, bytes in
        // Copied while the atlas lends them.
        if let new = GlyphUpload(upload, unsafe [UInt8](bytes)) { outcome.uploads.append(new) }
      }
      state.batcher = batcher
      return outcome
    }
  }

  /// The batcher, which the state has none of meanwhile: two would be copied at each change.
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
    let limit = Self.farthest
    return DisplayBatcher(
      viewport: PixelRect(left: 0, top: 0, right: limit, bottom: limit), scale: environment.scale,
      glyphs: rasterizer.glyphs, rendering: rendering, options: options)
  }

  /// A row in layers: quads of glyphs, and between them what is none, as pixels.
  private func picture(
    of list: DisplayList, in environment: LayoutEnvironment, _ batcher: inout DisplayBatcher,
    keep: (AtlasDrawing) -> Void
  ) throws -> GlyphPicture {
    let scale = environment.scale
    var picture = GlyphPicture(
      width: scale.pixels(list.size.width), height: scale.pixels(list.size.height))
    let isNear = max(picture.width, picture.height) <= Self.farthest
    guard isNear, let drawing = try? batcher.makeDrawing(of: list) else {
      // Too tall, or the atlas is full: it is drawn as a list without atlas has it.
      let bitmap = try rasterizer.drawing(
        list, scale: scale, background: .clear, text: environment.textRendering,
        isCancelled: { false }
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
        picture.layers.append(.glyphs(drawing.multipliedVertices(of: batch), page: batch.page))
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
  /// The texels of an upload as colours that are multiplied by their alpha; nil for pages that no
  /// list draws with.
  fileprivate init?(_ upload: AtlasUpload, _ bytes: [UInt8]) {
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
      case .stripes, .distance: return nil
      }
    }
    guard let part = try? Bitmap(width: width, height: height, pixels: pixels) else { return nil }
    self.init(
      page: upload.page, identifier: upload.identifier, side: upload.side, rect: upload.rect,
      part: part)
  }
}

extension AtlasDrawing {
  /// The vertices of a batch, with colours that are multiplied by their alpha; the texels of images
  /// have colours of their own.
  fileprivate func multipliedVertices(of batch: GlyphBatch) -> [GlyphVertex] {
    vertices(of: batch).map { vertex in
      var vertex = vertex
      let alpha = Int(vertex.alpha)
      func multiplied(_ part: UInt8) -> UInt8 {
        UInt8(clamping: batch.kind == .color ? alpha : (Int(part) * alpha + 127) / 255)
      }
      (vertex.red, vertex.green) = (multiplied(vertex.red), multiplied(vertex.green))
      vertex.blue = multiplied(vertex.blue)
      return vertex
    }
  }
}
