import Dispatch
import LinecasterRaster
import Synchronization

/// A picture that one thread decodes and others wait for.
final class PictureFlight: Sendable {
  private let landing = DispatchGroup()
  private let outcome = Mutex<Result<Bitmap, ImageError>?>(nil)

  /// Starts the flight; whoever does must land it.
  init() { landing.enter() }

  /// Hands the outcome to all that wait.
  func land(_ result: Result<Bitmap, ImageError>) {
    outcome.withLock { $0 = result }
    landing.leave()
  }

  /// Waits for the outcome; nil never comes back from a flight that landed.
  func wait() -> Result<Bitmap, ImageError>? {
    landing.wait()
    return outcome.withLock { $0 }
  }
}
