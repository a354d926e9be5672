/// Something that shows a list: a window, a texture, a picture on a server.
///
/// Called on the main actor only.
@MainActor
public protocol ListHost: AnyObject {
  /// The part of the list that can be seen once `snapshot` is shown, as distances from the list's
  /// top in layout points.
  func viewport(in snapshot: TableSnapshot) -> Range<Double>

  /// Shows the state after a batch.
  ///
  /// - Parameters:
  ///   - batch: What changed, and the state after it.
  ///   - done: To be called exactly once, on the main actor, when the host has finished,
  ///     animations included; the next batch comes after that. Calling it again does nothing, and
  ///     releasing it uncalled counts as a call.
  func apply(_ batch: ListBatch, done: @escaping @MainActor @Sendable () -> Void)

  /// Shows the pixels of rows; rows may come in any order and more than once.
  func display(_ rows: [DisplayedRow])

  /// Tells that some of the rows asked for cannot be drawn; the others have been displayed.
  func displayFailed(_ error: any Error)
}
