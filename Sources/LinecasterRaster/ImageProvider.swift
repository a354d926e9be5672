public import LinecasterBase
public import LinecasterDisplay
import Synchronization

/// A source of the pixels of images, which are identified by name.
///
/// Drawing calls a provider concurrently on any thread. Methods must return without waiting for the
/// network. A provider that returns `nil` for an image still loading reports its arrival later.
/// Providers in `LinecasterFiles` do so themselves; for other providers, call
/// `PrecomputePipeline.imagesDidArrive(_:)`.
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
  /// The bitmap may be smaller than the image if it covers the drawn size. The choice of bitmap
  /// must depend only on the image and the size, or drawing the same list twice could give
  /// different pixels. The position of an image depends on its natural size, not on the size of the
  /// bitmap.
  func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap?

  /// Returns whether a missing image has failed to load and will not arrive by itself. Failed
  /// images have another placeholder than images that are still loading.
  ///
  /// - Parameters:
  ///   - image: The name that a cell requests.
  ///   - size: The drawn size; `nil` if the natural size is unknown.
  func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool

  /// Registers an observer of arriving images.
  ///
  /// An image arrives when its size, its pixels or its failure becomes known after it was
  /// requested.
  ///
  /// - Parameter observer: Called on any thread after images have arrived; returns whether it stays
  ///   registered.
  func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool)

  /// Cancels the loading of images that are no longer needed.
  ///
  /// A cancelled image is reported as arrived, so observers that still need it request it again.
  /// Called on any thread; must not block.
  func cancelLoads(of images: [ImageReference])
}

extension ImageProvider {
  /// Returns the pixels of an image at its natural size, for any drawn size.
  public func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
    bitmap(for: image)
  }

  /// Returns false: missing images are still loading or do not exist.
  public func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool { false }

  /// Does nothing: other objects report arrivals, or no image arrives later.
  public func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool) {}

  /// Does nothing: loads continue.
  public func cancelLoads(of images: [ImageReference]) {}

  /// Returns the size of the image's bitmap.
  ///
  /// - Complexity: That of `bitmap(for:)`.
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

  /// Creates an empty list.
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

  /// Creates a size; negative numbers are allowed.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
