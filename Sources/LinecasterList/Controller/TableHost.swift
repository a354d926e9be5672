public import LinecasterDiff

/// Something that shows a list: a window, a texture, an image on a server.
///
/// The contract, all of it on the main actor:
///
/// - `apply(_:done:)` shows the state after a batch, and says `done` exactly once when it has
///   finished, animations included. The next batch comes after that. Saying it again does nothing;
///   dropping the closure counts as saying it; a host that keeps it and says nothing is reported
///   after `UpdatePace.hostPatience`, and the next update proceeds.
/// - `viewport(in:)` is asked whenever the controller needs to know what can be seen: it must
///   agree with the last offset the host was given or has scrolled to. When the host scrolls or
///   changes its size, it calls `AutoDiffController.viewportDidChange()`.
/// - A host may stall: workers go on until they have nothing left to do, and wait for nothing.
/// - It must not wait for the main queue, nor for a worker.
///
///     final class Screen: TableHost {
///       var visible = Viewport(offset: 0, length: 600)
///       var images: [RowIdentity: CellImage] = [:]
///       func viewport(in snapshot: TableSnapshot) -> Viewport { visible }
///       func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
///         visible.offset = batch.offset
///         done()
///       }
///       func display(_ rows: [DisplayedRow]) {
///         for row in rows { images[row.identity] = row.image }
///       }
///       func recycle(_ rows: [RowIdentity]) { for row in rows { images[row] = nil } }
///       func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
///         visible.offset = offset
///       }
///       func displayFailed(_ error: any Error) { print(error) }
///     }
@MainActor
public protocol TableHost: AnyObject {
  /// What can be seen once `snapshot` is shown.
  func viewport(in snapshot: TableSnapshot) -> Viewport

  /// Shows the state after a batch, scrolled to `batch.offset`.
  ///
  /// - Parameters:
  ///   - batch: What changed, the state after it, and where to scroll.
  ///   - done: To be called exactly once, on the main actor.
  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void)

  /// Shows rows that can be seen or are about to be; they may come in any order and more than once.
  func display(_ rows: [DisplayedRow])

  /// Lets go of rows that cannot be seen and are not about to be, or that are gone.
  func recycle(_ rows: [RowIdentity])

  /// Scrolls, and takes in heights that have been corrected; rows stay the same.
  ///
  /// Heights of rows in sight or about to be come at once. Those of rows that are measured far
  /// from sight, while there is nothing else to do, come together: ten times a second at most, and
  /// all of them before `AutoDiffController.isSettled` is true. At any time, rows are for the
  /// controller where they are in the snapshot that its host was given last.
  ///
  /// - Parameters:
  ///   - offset: The distance from the top of the list to the top of the viewport.
  ///   - snapshot: The state that the host shows, with the heights that are known by now.
  ///   - animated: Whether to move there in steps; never so for corrections, after which
  ///     what can be seen is where it was.
  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool)

  /// Tells that some of the rows asked for cannot be drawn; the others have been displayed.
  func displayFailed(_ error: any Error)
}

/// Something that is wrong with a list and does not keep it from being shown.
public enum TableDiagnostic: Sendable {
  /// The host did not say that it has finished applying an update.
  case hostForgot(generation: Int)
  /// The host said more than once that it has finished, or for an update that it does not have.
  case hostRepeated(generation: Int)
  /// Identifiers occur more than once in the model of an update.
  case duplicates([DuplicateIdentifier], generation: Int)
  /// Rows could not be measured or drawn.
  case rowsFailed(any Error)
  /// Rows that are shown have characters that no font has; each character is told once a list.
  case missingCharacters([Unicode.Scalar])
  /// What the model does when a row is touched has thrown an error.
  case actionFailed(RowIdentity, any Error)
  /// What the model does when a row is touched has held the main actor for longer than a frame may
  /// take, `AutoDiffController.actionPatience`.
  case actionTookLong(RowIdentity, Duration)
}
