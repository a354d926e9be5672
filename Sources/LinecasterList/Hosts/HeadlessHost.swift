import LinecasterCells
import LinecasterDiff
import LinecasterGeometry

/// A host without a screen: keeps the pixels of the rows on top of the list for a picture.
@MainActor
public final class HeadlessHost: ListHost {
  /// The most rows to show, from the top of the list; nil shows all.
  public let rowLimit: Int?
  /// The rows by section, kept in step by applying each batch.
  public private(set) var rows = SectionedRows<RowIdentity>()
  /// Why rows could not be drawn; nil where all could.
  public private(set) var failure: (any Error)?

  private var snapshot: TableSnapshot?
  private var images: [RowIdentity: CellImage] = [:]

  /// Makes a host that shows at most `rowLimit` rows.
  public init(rowLimit: Int? = nil) {
    self.rowLimit = rowLimit.map { max(0, $0) }
  }

  /// From the top of the list to the end of the last row shown.
  public func viewport(in snapshot: TableSnapshot) -> Range<Double> {
    0..<snapshot.geometry.offset(ofRow: min(rowLimit ?? .max, snapshot.rowCount))
  }

  /// Applies the batch to the rows.
  public func apply(_ batch: ListBatch, done: @escaping @MainActor @Sendable () -> Void) {
    let next = batch.snapshot
    forgetImages(deletedBy: batch.changes)
    rows.apply(
      batch.changes, itemCount: { next.model.sections[$0].items.count },
      make: { next.identity(at: $0) })
    snapshot = next
    failure = nil
    forgetHiddenImages()
    done()
  }

  /// A row that comes back later is a new one, whose pixels come then.
  private func forgetImages(deletedBy changes: Changeset) {
    for path in changes.itemDeletes { images[rows.sections[path.section][path.item]] = nil }
    guard !changes.sectionDeletes.isEmpty else { return }
    let moved = Set(changes.itemMoves.map(\.old))
    for section in changes.sectionDeletes {
      for (item, row) in rows.sections[section].enumerated()
      where !moved.contains(ElementPath(section: section, item: item)) {
        images[row] = nil
      }
    }
  }

  /// Keeps the memory of pixels that cannot be seen within that of those that can.
  private func forgetHiddenImages() {
    guard let rowLimit, images.count / 2 > rowLimit else { return }
    let visible = Set(rows.sections.joined().prefix(rowLimit))
    images = images.filter { visible.contains($0.key) }
  }

  /// Keeps the pixels.
  public func display(_ rows: [DisplayedRow]) {
    for row in rows { images[row.identity] = row.image }
  }

  /// The number of rows whose pixels are kept, for tests of memory.
  var keptImageCount: Int { images.count }

  /// Keeps the reason.
  public func displayFailed(_ error: any Error) {
    failure = error
  }

  /// The rows shown and their places; rows whose pixels have not come yet are left out.
  ///
  /// Cheap; copying the pixels is left to `ListComposition.bitmap()`, for a worker.
  public func composition() -> ListComposition? {
    guard let snapshot else { return nil }
    let height = viewport(in: snapshot).upperBound
    var places: [ListComposition.Place] = []
    for row in 0..<min(rowLimit ?? .max, snapshot.rowCount) {
      guard let identity = snapshot.identity(ofRow: row), let image = images[identity],
        let frame = snapshot.frame(ofRow: row)
      else { continue }
      places.append(.init(top: frame.minY, image: image))
    }
    return ListComposition(
      size: Size(width: snapshot.environment.width, height: height),
      scale: snapshot.environment.scale, places: places)
  }
}
