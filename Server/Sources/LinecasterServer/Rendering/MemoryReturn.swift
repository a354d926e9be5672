import Glibc
import LinecasterScenes
import ServiceLifecycle

/// Returns memory pages to the system when the server is idle.
///
/// The allocator keeps the pages of finished pictures while anything near them is in use. Without
/// this service, the process would stay as large as its largest picture.
struct MemoryReturn: Service {
  /// The polling interval.
  private static let interval = Duration.seconds(1)

  /// The bytes of text and glyph caches that stay: room for some hundred similar cards, but not for
  /// the thousands of characters of a hostile input.
  private static let keptBytes = 4 << 20

  let queue: RenderQueue
  let painter: PicturePainter

  func run() async {
    await cancelWhenGracefulShutdown {
      var watch = RestWatch()
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.interval)
        guard watch.isDue(queue.load, doneCount: queue.doneCount) else { continue }
        painter.releaseMemory(over: Self.keptBytes)
        Self.releaseMemory()
      }
    }
  }

  /// Returns all free pages in some milliseconds (malloc_trim(3)); a no-op without glibc.
  static func releaseMemory() {
    // The module of the C library leaves it out. Its signature has never changed: size_t to int, so
    // the cast is safe.
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
  }
}

/// Detects when a queue becomes idle: it is empty, nothing ran since the last check, and something
/// ran since the last idle period.
struct RestWatch {
  private var seen = 0
  private var settled = 0

  /// Checks a queue.
  ///
  /// - Parameters:
  ///   - load: The work that runs and waits.
  ///   - doneCount: The number of jobs done so far.
  mutating func isDue(_ load: RenderQueue.Load, doneCount: Int) -> Bool {
    defer { seen = doneCount }
    guard load == RenderQueue.Load(), doneCount == seen, doneCount != settled else { return false }
    settled = doneCount
    return true
  }
}
