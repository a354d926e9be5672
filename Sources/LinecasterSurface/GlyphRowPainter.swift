import Dispatch
public import LinecasterBase
import LinecasterCells
public import LinecasterList
public import LinecasterRaster

/// Draws rows from an atlas of glyphs that a worker fills.
@MainActor
final class GlyphRowPainter<Surface: GlyphSurface> {
  private let surface: Surface
  private let pages: GlyphPages<Surface>
  private let pool: TexturePool<Surface>
  private let worker: GlyphWorker
  private let delivery: Delivery
  /// Runs work on the worker, in order.
  private let work: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let show: @MainActor (RowIdentity, GlyphRow<Surface>) -> Void
  private let fail: @MainActor (any Error) -> Void
  /// The numbers of the requested pictures, by row.
  private var requested: [RowIdentity: Int] = [:]
  private var lastNumber = 0

  init(
    on surface: Surface, from pool: TexturePool<Surface>, worker: GlyphWorker, delivery: Delivery,
    work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    show: @escaping @MainActor (RowIdentity, GlyphRow<Surface>) -> Void,
    fail: @escaping @MainActor (any Error) -> Void
  ) {
    self.surface = surface
    self.pool = pool
    pages = GlyphPages(on: surface)
    self.worker = worker
    self.delivery = delivery
    self.work = work
    self.show = show
    self.fail = fail
  }

  /// The number of textures that belong to no row.
  var textureCount: Int { pages.count }

  /// Whether drawings are under way.
  var isBusy: Bool { !requested.isEmpty }

  /// Requests drawings of rows; each replaces the earlier request for its row.
  func display(_ rows: [DisplayedRow], in snapshot: TableSnapshot) {
    let requests = rows.compactMap { row -> GlyphWorker.Request? in
      guard case .arrangement(let arrangement) = row.content else { return nil }
      lastNumber += 1
      requested[row.identity] = lastNumber
      return GlyphWorker.Request(
        number: lastNumber, identity: row.identity, kind: row.kind, arrangement: arrangement)
    }
    let environment = snapshot.environment
    let take: @MainActor @Sendable (GlyphWorker.Outcome) -> Void = { [weak self] outcome in
      self?.take(outcome)
    }
    work { [worker, delivery] in
      let outcome = worker.run(requests, in: environment)
      delivery.send { take(outcome) }
    }
  }

  /// Cancels the requests for some rows.
  func recycle(_ rows: [RowIdentity]) {
    for row in rows { requested[row] = nil }
  }

  /// Stores a worker's results: pages first, then the rows that are still requested.
  private func take(_ outcome: GlyphWorker.Outcome) {
    pages.take(outcome.uploads, keeping: outcome.pages)
    for (request, picture) in outcome.rows {
      let number = request.number
      guard requested[request.identity] == number else {
        release(number)
        continue
      }
      requested[request.identity] = nil
      show(
        request.identity,
        GlyphRow(picture, of: request.kind, on: surface, pages, from: pool) { [weak self] in
          self?.release(number)
        })
    }
    if let failure = outcome.failure { fail(failure) }
  }

  /// Tells the worker to forget a picture.
  private func release(_ number: Int) {
    work { [worker] in worker.release(number) }
  }
}

