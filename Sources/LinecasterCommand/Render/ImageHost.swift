import Linecaster

/// A host for one image: refuses lists that are too large for one, before any row is drawn.
@MainActor
final class ImageHost: TableHost {
  /// Why the rows could not be drawn; nil where all could.
  var failure: (any Error)? { sizeFailure ?? list.failure }

  private let list: HeadlessHost
  private let isFeed: Bool
  private var sizeFailure: RenderFailure?

  init(rowLimit: Int?, isFeed: Bool) {
    self.isFeed = isFeed
    list = HeadlessHost(rowLimit.map { .rows($0) } ?? .all)
  }

  /// The rows of the image, or none where it would be too large.
  func viewport(in snapshot: TableSnapshot) -> Viewport {
    let visible = list.viewport(in: snapshot)
    let scale = snapshot.environment.scale
    do {
      try Bitmap.checkSize(
        width: scale.pixels(snapshot.environment.width), height: scale.pixels(visible.length))
      sizeFailure = nil
      return visible
    } catch {
      sizeFailure = RenderFailure(
        description: "\(error.description); try \(isFeed ? "--rows or " : "")a smaller --scale")
      return .none
    }
  }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    list.apply(batch, done: done)
  }

  func display(_ rows: [DisplayedRow]) {
    list.display(rows)
  }

  func recycle(_ rows: [RowIdentity]) {
    list.recycle(rows)
  }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    list.setOffset(offset, in: snapshot, animated: animated)
  }

  func displayFailed(_ error: any Error) {
    list.displayFailed(error)
  }

  /// The rows and their places; nil before there are any.
  func composition() -> TableComposition? {
    list.composition()
  }
}
