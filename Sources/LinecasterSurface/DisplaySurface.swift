public import LinecasterBase
import LinecasterCells
public import LinecasterDisplay
public import LinecasterList
import LinecasterRaster

/// A renderer that draws display lists, in addition to textures: for example, one that turns them
/// into triangles by `DrawDataBuilder`. A list then keeps pixels only for rows with images or
/// effects.
///
///     final class Scene: DisplaySurface {
///       var builder: DrawDataBuilder
///       var failure: (any Error)?
///       init(_ builder: DrawDataBuilder) { self.builder = builder }
///
///       func makeTexture(of pixels: Bitmap) -> Picture? { Picture(pixels) }
///       func change(_ texture: Picture, to pixels: Bitmap, in changes: [PixelRect]) {
///         texture.pixels = pixels
///       }
///       func draw(_ texture: Picture, _ quad: SurfaceQuad) {
///         let (x, y) = (pixel(quad.topLeft.x), pixel(quad.topLeft.y))
///         builder.append(texture.pixels, x: x, y: y, opacity: quad.opacity)
///       }
///       func draw(_ list: DisplayList, _ quad: SurfaceQuad) {
///         let scale = builder.scale.factor
///         let point = Point(x: quad.topLeft.x / scale, y: quad.topLeft.y / scale)
///         do {
///           try builder.append(list, at: point, opacity: quad.opacity)
///         } catch {
///           failure = error
///         }
///       }
///       func fill(_ rect: Rect, with color: Color) {
///         let (left, top) = (pixel(rect.minX), pixel(rect.minY))
///         let (right, bottom) = (pixel(rect.maxX), pixel(rect.maxY))
///         builder.fill(PixelRect(left: left, top: top, right: right, bottom: bottom), with: color)
///       }
///       func drop(_ texture: Picture) {}
///       private func pixel(_ place: Double) -> Int { Int(exactly: place.rounded()) ?? 0 }
///     }
@MainActor
public protocol DisplaySurface: RowSurface {
  /// Draws a list on a quad, which has the list's size unless the row is transformed.
  ///
  /// Equal lists share their memory from frame to frame. The corner of the quad is a whole pixel
  /// unless the row is transformed.
  func draw(_ list: DisplayList, _ quad: SurfaceQuad)
}

extension SurfaceHost where Surface: DisplaySurface {
  /// Creates a host that draws a list by display lists.
  ///
  /// The list must deliver arrangements. Workers of the pipeline draw rows with images, effects or
  /// dashes into textures, because these take longer than a frame.
  ///
  ///     let host = SurfaceHost(displayListsOn: scene, size: size, pipeline: pipeline)
  ///     var options = AutoDiffController.Options()
  ///     options.output = .arrangements
  ///     let controller = AutoDiffController(
  ///       pipeline: pipeline, environment: environment, host: host, options: options)
  ///     host.controller = controller
  ///
  /// - Parameters:
  ///   - surface: The renderer of display lists and textures.
  ///   - size: The size of the list's part of the surface, in layout points.
  ///   - pipeline: The pipeline of the list, whose workers and images the host shares.
  ///   - delivery: The way pixels reach the main actor.
  public convenience init(
    displayListsOn surface: Surface, size: Size, pipeline: PrecomputePipeline,
    delivery: Delivery = .mainQueue
  ) {
    self.init(on: surface, size: size)
    let rows = DisplayRowPainter(
      on: surface, from: pool, pipeline: pipeline, delivery: delivery,
      show: { [weak self] in self?.show($1, for: $0) },
      fail: { [weak self] in self?.displayFailed($0) })
    painter = Painter(
      textureCount: { 0 }, display: { rows.display($0, in: $1) }, recycle: { rows.recycle($0) },
      isBusy: { rows.isBusy })
  }
}

/// Shows rows as display lists, or as pixels that a worker draws.
@MainActor
final class DisplayRowPainter<Surface: DisplaySurface> {
  /// A request for pixels: its number, and what cancels it unless a worker has begun.
  private struct Request {
    let number: Int
    let cancel: @Sendable () -> Void
  }

