import Synchronization

/// A value that a free worker finds while another goes on, or that is found when it is asked for.
final class SideWork<Value: Sendable>: Sendable {
  private final class Place: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private let place = Place()
  private let work: ChunkedWork
  private let helper: WorkTicket?

  /// - Parameters:
  ///   - queue: Whose workers may find the value.
  ///   - find: Called once.
  init(
    on queue: WorkQueue, _ band: WorkBand, _ find: @escaping @Sendable () throws -> Value
  ) {
    let work = ChunkedWork(count: 1, chunkSize: 1) { [place] _ in
      let value = try find()
      place.value.withLock { $0 = value }
    }
    self.work = work
    helper = queue.workerCount > 1 ? queue.enqueue(band) { work.takePart() } : nil
  }

  deinit { helper?.callOff() }

  /// The value: waited for where a worker is at it, else found here.
  ///
  /// - Throws: What finding it throws.
  func value() throws -> Value? {
    try work.run()
    return place.value.withLock { $0 }
  }
}
