import LinecasterDisplay
import LinecasterGeometry
import LinecasterRaster
import Synchronization

/// Images of a size each, which may come at any time.
final class Album: ImageProvider {
  private let heights = Mutex<[ImageReference: Double]>([:])

  func add(_ image: ImageReference, height: Double) { heights.withLock { $0[image] = height } }

  func naturalSize(of image: ImageReference) -> Size? {
    heights.withLock { $0[image] }.map { Size(width: 20, height: $0) }
  }

  func bitmap(for image: ImageReference) -> Bitmap? { nil }
}