extension SurfaceHost where Surface: GlyphSurface {
  /// Creates a host that draws the text of a list from a glyph atlas.
  ///
  /// The list must deliver arrangements. A worker draws everything except text into textures of the
  /// size of the drawing. The worker also draws whole rows if they are taller than 16,384 pixels,
  /// if the atlas has no room for them, or if their glyphs have subpixel coverage. Glyphs have the
  /// shapes and positions that a `DisplayRasterizer` gives them, but not the contrast that it adds
  /// at scales below 2.
  ///
  ///     let host = SurfaceHost(glyphsOn: window, size: size, pipeline: pipeline)
  ///     var options = AutoDiffController.Options()
  ///     options.output = .arrangements
  ///     let controller = AutoDiffController(
  ///       pipeline: pipeline, environment: environment, host: host, options: options)
  ///     host.controller = controller
  ///
  /// - Parameters:
  ///   - surface: The renderer of textures and glyphs.
  ///   - size: The size of the list's part of the surface, in layout points.
  ///   - pipeline: The pipeline of the list, whose glyphs and images the host shares.
  ///   - atlas: The limits of the atlas.
  ///   - delivery: The way results reach the main actor.
  public convenience init(
    glyphsOn surface: Surface, size: Size, pipeline: PrecomputePipeline,
    atlas: GlyphAtlas.Options = .init(), delivery: Delivery = .mainQueue
  ) {
    let queue = DispatchQueue(label: "linecaster.glyphs")
    self.init(
      glyphsOn: surface, size: size, pipeline: pipeline, atlas: atlas, delivery: delivery,
      work: { queue.async(execute: $0) })
  }

  convenience init(
    glyphsOn surface: Surface, size: Size, pipeline: PrecomputePipeline,
    atlas: GlyphAtlas.Options, delivery: Delivery,
    work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.init(on: surface, size: size)
    let glyphs = GlyphRowPainter(
      on: surface, from: pool, worker: GlyphWorker(pipeline.rasterizer, options: atlas),
      delivery: delivery, work: work, show: { [weak self] in self?.show($1, for: $0) },
      fail: { [weak self] in self?.displayFailed($0) })
    painter = Painter(
      textureCount: { glyphs.textureCount }, display: { glyphs.display($0, in: $1) },
      recycle: { glyphs.recycle($0) }, isBusy: { glyphs.isBusy })
  }
}

/// A row that is drawn from an atlas.
@MainActor
final class GlyphRow<Surface: GlyphSurface>: RowPicture {
  let width, height: Int
  private var layers: [Layer] = []
  private let surface: Surface
  private let pool: TexturePool<Surface>
  private let release: @MainActor () -> Void

  private enum Layer {
    case texture(TexturePool<Surface>.Pooled, Rect)
    /// Quads of a page, which lives as long as the row, even if the atlas has dropped it.
    case glyphs([GlyphVertex], GlyphPage<Surface>)
  }

  /// - Parameter release: Called once the row's glyphs are no longer needed.
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
  /// Returns the vertex in its row's place.
  fileprivate func placed(
    at origin: Point, opacity: Double, _ map: ((Point) -> Point)?
  ) -> GlyphVertex {
    var point = Point(x: Double(x) + origin.x, y: Double(y) + origin.y)
    if let map { point = map(point) }
    var vertex = self
    (vertex.x, vertex.y) = (Float(point.x), Float(point.y))
    return opacity < 1 ? vertex.faded(to: UInt8(saturating: (opacity * 255).rounded())) : vertex
  }

  /// Returns the vertex with its colour, which is premultiplied, multiplied by an opacity.
  private func faded(to opacity: UInt8) -> GlyphVertex {
    var vertex = self
    vertex.red = red.multiplied(by: opacity)
    vertex.green = green.multiplied(by: opacity)
    vertex.blue = blue.multiplied(by: opacity)
    vertex.alpha = alpha.multiplied(by: opacity)
    return vertex
  }
}

/// The texture of a page, alive while the atlas or a row uses it.
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
  /// The number of textures, including pages that only rows still use.
  fileprivate(set) var count = 0

  init(on surface: Surface) { self.surface = surface }

  subscript(page: GlyphPageName) -> GlyphPage<Surface>? { pages[page] }

  /// Updates textures, creates new ones, and drops all except the named ones.
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

extension SurfaceHost {
  /// Draws rows that a list delivers as arrangements.
  struct Painter {
    /// The number of textures that belong to no row.
    let textureCount: @MainActor () -> Int
    /// Requests drawings of rows of a state; each replaces the earlier request for its row.
    let display: @MainActor ([DisplayedRow], TableSnapshot) -> Void
    /// Cancels the requests for some rows.
    let recycle: @MainActor ([RowIdentity]) -> Void
    /// Whether drawings are under way.
    let isBusy: @MainActor () -> Bool
  }
}
