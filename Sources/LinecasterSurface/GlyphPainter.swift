import Dispatch
public import LinecasterBase
public import LinecasterList
public import LinecasterRaster

/// Makes pictures of rows that a list hands over as arrangements.
@MainActor
protocol ArrangementPainter: AnyObject {
  /// The number of textures that are no row's.
  var textureCount: Int { get }

  /// Has rows drawn, each in place of what was asked for before.
  func display(_ rows: [DisplayedRow], in snapshot: TableSnapshot)

  /// Waits for pictures of rows no longer.
  func recycle(_ rows: [RowIdentity])
}

/// Draws rows from an atlas of glyphs that a worker fills.
@MainActor
final class GlyphPainter<Surface: GlyphSurface>: ArrangementPainter {
  private let surface: Surface
  private let pages: GlyphPages<Surface>
  private let pool: TexturePool<Surface>
  private let worker: GlyphWorker
  private let delivery: Delivery
  /// Has a worker do something behind all that it was given before.
  private let work: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let show: @MainActor (RowIdentity, GlyphRow<Surface>) -> Void
  private let fail: @MainActor (any Error) -> Void
  /// The pictures that are waited for, by their numbers.
  private var wanted: [RowIdentity: Int] = [:]
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

  var textureCount: Int { pages.count }

  func display(_ rows: [DisplayedRow], in snapshot: TableSnapshot) {
    let requests = rows.compactMap { row -> GlyphWorker.Request? in
      guard case .arrangement(let arrangement) = row.content else { return nil }
      lastNumber += 1
      wanted[row.identity] = lastNumber
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

  func recycle(_ rows: [RowIdentity]) {
    for row in rows { wanted[row] = nil }
  }

  /// Takes in what a worker has drawn: pages first, then those rows that are still wanted so.
  private func take(_ outcome: GlyphWorker.Outcome) {
    pages.take(outcome.uploads, keeping: outcome.pages)
    for (request, picture) in outcome.rows {
      let number = request.number
      guard wanted[request.identity] == number else {
        release(number)
        continue
      }
      wanted[request.identity] = nil
      show(
        request.identity,
        GlyphRow(picture, of: request.kind, on: surface, pages, from: pool) { [weak self] in
          self?.release(number)
        })
    }
    if let failure = outcome.failure { fail(failure) }
  }

  /// Has the worker forget a picture.
  private func release(_ number: Int) {
    work { [worker] in worker.release(number) }
  }
}

extension SurfaceHost where Surface: GlyphSurface {
  /// Makes a host of a list whose text is drawn from an atlas of glyphs.
  ///
  /// The list is to hand over arrangements. What is no text is drawn by a worker into textures as
  /// large as what there is of it; so are whole rows that are taller than 16,384 pixels, those that
  /// the atlas has no room for, and those whose letters are drawn in stripes. Letters have the
  /// shapes and places of a `DisplayRasterizer`; the contrast that it gives them at scales below 2
  /// is not in the pages.
  ///
  ///     let host = SurfaceHost(glyphsOn: window, size: size, pipeline: pipeline)
  ///     var options = AutoDiffController.Options()
  ///     options.output = .arrangements
  ///     let controller = AutoDiffController(
  ///       pipeline: pipeline, environment: environment, host: host, options: options)
  ///     host.controller = controller
  ///
  /// - Parameters:
  ///   - surface: What draws textures and glyphs.
  ///   - size: How large the part of it is that shows the list, in layout points.
  ///   - pipeline: That of the list, whose glyphs and images it shares.
  ///   - atlas: How large the atlas may be.
  ///   - delivery: How what is drawn gets to the main actor.
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
    painter = GlyphPainter(
      on: surface, from: pool, worker: GlyphWorker(pipeline.rasterizer, options: atlas),
      delivery: delivery, work: work, show: { [weak self] in self?.show($1, for: $0) },
      fail: { [weak self] in self?.displayFailed($0) })
  }
}
