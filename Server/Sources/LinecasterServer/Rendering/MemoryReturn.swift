import Glibc
import LinecasterScenes
import ServiceLifecycle

/// Gives pages back to the system when nothing is drawn.
///
/// The allocator keeps what pictures took for as long as something beside it is in use, so a server
/// would look as large as the largest of them for ever.
struct MemoryReturn: Service {
  /// How often it is looked whether anything is drawn.
  private static let interval = Duration.seconds(1)

  /// The text and glyphs that are kept then: room for some hundred cards like each other, not for
  /// the thousands of characters of those that only mean harm.
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
        Self.giveBack()
      }
    }
  }

  /// Gives back all pages that are free, which takes some milliseconds (malloc_trim(3)); nothing
  /// where the C library is another than glibc.
  static func giveBack() {
    // The module of the C library leaves it out. It has taken a size and answered an int since it
    // was there, so that the type holds.
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
  }
}

/// Says when a queue has come to rest: nothing is done or waits, nothing was since the look before,
/// and something was since it rested last.
struct RestWatch {
  private var seen = 0
  private var settled = 0

  /// Looks at a queue.
  ///
  /// - Parameters:
  ///   - load: What is done and waits.
  ///   - doneCount: How much was done until now.
  mutating func isDue(_ load: RenderQueue.Load, doneCount: Int) -> Bool {
    defer { seen = doneCount }
    guard load == RenderQueue.Load(), doneCount == seen, doneCount != settled else { return false }
    settled = doneCount
    return true
  }
}
