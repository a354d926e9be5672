public import LinecasterBase
import LinecasterCells
import LinecasterDisplay
public import LinecasterRaster

/// A host without a screen, which keeps the pixels of visible rows for rendering them to an image.
///
///     let host = HeadlessHost(.points(600))
///     let list = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
///     let handle = list.update { model }
///     _ = try await handle.outcome
///     let bitmap = try host.composition()?.bitmap()
@MainActor
public final class HeadlessHost: TableHost {
  /// The visible part of a list.
  public enum Extent: Hashable, Sendable {
    /// The whole list.
    case all
    /// As much of the list as a number of rows needs, from the top.
    case rows(Int)
    /// A part of the list of a given height, in layout points.
    case points(Double)
  }

  /// The visible part of the list. Call `viewportDidChange()` of the controller after changing it.
  public var extent: Extent
  /// The distance from the top of the list to the top of the visible part, in layout points. Call
  /// `viewportDidChange()` of the controller after changing it.
  public var offset = 0.0
  /// The error of rows that could not be drawn; `nil` if all rows could be drawn.
  public private(set) var failure: (any Error)?

  private var snapshot: TableSnapshot?
  private var images: [RowIdentity: CellImage] = [:]

  /// Creates a host that shows a part of a list.
  public init(_ extent: Extent = .all) {
    self.extent = extent
  }

  /// Returns the visible part of the list.
  ///
  /// - Complexity: O(log rows).
  public func viewport(in snapshot: TableSnapshot) -> Viewport {
    let geometry = snapshot.geometry
    return switch extent {
    case .all: Viewport(offset: 0, length: geometry.totalHeight)
    case .rows(let count): Viewport(offset: 0, length: geometry.offset(ofRow: max(0, count)))
    case .points(let length): Viewport(offset: offset, length: length)
    }
  }

  /// Shows the state of a batch. Old pixels of changed rows stay until new ones come.
  public func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    snapshot = batch.snapshot
    offset = batch.offset
    failure = nil
    done()
  }

  /// Keeps the pixels of rows.
  public func display(_ rows: [DisplayedRow]) {
    for row in rows { images[row.identity] = row.image }
  }

  /// Releases the pixels of rows.
  public func recycle(_ rows: [RowIdentity]) {
    for row in rows { images[row] = nil }
  }

  /// Scrolls at once, without animation.
  public func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    self.snapshot = snapshot
    self.offset = offset
  }

  /// Keeps the error in `failure`.
  public func displayFailed(_ error: any Error) {
    failure = error
  }

  /// The number of rows whose pixels are kept.
  public var imageCount: Int { images.count }

  /// Returns the visible rows and their positions; rows whose pixels have not arrived are left out.
  ///
  /// Pixels are not copied; `TableComposition.bitmap(background:)` does that, for example on a
  /// worker.
  ///
  /// - Complexity: O(visible rows).
  public func composition() -> TableComposition? {
    guard let snapshot else { return nil }
    let viewport = viewport(in: snapshot)
    let places = snapshot.geometry.rows(in: viewport.range).compactMap { row in
      place(ofRow: row, in: snapshot, viewport)
    }
    let environment = snapshot.environment
    return TableComposition(
      size: Size(width: environment.width, height: viewport.length), scale: environment.scale,
      background: environment.background.color(in: environment.theme),
      places: places + [stickyPlace(in: snapshot, viewport)].compactMap(\.self))
  }

  private func place(
    ofRow row: Int, in snapshot: TableSnapshot, _ viewport: Viewport
  ) -> TableComposition.Place? {
    guard let image = snapshot.identity(ofRow: row).flatMap({ images[$0] }),
      let origin = snapshot.frame(ofRow: row)?.origin
    else { return nil }
    return .init(
      origin: Point(x: origin.x, y: origin.y - viewport.offset), image: image,
      attributes: attributes(ofRow: row, in: snapshot))
  }

  private func attributes(ofRow row: Int, in snapshot: TableSnapshot) -> CellAttributes {
    snapshot.item(atRow: row)?.appearance.resting ?? CellAttributes()
  }

  private func stickyPlace(
    in snapshot: TableSnapshot, _ viewport: Viewport
  ) -> TableComposition.Place? {
    guard let header = snapshot.stickyHeader(at: viewport.offset),
      let image = snapshot.identity(ofRow: header.row).flatMap({ images[$0] })
    else { return nil }
    let origin = header.frame.origin
    return .init(
      origin: Point(x: origin.x, y: origin.y - viewport.offset), image: image,
      attributes: attributes(ofRow: header.row, in: snapshot))
  }
}

