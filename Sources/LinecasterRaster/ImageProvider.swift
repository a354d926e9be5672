public import LinecasterBase
public import LinecasterDisplay
import Synchronization

/// A source of image pixels by name.
///
/// Drawing calls it on any thread, concurrently; return without waiting for the network. A provider
/// that returns `nil` for an image still loading reports its arrival later: providers in
/// `LinecasterFiles` do so themselves, for others call `PrecomputePipeline.imagesDidArrive(_:)`.
///
///     struct Swatches: ImageProvider {
///       func bitmap(for image: ImageReference) -> Bitmap? {
///         try? Bitmap(width: 8, height: 8, background: image.name == "ink" ? .black : .white)
///       }
///     }
public protocol ImageProvider: ImageSizes {
  /// Returns the pixels of an image; `nil` draws a placeholder until they arrive.
  func bitmap(for image: ImageReference) -> Bitmap?

  /// Returns the pixels of an image for drawing at a size; `nil` draws a placeholder until they
  /// arrive.
  ///
  /// The bitmap may be smaller than the image if it covers that size. The choice must depend on the
  /// image and the size only; otherwise, drawing the same list twice could differ. The position of
  /// an image depends on its natural size, not on the bitmap's.
  func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap?

  /// Whether a missing image has failed to load and will not arrive by itself; its placeholder
  /// differs from that of an image still loading.
  ///
  /// - Parameters:
  ///   - image: The name that a cell requests.
  ///   - size: The drawn size; `nil` if the natural size is unknown.
  func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool

  /// Observes the arrival of images: their size, pixels or failure was not known when requested,
  /// and may be known now.
  ///
  /// - Parameter observer: Called on any thread after the images are available; returns whether it
  ///   stays registered.
  func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool)

  /// Cancels the loading of images that are no longer needed.
  ///
  /// A cancelled image is reported as arrived, so that observers that still need it request it
  /// again. Called on any thread; must not block.
  func cancelLoads(of images: [ImageReference])
}

extension ImageProvider {
  /// Returns the pixels of an image at its natural size.
  public func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
    bitmap(for: image)
  }

  /// Returns false: missing images are still loading or do not exist.
  public func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool { false }

  /// Does nothing: other objects report arrivals, or nothing arrives later.
  public func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool) {}

  /// Does nothing: loads continue.
  public func cancelLoads(of images: [ImageReference]) {}

  /// Returns the size of the image's bitmap.
  public func naturalSize(of image: ImageReference) -> Size? {
    bitmap(for: image).map { Size(width: Double($0.width), height: Double($0.height)) }
  }
}

/// The observers of image arrivals.
package final class ArrivalObservers: Sendable {
  private struct State {
    var count = 0
    var observers: [Int: @Sendable ([ImageReference]) -> Bool] = [:]
  }

  private let state = Mutex(State())

  /// Makes an empty list.
  package init() {}

  /// Adds an observer, called on any thread until it returns false.
  package func add(_ observer: @escaping @Sendable ([ImageReference]) -> Bool) {
    state.withLock { state in
      state.count += 1
      state.observers[state.count] = observer
    }
  }

  /// Calls all observers on this thread, without a lock held; does nothing if `images` is empty.
  package func announce(_ images: [ImageReference]) {
    guard !images.isEmpty else { return }
    for (number, observer) in state.withLock({ $0.observers }) where !observer(images) {
      _ = state.withLock { $0.observers.removeValue(forKey: number) }
    }
  }
}

/// A width and a height in whole device pixels.
public struct PixelSize: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Makes a size; negative numbers are allowed.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
