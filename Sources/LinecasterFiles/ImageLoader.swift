import Dispatch
public import LinecasterBase
public import LinecasterDisplay
public import LinecasterRaster
import Synchronization

/// Serves decoded images immediately, and decodes others in the background.
///
/// Pending images are drawn as a placeholder. A list whose pipeline draws with the loader redraws
/// rows as their images arrive. A program without a list takes the arrivals on a thread of its
/// choice, and redraws these images itself. Thread-safe. The images on screen must fit into the
/// byte limit of `files`, or they evict each other. An image that exceeds the limit alone arrives
/// as an error.
///
///     let loader = ImageLoader(files: ImageFileProvider(folder: folder)) { wakeTheLoop() }
///     let bitmap = loader.bitmap(for: ImageReference("coast.jpg"), covering: size)
///     for arrival in loader.takeArrivals() where arrival.error == nil { redraw(arrival.image) }
public final class ImageLoader: ImageProvider {
  /// The maximum number of waiting images. Beyond it, the oldest requests are dropped. Their
  /// observers are notified to request them again when few are waiting.
  public static let maximumWaiting = 1024

  /// The maximum number of arrivals that wait to be taken; programs with a list need not take any.
  private static let maximumArrivals = 4096

  private let files: ImageFileProvider
  private let workerCount: Int
  private let onArrival: @Sendable () -> Void
  private let state = Mutex(State())
  private let observers = ArrivalObservers()
  private let queue = DispatchQueue(
    label: "linecaster.images", qos: .utility, attributes: .concurrent)

  private struct Request: Hashable {
    let image: ImageReference
    let size: PixelSize?
  }

  private struct State {
    /// The waiting requests, in order.
    var waiting: [Request] = []
    /// The requests that are waiting or being decoded.
    var pending: Set<Request> = []
    var workers = 0
    var arrivals: [ImageArrival] = []
    /// The images that were dropped from a full queue, to be requested again.
    var dropped: Set<ImageReference> = []

    /// Returns the dropped images once there is room for new requests.
    mutating func takeDropped() -> Set<ImageReference> {
      guard waiting.count <= ImageLoader.maximumWaiting / 2 else { return [] }
      defer { dropped = [] }
      return dropped
    }
  }

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - files: The provider that reads and caches images, which other objects may share.
  ///   - workerCount: The maximum number of images decoded at a time, at least 1.
  ///   - onArrival: Called on a background thread when the first image arrives after the last
  ///     `takeArrivals()`, for example to wake the thread that takes arrivals.
  public init(
    files: ImageFileProvider, workerCount: Int = 2,
    onArrival: @escaping @Sendable () -> Void = {}
  ) {
    self.files = files
    self.workerCount = max(1, workerCount)
    self.onArrival = onArrival
  }

  /// Returns the pixels of an image in its own size. If they are not decoded, returns `nil` and
  /// starts decoding.
  public func bitmap(for image: ImageReference) -> Bitmap? {
    bitmap(Request(image: image, size: nil))
  }

  /// Returns the pixels of an image at about its drawn size. If they are not decoded, returns `nil`
  /// and starts decoding.
  public func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
    bitmap(Request(image: image, size: size))
  }

  /// Returns the images that were finished since the last call, in order, and removes them from the
  /// loader.
  public func takeArrivals() -> [ImageArrival] {
    state.withLock { state in
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }

  /// Whether no image is being decoded or waits to be decoded.
  public var isIdle: Bool { state.withLock { $0.pending.isEmpty } }

  private func bitmap(_ request: Request) -> Bitmap? {
    switch files.known(request.image, covering: request.size, mustFit: true) {
    case .success(let bitmap): return bitmap
    case .failure: return nil
    case nil:
      enqueue(request)
      return nil
    }
  }

  /// Returns whether an image cannot be read, or exceeds the byte limit at its drawn size.
  public func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool {
    guard case .failure = files.known(image, covering: size, mustFit: true) else { return false }
    return true
  }

  /// Registers an observer of images that were finished, including those that cannot be read.
  public func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool) {
    observers.add(observer)
  }

  /// Drops images that are waiting to be decoded.
  ///
  /// - Complexity: O(waiting images).
  public func cancelLoads(of images: [ImageReference]) {
    let images = Set(images)
    let dropped = state.withLock { state -> [ImageReference] in
      let dropped = state.waiting.filter { images.contains($0.image) }
      guard !dropped.isEmpty else { return [] }
      state.waiting.removeAll { images.contains($0.image) }
      state.pending.subtract(dropped)
      return dropped.map(\.image)
    }
    observers.announce(dropped)
  }

  /// Returns the size of an image. If it is unknown, reads the image's header on the calling
  /// thread.
  public func naturalSize(of image: ImageReference) -> Size? { files.naturalSize(of: image) }

  private func enqueue(_ request: Request) {
    let startsWorker = state.withLock { state in
      guard state.pending.insert(request).inserted else { return false }
      state.waiting.append(request)
      if state.waiting.count > Self.maximumWaiting {
        let dropped = state.waiting.removeFirst()
        state.pending.remove(dropped)
        state.dropped.insert(dropped.image)
      }
      guard state.workers < workerCount else { return false }
      state.workers += 1
      return true
    }
    if startsWorker { queue.async { self.work() } }
  }

  /// Decodes waiting images, the newest first, because these are on screen.
  private func work() {
    while let request = next() {
      var arrival = ImageArrival(image: request.image, error: nil)
      do throws(ImageError) {
        try files.checkFits(request.image, covering: request.size)
        _ = try files.load(request.image, covering: request.size)
      } catch {
        arrival = ImageArrival(image: request.image, error: error)
      }
      let (isFirst, images) = state.withLock { state -> (Bool, Set<ImageReference>) in
        state.pending.remove(request)
        state.arrivals.append(arrival)
        if state.arrivals.count > Self.maximumArrivals { state.arrivals.removeFirst() }
        return (state.arrivals.count == 1, state.takeDropped().union([request.image]))
      }
      if isFirst { onArrival() }
      observers.announce(Array(images))
    }
  }

  private func next() -> Request? {
    state.withLock { state in
      let request = state.waiting.popLast()
      if request == nil { state.workers -= 1 }
      return request
    }
  }
}

/// An image that a loader has finished, with or without success.
public struct ImageArrival: Hashable, Sendable {
  /// The image, as it was requested.
  public let image: ImageReference
  /// The reason why the image cannot be drawn; `nil` if its pixels are available.
  public let error: ImageError?
}
