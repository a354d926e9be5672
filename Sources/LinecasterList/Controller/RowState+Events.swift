import LinecasterCells
import LinecasterDisplay

extension RowState {
  /// What happens.
  enum Event: Sendable {
    /// Other rows may be in sight, or the list may have changed.
    case look
    /// Jobs have ended.
    case ended([RowReport])
    /// The queue, which was full, has room.
    case roomCame
    /// The host is about to show another model.
    case landed
    /// What can be seen is to be shown again.
    case renew
    /// Images can be had that were not there when rows were prepared.
    case imagesArrived(Set<ImageReference>)
    /// Somebody does something else with rows than before.
    case touched([RowIdentity: CellState])
    /// Other text than before is selected.
    case textSelected(ListSelection?)
    /// A row is to be scrolled to.
    case scroll(Scroll)
    /// Nothing is left to do but what waits for that.
    case rested
    /// Rows are to be loaded as an edge comes near.
    case watchEdge(ListEdge, LoadMoreThreshold)
    /// Loading has ended, with an error if there was one.
    case loadEnded(Int, ListEdge, (any Error)?)
    /// What could not be loaded is to be tried again.
    case retryLoading
    /// The host goes away.
    case detached
  }

  /// The actions of the controller, in order, nested by receiver.
  enum Action: Sendable {
    /// For the host that is attached; dropped once that has gone.
    case host(HostAction)
    /// For the workers and caches, whatever becomes of the host.
    case pipeline(PipelineAction)
    /// For the program and the controller, whatever becomes of the host.
    case list(ListAction)
  }

  /// The actions for the attached host.
  enum HostAction: Sendable {
    /// Prepare rows.
    case begin(RowJob)
    /// Tell the pipeline what to keep when memory is short.
    case publish(RowWants)
    /// Take in the heights of rows without moving what is in sight.
    case correct([RowResult])
    /// Show rows.
    case display([DisplayedRow])
    /// Release rows.
    case recycle([RowIdentity])
    /// Run the actions of rows that have come into sight.
    case announce([Int])
    /// Report rows that cannot be prepared.
    case report(any Error)
    /// Scroll.
    case scroll(to: Double, isAnimated: Bool)
  }

  /// The actions on work and caches.
  enum PipelineAction: Sendable {
    /// Give a job another band.
    case retarget(job: Int, WorkBand)
    /// Keep a job from being begun and, if `stopsWhatRuns`, from going on; it ends with a report
    /// either way.
    case callOff(job: Int, stopsWhatRuns: Bool)
    /// Stop a job, of which nothing more is heard.
    case stop(job: Int)
    /// Report when the queue has room.
    case awaitRoom
    /// Set the images that rows in range wait for.
    case awaitImages(Set<ImageReference>)
    /// Drop the cached results of cells.
    case forget([MeasurementKey])
  }

  /// The actions for the program, and those that the controller carries out later.
  enum ListAction: Sendable {
    /// Report whether the host was asked to scroll.
    case finishScroll(Int, Bool)
    /// Load more rows.
    case load(Int, ListEdge)
    /// Show that loading failed.
    case failLoading(any Error, ListEdge)
    /// Look again, at the state of the list by then.
    case look
  }
}
