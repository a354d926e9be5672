import Dispatch
public import LinecasterGeometry
public import LinecasterList
public import LinecasterRaster

/// Makes pictures of rows that a list hands over as arrangements.
@MainActor
protocol ArrangementPainter: AnyObject {
  /// The number of textures that are no row's.
  var textureCount: Int { get }

  /// Has rows drawn, each in place of what was asked for before.
  func display(_ rows: [DisplayedRow], in snapshot: TableSnapshot)

  /// Forgets rows.
  func recycle(_ rows: [RowIdentity])
}

/// Draws rows from an atlas of glyphs that a worker fills.
@MainActor
final class GlyphPainter<Surface: GlyphSurface>: ArrangementPainter {
  private let surface: Surface
  private let pages: GlyphPages<Surface>
  private let worker: GlyphWorker
  private let delivery: Delivery
  /// Has a worker do something behind all that it was given before.
  private let work: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let show: @MainActor (RowIdentity, GlyphRow<Surface>) -> Void
  private let fail: @MainActor (any Error) -> Void
  /// Rows whose pictures are wanted, by how often they were asked for.
  private var wanted: [RowIdentity: Int] = [:]
  private var count = 0

  init(
    on surface: Surface, worker: GlyphWorker, delivery: Delivery,
    work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    show: @escaping @MainActor (RowIdentity, GlyphRow<Surface>) -> Void,
    fail: @escaping @MainActor (any Error) -> Void
  ) {
    self.surface = surface
    pages = GlyphPages(on: surface)
    self.worker = worker
    self.delivery = delivery
    self.work = work
    self.show = show
    self.fail = fail
  }

  isolated deinit { pages.drop() }

  var textureCount: Int { pages.count }

  func display(_ rows: [DisplayedRow], in snapshot: TableSnapshot) {
    let requests = rows.compactMap { row -> GlyphWorker.Request? in
      guard case .arrangement(let arrangement) = row.content else { return nil }
      return GlyphWorker.Request(identity: row.identity, arrangement: arrangement)
    }
    count += 1
    for request in requests { wanted[request.identity] = count }
    let (environment, turn) = (snapshot.environment, count)
    let take: @MainActor @Sendable (GlyphWorker.Outcome) -> Void = { [weak self] outcome in
      self?.take(outcome, turn)
    }
    work { [worker, delivery] in
      let outcome = worker.run(requests, in: environment)
      delivery.send { take(outcome) }
    }
  }

  func recycle(_ rows: [RowIdentity]) {
    for row in rows { wanted[row] = nil }
    work { [worker] in worker.forget(rows) }
  }

  /// Takes in what a worker has drawn: pages first, then those rows that are still wanted so.
  private func take(_ outcome: GlyphWorker.Outcome, _ turn: Int) {
    for upload in outcome.uploads { pages.take(upload) }
    for row in outcome.rows where wanted[row.identity] == turn {
      wanted[row.identity] = nil
      show(row.identity, GlyphRow(row.picture, on: surface, pages))
    }
    if let failure = outcome.failure { fail(failure) }
  }
}

extension SurfaceHost where Surface: GlyphSurface {
  /// Makes a host of a list whose text is drawn from an atlas of glyphs.
  ///
  /// The list is to hand over arrangements. What is no text is drawn by a worker into textures as
  /// large as what there is of it; so are whole rows that are taller than 16,384 pixels, and those
  /// that the atlas has no room for. Letters have the shapes and places of a `DisplayRasterizer`;
  /// the contrast that it gives them at scales below 2 is not in the pages.
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
      on: surface, worker: GlyphWorker(pipeline.rasterizer, options: atlas), delivery: delivery,
      work: work, show: { [weak self] in self?.show($1, for: $0) },
      fail: { [weak self] in self?.displayFailed($0) })
  }
}
