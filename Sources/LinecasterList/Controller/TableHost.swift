public import LinecasterDiff

/// A host that shows a list, for example a window, a texture or an image on a server.
///
/// The contract, all of which applies on the main actor:
///
/// - `apply(_:done:)` shows the state after a batch, and calls `done` exactly once when it has
///   finished, animations included. The next batch comes after that. Calling `done` again is a
///   no-op; releasing it counts as calling it. A host that keeps `done` without calling it is
///   reported after `UpdatePace.hostTimeout`, and the next update proceeds.
/// - `viewport(in:)` is called whenever the controller needs the visible range: it must agree with
///   the last offset that the host was given or has scrolled to. When the host scrolls or changes
///   its size, it calls `AutoDiffController.viewportDidChange()`.
/// - A host may stall: workers go on until all work is done, without waiting for the host.
/// - A host must not wait for the main queue or for a worker.
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
  /// Returns the visible part of the list once `snapshot` is shown.
  func viewport(in snapshot: TableSnapshot) -> Viewport

  /// Shows the state after a batch, scrolled to `batch.offset`.
  ///
  /// - Parameters:
  ///   - batch: The changes, the state after them, and the offset to scroll to.
  ///   - done: The closure that the host calls exactly once, on the main actor, when it has
  ///     finished.
  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void)

  /// Shows rows in or near the viewport. Rows may come in any order and more than once: a tall row
  /// comes again when other bands of its pixels are near the viewport.
  func display(_ rows: [DisplayedRow])

  /// Releases rows that have left the list or are no longer near the viewport.
  func recycle(_ rows: [RowIdentity])

  /// Scrolls and applies corrected heights; the rows stay the same.
  ///
  /// Heights of rows in or near the viewport come at once. Rows far from the viewport are measured
  /// while there is nothing else to do; their heights are coalesced. They come at most ten times a
  /// second, and all of them before `AutoDiffController.isSettled` is true. The controller always
  /// assumes that rows are at their positions in the latest snapshot given to the host.
  ///
  /// - Parameters:
  ///   - offset: The distance from the top of the list to the top of the viewport, in layout
  ///     points.
  ///   - snapshot: The state that the host shows, with the heights known by now.
  ///   - animated: Whether to animate the scroll. Corrections of heights are never animated,
  ///     because visible rows stay in place.
  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool)

  /// Reports that some of the requested rows cannot be drawn; the others have been displayed.
  func displayFailed(_ error: any Error)
}

/// A problem in a list that does not prevent it from being shown.
public enum TableDiagnostic: Sendable {
  /// The host did not finish applying an update in time.
  case hostTimedOut(generation: Int)
  /// The host called `done` more than once, or for an update that it does not have.
  case hostFinishedTwice(generation: Int)
  /// Identifiers occur more than once in the model of an update.
  case duplicates([DuplicateIdentifier], generation: Int)
  /// Rows could not be measured or drawn.
  case rowsFailed(any Error)
  /// Shown rows have characters that no font covers; each character is reported once per list.
  case missingCharacters([Unicode.Scalar])
  /// An action of a touched row has thrown an error.
  case actionFailed(RowIdentity, any Error)
  /// An action of a touched row has blocked the main actor for longer than
  /// `AutoDiffController.actionTimeLimit`.
  case actionTookLong(RowIdentity, Duration)
}
