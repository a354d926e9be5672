public import LinecasterBase
public import LinecasterDisplay
import Synchronization

/// Something that finds the pixels of images by name.
///
/// Drawing asks from any thread, several at once; answer without waiting for the network. A
/// provider that answers nil because an image is still on its way tells when it has come: those in
/// `LinecasterFiles` do so by themselves, for others `PrecomputePipeline.imagesDidArrive(_:)`
/// does.
///
///     struct Swatches: ImageProvider {
///       func bitmap(for image: ImageReference) -> Bitmap? {
///         try? Bitmap(width: 8, height: 8, background: image.name == "ink" ? .black : .white)
///       }
///     }
public protocol ImageProvider: ImageSizes {
  /// The pixels of an image, or nil where there are none (yet); a placeholder is drawn then.
  func bitmap(for image: ImageReference) -> Bitmap?

  /// The pixels of an image that is drawn at a size, or nil where there are none (yet).
  ///
  /// The bitmap may be smaller than the image itself, as long as it covers that size. Which one
  /// is given must depend on the image and the size alone, or drawing the same twice could
  /// differ. Where an image goes depends on its natural size and not on that of the bitmap.
  func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap?

  /// Whether an image that there are no pixels of will not come by itself; it is drawn otherwise
  /// than one that is on its way.
  ///
  /// - Parameters:
  ///   - image: The name that a cell asks for it by.
  ///   - size: The size that it is drawn at; nil where its own size is not known.
  func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool

  /// Has somebody told of images whose size or pixels, or the failure to have them, were not there
  /// when they were asked for, and may be now.
  ///
  /// - Parameter observer: Called on any thread, after the images can be had; returns whether it
  ///   wants to be called again.
  func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool)

  /// Tells that nobody waits for images any more; loading them may end.
  ///
  /// One that is not loaded for this reason is told to have arrived, so that those who want it all
  /// the same ask again. Called on any thread; must not wait.
  func cancelLoads(of images: [ImageReference])
}

extension ImageProvider {
  /// The pixels of an image at its own size.
  public func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
    bitmap(for: image)
  }

  /// False: images come, or there are none.
  public func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool { false }

  /// Tells of none: what is not there at once is told by others, or never comes.
  public func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool) {}

  /// Does nothing: what has begun goes on.
  public func cancelLoads(of images: [ImageReference]) {}

  /// The size of the image's bitmap.
  public func naturalSize(of image: ImageReference) -> Size? {
    bitmap(for: image).map { Size(width: Double($0.width), height: Double($0.height)) }
  }
}

/// Those who want to hear of images that arrive.
package final class ArrivalObservers: Sendable {
  private struct State {
    var count = 0
    var observers: [Int: @Sendable ([ImageReference]) -> Bool] = [:]
  }

  private let state = Mutex(State())

  /// Makes a list of nobody.
  package init() {}

  /// Adds somebody, who is called on any thread until the answer is false.
  package func add(_ observer: @escaping @Sendable ([ImageReference]) -> Bool) {
    state.withLock { state in
      state.count += 1
      state.observers[state.count] = observer
    }
  }

  /// Tells all, on this thread and without a lock held; nothing happens without images.
  package func announce(_ images: [ImageReference]) {
    guard !images.isEmpty else { return }
    for (number, observer) in state.withLock({ $0.observers }) where !observer(images) {
      _ = state.withLock { $0.observers.removeValue(forKey: number) }
    }
  }
}

/// A width and a height in whole device pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels of a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a size; any numbers are allowed.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