/// The rows of an image of a list, with their positions in it.
///
/// A composition does not depend on the main actor, so a worker can create its image.
public struct TableComposition: Sendable {
  /// A row's pixels and their position.
  struct Place: Sendable {
    /// The top-left corner, relative to the image's, in layout points.
    let origin: Point
    let image: CellImage
    /// The attributes by which the row is shown.
    let attributes: CellAttributes
  }

  /// The size of the image in layout points.
  let size: Size
  /// Device pixels per layout point.
  let scale: PixelScale
  /// The colour between rows.
  let background: Color
  /// The rows from back to front.
  private let places: [Place]
  /// The number of rows shown.
  public var rowCount: Int { places.count }

  init(size: Size, scale: PixelScale, background: Color, places: [Place]) {
    self.size = size
    self.scale = scale
    self.background = background
    let layers = Dictionary(grouping: places, by: \.attributes.zIndex)
    self.places = layers.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Copies all rows into one image.
  ///
  /// - Parameter background: The colour between rows; `nil` for the list's background.
  /// - Throws: `RasterError` with code `tooLarge` if the image would exceed the limits of a bitmap.
  /// - Complexity: O(pixels), or O(1) if a single row fills the image. May run on any thread.
  public func bitmap(background: Color? = nil) throws(RasterError) -> Bitmap {
    let (width, height) = (scale.pixels(size.width), scale.pixels(size.height))
    if places.count == 1, let place = places.first, place.origin == .zero, place.isPlain,
      (place.image.width, place.image.height) == (width, height)
    {
      return try place.image.bitmap()
    }
    var bitmap = try Bitmap(
      width: width, height: height, background: background ?? self.background)
    for place in places { try draw(place, to: &bitmap) }
    return bitmap
  }

  private func draw(_ place: Place, to bitmap: inout Bitmap) throws(RasterError) {
    let (image, x, y) = (place.image, scale.pixel(place.origin.x), scale.pixel(place.origin.y))
    if place.isPlain {
      for band in image.bands {
        bitmap.draw(band.bitmap, atX: x, y: y.adding(saturating: band.top))
      }
    } else if let drawn = try image.drawnBitmap() {
      // The edges between bands would be blended with what is beneath.
      let transform = place.attributes.transform.pixels(of: image, scale, x: x, y: y)
      bitmap.blend(
        drawn.bitmap, opacity: place.attributes.alpha,
        through: transform.after(movingDown: Double(drawn.top)))
    }
  }
}

extension TableComposition.Place {
  /// Whether the pixels are copied unchanged; the z-index does not matter.
  fileprivate var isPlain: Bool {
    attributes.alpha == 1 && attributes.transform == .identity
  }
}

extension PixelScale {
  /// Returns the pixel nearest to a position, or one outside any image.
  fileprivate func pixel(_ place: Double) -> Int {
    Int(exactly: (place * factor).rounded()) ?? .max
  }
}

extension DisplayTransform {
  /// Returns the same transform in pixels: from a row's pixels to those of an image with the row's
  /// top-left corner at a point.
  fileprivate func pixels(
    of row: CellImage, _ scale: PixelScale, x: Int, y: Int
  ) -> DisplayTransform {
    let (centerX, centerY) = (Double(row.width) / 2, Double(row.height) / 2)
    return DisplayTransform(
      a: a, b: b, c: c, d: d,
      x: Double(x) + centerX + self.x * scale.factor - a * centerX - c * centerY,
      y: Double(y) + centerY + self.y * scale.factor - b * centerX - d * centerY)
  }

  /// Returns the transform of something that is moved down by a distance first.
  fileprivate func after(movingDown distance: Double) -> DisplayTransform {
    DisplayTransform(
      a: a, b: b, c: c, d: d, x: x + c * distance, y: y + d * distance)
  }
}
