import Foundation

/// Runs work on an operation queue, bands as priorities of its operations.
final class OperationExecutor: WorkExecutor {
  let workerCount: Int
  private let queue: OperationQueue

  init(workerCount: Int) {
    self.workerCount = max(1, workerCount)
    queue = OperationQueue()
    queue.name = "linecaster.precompute"
    queue.maxConcurrentOperationCount = self.workerCount
    queue.qualityOfService = .userInitiated
  }

  func submit(_ ticket: WorkTicket) {
    let operation = BlockOperation { ticket.run() }
    operation.queuePriority = ticket.band.queuePriority
    ticket.observe(
      whenRetargeted: { [weak operation] in operation?.queuePriority = $0.queuePriority },
      whenCalledOff: { [weak operation] in operation?.cancel() })
    queue.addOperation(operation)
  }
}