  private let surface: Surface
  private let pool: TexturePool<Surface>
  private let pipeline: PrecomputePipeline
  private let delivery: Delivery
  private let show: @MainActor (RowIdentity, any RowPicture) -> Void
  private let fail: @MainActor (any Error) -> Void
  /// The requested pixels, by row.
  private var requested: [RowIdentity: Request] = [:]
  private var lastNumber = 0

  init(
    on surface: Surface, from pool: TexturePool<Surface>, pipeline: PrecomputePipeline,
    delivery: Delivery, show: @escaping @MainActor (RowIdentity, any RowPicture) -> Void,
    fail: @escaping @MainActor (any Error) -> Void
  ) {
    self.surface = surface
    self.pool = pool
    self.pipeline = pipeline
    self.delivery = delivery
    self.show = show
    self.fail = fail
  }

  /// Whether pixels are under way.
  var isBusy: Bool { !requested.isEmpty }

  /// Shows rows; each replaces the earlier request for its row.
  func display(_ rows: [DisplayedRow], in snapshot: TableSnapshot) {
    for row in rows {
      guard case .arrangement(let arrangement) = row.content else { continue }
      let list = arrangement.displayList
      if DrawDataBuilder.needsTextures(list) {
        requestPixels(of: list, row, snapshot.environment)
      } else {
        cancel(row.identity)
        let picture = DisplayRow(list, scale: snapshot.environment.scale, on: surface)
        show(row.identity, picture)
      }
    }
  }

  /// Cancels the requests for some rows.
  func recycle(_ rows: [RowIdentity]) {
    for row in rows { cancel(row) }
  }

  private func cancel(_ row: RowIdentity) { requested.removeValue(forKey: row)?.cancel() }

  private func requestPixels(
    of list: DisplayList, _ row: DisplayedRow, _ environment: LayoutEnvironment
  ) {
    lastNumber += 1
    let (number, identity, kind) = (lastNumber, row.identity, row.kind)
    cancel(identity)
    let take: @MainActor @Sendable (Result<Bitmap, any Error>) -> Void = { [weak self] result in
      guard let self, requested[identity]?.number == number else { return }
      requested[identity] = nil
      switch result {
      case .success(let bitmap):
        let image = CellImage(bitmap: bitmap, size: list.size, scale: environment.scale)
        show(identity, RowTextures(image, of: kind, on: surface, from: pool))
      case .failure(let error): fail(error)
      }
    }
    let stop = pipeline.runForVisibleRow { [rasterizer = pipeline.rasterizer, delivery] in
      let result = Result {
        try rasterizer.drawing(
          list, scale: environment.scale, background: .clear, text: environment.textRendering,
          .unlimited
        ).bitmap
      }
      delivery.send { take(result) }
    }
    requested[identity] = Request(number: number, cancel: stop)
  }
}

/// A row that is drawn from its display list.
@MainActor
final class DisplayRow<Surface: DisplaySurface>: RowPicture {
  let width, height: Int
  private let list: DisplayList
  private let surface: Surface

  init(_ list: DisplayList, scale: PixelScale, on surface: Surface) {
    (width, height) = (scale.pixels(list.size.width), scale.pixels(list.size.height))
    self.list = list
    self.surface = surface
  }

  var count: Int { 0 }

  func draw(
    at origin: Point, opacity: Double, visible: Range<Double>, _ map: ((Point) -> Point)?
  ) {
    let frame = Rect(x: origin.x, y: origin.y, width: Double(width), height: Double(height))
    let quad = SurfaceQuad(frame, opacity: opacity)
    if let map {
      surface.draw(list, quad.mapped(map))
    } else if frame.maxY > visible.lowerBound, frame.minY < visible.upperBound {
      surface.draw(list, quad)
    }
  }

  func drop() {}
}
