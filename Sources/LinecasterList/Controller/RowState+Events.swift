import LinecasterCells
import LinecasterDisplay

extension RowState {
  /// An event.
  enum Event: Sendable {
    /// The visible rows, or the list, may have changed.
    case look
    /// Jobs have ended.
    case ended([RowReport])
    /// The queue, which was full, has room.
    case roomCame
    /// The host is about to show another model.
    case landed
    /// Refresh the visible rows.
    case renew
    /// Images are available that were missing when rows were prepared.
    case imagesArrived(Set<ImageReference>)
    /// The touch state of rows has changed.
    case touched([RowIdentity: CellState])
    /// The text selection has changed.
    case textSelected(ListSelection?)
    /// The found text of rows has changed.
    case foundChanged
    /// Scroll to a row.
    case scroll(Scroll)
    /// Only work that waits for a quiet moment is left.
    case rested
    /// Watch an edge and load rows as it comes near.
    case watchEdge(ListEdge, LoadMoreThreshold)
    /// Loading has ended, with an error if there was one.
    case loadEnded(Int, ListEdge, (any Error)?)
    /// Retry a failed load.
    case retryLoading
    /// The host goes away.
    case detached
  }

  /// The actions of the controller, in order, nested by receiver.
  enum Action: Sendable {
    /// For the attached host; dropped once the host has gone.
    case host(HostAction)
    /// For the workers and caches, whatever happens to the host.
    case pipeline(PipelineAction)
    /// For the program and the controller, whatever happens to the host.
    case list(ListAction)
  }

  /// The actions for the attached host.
  enum HostAction: Sendable {
    /// Prepare rows.
    case begin(RowJob)
    /// Set the priorities that the pipeline keeps caches by when memory is short.
    case publish(RangeRequests)
    /// Apply the heights of rows without moving the visible ones.
    case correct([RowResult])
    /// Show rows.
    case display([DisplayedRow])
    /// Release rows.
    case recycle([RowIdentity])
    /// Run the actions of rows that have come into view.
    case announce([Int])
    /// Report rows that cannot be prepared.
    case report(any Error)
    /// Scroll; to the end of a list that follows it if `follows` is true.
    case scroll(to: Double, isAnimated: Bool, follows: Bool)
  }

  /// The actions on work and caches.
  enum PipelineAction: Sendable {
    /// Give a job another band.
    case retarget(job: Int, WorkBand)
    /// Cancel a job that has not started, and stop a running one if `stopsRunning`. It ends with a
    /// report either way.
    case cancel(job: Int, stopsRunning: Bool)
    /// Stop a job that sends no more reports.
    case stop(job: Int)
    /// Report when the queue has room.
    case awaitRoom
    /// Set the images that rows in range wait for.
    case awaitImages(Set<ImageReference>)
    /// Drop the cached results of cells.
    case forget([MeasurementKey])
  }

  /// The actions for the program, and actions that the controller performs later.
  enum ListAction: Sendable {
    /// Report whether the host was asked to scroll.
    case finishScroll(Int, Bool)
    /// Load more rows.
    case load(Int, ListEdge)
    /// Show that loading failed.
    case failLoading(any Error, ListEdge)
    /// Look again, at the state of the list at that time.
    case look
    /// Look again after this time.
    case lookAfter(Duration)
  }
}

/// The list at the time of an event.
struct RowScene {
  /// The shown state, with the known heights.
  let snapshot: TableSnapshot
  /// The visible part; `nil` without a host.
  let viewport: Viewport?
  /// The progress of updates.
  var updates = Updates()
  /// Whether the list keeps its end in view once it is visible.
  var followsEnd = false
  /// The time since a fixed moment.
  var now = Duration.zero
  /// Finds rows by their identity.
  var row: (RowIdentity) -> Int? = { _ in nil }
  /// Returns whether a measured row keeps its height when it is measured again, because no image of
  /// unknown size was missing.
  var isFinal: (Int) -> Bool = { _ in true }
  /// Returns the found text of a row.
  var found: (Int) -> FoundText? = { _ in nil }

  /// The progress of updates.
  struct Updates: Hashable, Sendable {
    /// Whether no update is under way, and the host has finished.
    var isIdle = true
    /// Whether no update has been compared with the shown state; one may wait.
    var isResting = true
    /// Whether the host is applying an update.
    var isApplying = false
    /// The newest update that was requested.
    var newest = 0
    /// The newest update up to which all have ended.
    var settled = 0
    /// Whether measuring rows far from the viewport should wait until an update has landed.
    var defersIdleWork = false
  }
}
