import Dispatch
public import LinecasterBase
public import LinecasterDisplay
public import LinecasterRaster
import Synchronization

/// Answers at once with the images that are decoded, and decodes the others in the background.
///
/// What is asked for and not there yet is drawn as a placeholder. Lists whose pipeline draws with
/// the loader hear of what arrives, and show the rows again that lacked it. A program without a
/// list takes the arrivals, at a time and on a thread that suit it, and draws what shows these
/// images again. Any number of threads may ask at once. What is seen at a time must fit into the
/// bytes that the files keep, or images push one another out; one that does not fit alone arrives
/// as an error.
///
///     let loader = ImageLoader(files: ImageFileProvider(folder: folder)) { wakeTheLoop() }
///     let bitmap = loader.bitmap(for: ImageReference("coast.jpg"), covering: size)
///     for arrival in loader.takeArrivals() where arrival.error == nil { redraw(arrival.image) }
public final class ImageLoader: ImageProvider {
  /// The most images waiting to be decoded; of more, those asked for longest ago are dropped, and
  /// who asked is told to ask again when few are waiting.
  public static let maximumWaiting = 1024

  /// The most arrivals that wait to be taken; programs with a list need not take any.
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
    /// In the order they were first asked for.
    var waiting: [Request] = []
    /// Those waiting and those being decoded.
    var wanted: Set<Request> = []
    var workers = 0
    var arrivals: [ImageArrival] = []
    /// Those that were dropped for want of room, to be asked for again.
    var dropped: Set<ImageReference> = []

    /// What may be asked for again, once there is room.
    mutating func takeDropped() -> Set<ImageReference> {
      guard waiting.count <= ImageLoader.maximumWaiting / 2 else { return [] }
      defer { dropped = [] }
      return dropped
    }
  }

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - files: Where images are read and kept; others may use it too.
  ///   - workerCount: How many images are decoded at a time, at least 1.
  ///   - onArrival: Called on a background thread when there are arrivals and there were none: to
  ///     wake the thread that takes them.
  public init(
    files: ImageFileProvider, workerCount: Int = 2,
    onArrival: @escaping @Sendable () -> Void = {}
  ) {
    self.files = files
    self.workerCount = max(1, workerCount)
    self.onArrival = onArrival
  }

  /// The pixels of an image at its own size, or nil, in which case they will be loaded.
  public func bitmap(for image: ImageReference) -> Bitmap? {
    bitmap(Request(image: image, size: nil))
  }

  /// The pixels of an image at about the size it is drawn at, or nil, in which case they will be
  /// loaded.
  public func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
    bitmap(Request(image: image, size: size))
  }

  /// The images that were finished with since the last time, in that order.
  public func takeArrivals() -> [ImageArrival] {
    state.withLock { state in
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }

  /// Whether nothing is waiting or being decoded.
  public var isIdle: Bool { state.withLock { $0.wanted.isEmpty } }

  private func bitmap(_ request: Request) -> Bitmap? {
    switch files.known(request.image, covering: request.size, mustFit: true) {
    case .success(let bitmap): return bitmap
    case .failure: return nil
    case nil:
      want(request)
      return nil
    }
  }

  /// Whether an image cannot be read, or not be kept at a size.
  public func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool {
    guard case .failure = files.known(image, covering: size, mustFit: true) else { return false }
    return true
  }

  /// Has somebody told of images that were finished with, those that cannot be read included.
  public func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool) {
    observers.add(observer)
  }

  /// Drops images that wait to be decoded.
  public func cancelLoads(of images: [ImageReference]) {
    let images = Set(images)
    let dropped = state.withLock { state -> [ImageReference] in
      let dropped = state.waiting.filter { images.contains($0.image) }
      guard !dropped.isEmpty else { return [] }
      state.waiting.removeAll { images.contains($0.image) }
      state.wanted.subtract(dropped)
      return dropped.map(\.image)
    }
    observers.announce(dropped)
  }

  /// The size of an image; its header is read at once where it is not known yet.
  public func naturalSize(of image: ImageReference) -> Size? { files.naturalSize(of: image) }

  private func want(_ request: Request) {
    let startsWorker = state.withLock { state in
      guard state.wanted.insert(request).inserted else { return false }
      state.waiting.append(request)
      if state.waiting.count > Self.maximumWaiting {
        let dropped = state.waiting.removeFirst()
        state.wanted.remove(dropped)
        state.dropped.insert(dropped.image)
      }
      guard state.workers < workerCount else { return false }
      state.workers += 1
      return true
    }
    if startsWorker { queue.async { self.work() } }
  }

  /// Decodes what waits, the newest first, since it is what is looked at now.
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
        state.wanted.remove(request)
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

/// An image that a loader was asked for and has finished with.
public struct ImageArrival: Hashable, Sendable {
  /// The name it was asked for by.
  public let image: ImageReference
  /// Why there are no pixels; nil where there are.
  public let error: ImageError?
}
