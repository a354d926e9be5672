import Dispatch
#if !LINECASTER_ESSENTIALS
  import Foundation
#endif

/// The queue whose threads run the workers of a pipeline.
///
/// The executor never has more work in it than it may run, so both kinds run as much at once. The C
/// library links only the essentials of Foundation (`LINECASTER_ESSENTIALS`), which have no
/// operation queue: all of Foundation would add the data of its own ICU, 45 MB.
enum WorkerThreads: Sendable {
  /// A concurrent queue of Dispatch, on whose threads operation queues run, too.
  case dispatch(DispatchQueue)
  #if !LINECASTER_ESSENTIALS
    /// An operation queue.
    case operations(OperationQueue)
  #endif

  private static let name = "linecaster.precompute"

  /// Creates the threads of a pipeline: an operation queue, if there are any.
  static func usual(limit: Int) -> WorkerThreads {
    #if LINECASTER_ESSENTIALS
      return concurrent()
    #else
      let queue = OperationQueue()
      queue.name = name
      queue.maxConcurrentOperationCount = limit
      // Below the main thread if both need a processor. On Linux it is a nice value of 2; that of
      // `.userInitiated` is -2, ahead of everything else, if the program may ask for that.
      queue.qualityOfService = .utility
      return .operations(queue)
    #endif
  }

  /// Creates threads of Dispatch.
  static func concurrent() -> WorkerThreads {
    .dispatch(DispatchQueue(label: name, qos: .utility, attributes: .concurrent))
  }

  /// Changes the number of threads that may work at once.
  func setLimit(_ limit: Int) {
    switch self {
    // The executor itself keeps the limit.
    case .dispatch: break
    #if !LINECASTER_ESSENTIALS
      case .operations(let queue): queue.maxConcurrentOperationCount = limit
    #endif
    }
  }

  /// Runs work on a thread.
  func run(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .dispatch(let queue): queue.async(execute: work)
    #if !LINECASTER_ESSENTIALS
      case .operations(let queue): queue.addOperation(work)
    #endif
    }
  }
}
