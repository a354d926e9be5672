import LinecasterCells
public import LinecasterGeometry
public import LinecasterRaster

/// A host without a screen: keeps the pixels of what can be seen, for an image.
///
///     let host = HeadlessHost(.points(600))
///     let list = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
///     let handle = list.update { model }
///     _ = try await handle.outcome
///     let bitmap = try host.composition()?.bitmap(background: .white)
@MainActor
public final class HeadlessHost: TableHost {
  /// How much of a list can be seen at once.
  public enum Extent: Hashable, Sendable {
    /// All of it.
    case all
    /// As much as a given number of rows take, from the top of the list.
    case rows(Int)
    /// So many layout points.
    case points(Double)
  }

  /// How much of the list can be seen; the controller is to be told when it changes.
  public var extent: Extent
  /// The distance from the top of the list to the top of what can be seen, in layout points; the
  /// controller is to be told when it changes.
  public var offset = 0.0
  /// Why rows could not be drawn; nil where all could.
  public private(set) var failure: (any Error)?

  private var snapshot: TableSnapshot?
  private var images: [RowIdentity: CellImage] = [:]

  /// Makes a host that shows so much of a list.
  public init(_ extent: Extent = .all) {
    self.extent = extent
  }

  /// What can be seen.
  public func viewport(in snapshot: TableSnapshot) -> Viewport {
    let geometry = snapshot.geometry
    return switch extent {
    case .all: Viewport(offset: 0, length: geometry.totalHeight)
    case .rows(let count): Viewport(offset: 0, length: geometry.offset(ofRow: max(0, count)))
    case .points(let length): Viewport(offset: offset, length: length)
    }
  }

  /// Takes in the state; pixels of rows that have changed stay until new ones come.
  public func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    snapshot = batch.snapshot
    offset = batch.offset
    failure = nil
    done()
  }

  /// Keeps the pixels.
  public func display(_ rows: [DisplayedRow]) {
    for row in rows { images[row.identity] = row.image }
  }

  /// Lets go of pixels.
  public func recycle(_ rows: [RowIdentity]) {
    for row in rows { images[row] = nil }
  }

  /// Scrolls at once.
  public func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    self.snapshot = snapshot
    self.offset = offset
  }

  /// Keeps the reason.
  public func displayFailed(_ error: any Error) {
    failure = error
  }

  /// The number of rows whose pixels are kept.
  public var imageCount: Int { images.count }

  /// The rows that can be seen and their places; rows whose pixels have not come yet are left out.
  ///
  /// Cheap; copying the pixels is left to `TableComposition.bitmap()`, for a worker.
  public func composition() -> TableComposition? {
    guard let snapshot else { return nil }
    let viewport = viewport(in: snapshot)
    let places = snapshot.geometry.rows(in: viewport.range).compactMap { row in
      place(ofRow: row, in: snapshot, viewport)
    }
    return TableComposition(
      size: Size(width: snapshot.environment.width, height: viewport.length),
      scale: snapshot.environment.scale,
      places: places + [stickyPlace(in: snapshot, viewport)].compactMap(\.self))
  }

  private func place(
    ofRow row: Int, in snapshot: TableSnapshot, _ viewport: Viewport
  ) -> TableComposition.Place? {
    guard let image = snapshot.identity(ofRow: row).flatMap({ images[$0] }),
      let origin = snapshot.frame(ofRow: row)?.origin
    else { return nil }
    return .init(origin: Point(x: origin.x, y: origin.y - viewport.offset), image: image)
  }

  private func stickyPlace(
    in snapshot: TableSnapshot, _ viewport: Viewport
  ) -> TableComposition.Place? {
    guard let header = snapshot.stickyHeader(at: viewport.offset),
      let image = snapshot.identity(ofRow: header.row).flatMap({ images[$0] })
    else { return nil }
    let origin = header.frame.origin
    return .init(origin: Point(x: origin.x, y: origin.y - viewport.offset), image: image)
  }
}

/// The rows of a list that an image should show, with their places in it.
///
/// A value without ties to the main actor, so that a worker can put the image together.
public struct TableComposition: Sendable {
  /// A row's pixels and where they are.
  struct Place: Sendable {
    /// Its top left corner, from that of the image, in layout points.
    let origin: Point
    let image: CellImage
  }

  /// The size of the image in layout points.
  let size: Size
  /// Device pixels a layout point.
  let scale: PixelScale
  /// The number of rows shown.
  public var rowCount: Int { places.count }

  let places: [Place]

  /// Copies all rows into one image.
  ///
  /// - Parameter background: What is where no row is.
  /// - Throws: `RasterError` with code `tooLarge` where the image would be over the limits of a
  ///   bitmap.
  /// - Complexity: O(pixels), O(1) where one row is all of the image. May run on any thread.
  public func bitmap(background: Color = .clear) throws(RasterError) -> Bitmap {
    let (width, height) = (scale.pixels(size.width), scale.pixels(size.height))
    if places.count == 1, let place = places.first, place.origin == .zero,
      (place.image.bitmap.width, place.image.bitmap.height) == (width, height)
    {
      return place.image.bitmap
    }
    var bitmap = try Bitmap(width: width, height: height, background: background)
    for place in places {
      bitmap.draw(
        place.image.bitmap, atX: Int((place.origin.x * scale.factor).rounded()),
        y: Int((place.origin.y * scale.factor).rounded()))
    }
    return bitmap
  }
}
