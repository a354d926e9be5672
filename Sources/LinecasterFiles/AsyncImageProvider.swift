public import LinecasterBase
public import LinecasterDisplay
public import LinecasterRaster
import Synchronization

/// Serves loaded images immediately, and loads others from an asynchronous source.
///
/// Pending images are drawn as a placeholder, and failed images as another one. A list whose
/// pipeline draws with the provider redraws rows as their images arrive, and cancels loads that no
/// row in range needs. Equal requests are loaded once. The newest requests are loaded first,
/// because their images are on screen.
///
///     let images = AsyncImageProvider(source: Avatars(), byteLimit: 64 << 20)
///     let rasterizer = DisplayRasterizer(images: images)
///     for image in images.failures.keys { images.retry(image) }
public final class AsyncImageProvider: ImageProvider {
  fileprivate struct Request: CacheKey {
    enum Kind: Hashable {
      case size
      /// The size to cover; `nil` for the image's own size.
      case pixels(PixelSize?)
    }

    let image: ImageReference
    let kind: Kind
  }

  /// The result of a request.
  fileprivate struct Answer {
    var size: Size?
    var bitmap: Bitmap?
  }

  fileprivate struct State {
    /// The waiting requests, in order.
    var waiting: [Request] = []
    var tasks: [Request: Task<Void, Never>] = [:]
    var sizes: [ImageReference: Size] = [:]
    var failures: [ImageReference: any Error] = [:]

    fileprivate func isUnderWay(_ request: Request) -> Bool {
      tasks[request] != nil || waiting.contains(request)
    }
  }

  /// The maximum number of waiting images. Beyond it, the oldest requests are dropped, and their
  /// observers are notified to request them again.
  public static let maximumWaiting = 1024
  /// The maximum number of cached sizes, and of recorded failures.
  private static let mostRemembered = 16_384

  private let source: any ImageSource
  private let loadsAtOnce: Int
  private let kept: ShardedCache<Request, Bitmap>
  private let state = Mutex(State())
  private let observers = ArrivalObservers()

  /// Creates a provider; nothing is loaded yet.
  ///
  /// - Parameters:
  ///   - source: The source of the images.
  ///   - byteLimit: The maximum size of cached pixels, in bytes; the least recently used images are
  ///     evicted first. All images that are visible at a time should fit, or they are loaded again
  ///     and again.
  ///   - loadsAtOnce: The maximum number of concurrent loads, at least 1.
  public init(source: any ImageSource, byteLimit: Int = 64 << 20, loadsAtOnce: Int = 6) {
    self.source = source
    self.loadsAtOnce = max(1, loadsAtOnce)
    kept = ShardedCache(byteLimit: byteLimit, shardCount: 1)
  }

  deinit { for task in state.withLock({ $0.tasks.values }) { task.cancel() } }

  /// Returns the pixels of an image in its own size. If they are not loaded, returns `nil` and
  /// starts loading.
  public func bitmap(for image: ImageReference) -> Bitmap? {
    bitmap(Request(image: image, kind: .pixels(nil)))
  }

  /// Returns the pixels of an image for its drawn size. If they are not loaded, returns `nil` and
  /// starts loading.
  public func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
    kept.value(for: Request(image: image, kind: .pixels(nil)))
      ?? bitmap(Request(image: image, kind: .pixels(size)))
  }

  /// Returns the size of an image. If it is unknown, returns `nil` and starts loading the size.
  public func naturalSize(of image: ImageReference) -> Size? {
    let size = state.withLock { $0.sizes[image] }
    if size == nil { enqueue(Request(image: image, kind: .size)) }
    return size
  }

  /// Returns whether loading an image has failed. Failed loads are not retried automatically.
  public func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool {
    state.withLock { $0.failures[image] != nil }
  }

  /// The errors of images that could not be loaded.
  ///
  /// - Complexity: O(1).
  public var failures: [ImageReference: any Error] { state.withLock { $0.failures } }

  /// Clears the failure of an image, so rows that show the image request it again.
  public func retry(_ image: ImageReference) {
    let hasFailed = state.withLock { $0.failures.removeValue(forKey: image) != nil }
    if hasFailed { observers.announce([image]) }
  }

  /// Whether no image is being loaded or waits to be loaded.
  public var isIdle: Bool { state.withLock { $0.tasks.isEmpty && $0.waiting.isEmpty } }

  /// The size of the cached pixels, in bytes.
  public var keptBytes: Int { kept.statistics.bytes }

  /// Registers an observer of images that have been loaded or have failed to load.
  public func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool) {
    observers.add(observer)
  }

  /// Cancels the loads of images, including those in progress.
  ///
  /// - Complexity: O(pending loads).
  public func cancelLoads(of images: [ImageReference]) {
    let images = Set(images)
    let (tasks, cancelled) = state.withLock { state in
      let running = state.tasks.filter { images.contains($0.key.image) }
      let waiting = state.waiting.filter { images.contains($0.image) }
      state.waiting.removeAll { images.contains($0.image) }
      return (running.values, Set(waiting.map(\.image)))
    }
    // Running tasks report when they have ended.
    for task in tasks { task.cancel() }
    observers.announce(Array(cancelled))
  }

  private func bitmap(_ request: Request) -> Bitmap? {
    if let bitmap = kept.value(for: request) { return bitmap }
    enqueue(request)
    return nil
  }
}

// MARK: - Loading

extension AsyncImageProvider {
  private func enqueue(_ request: Request) {
    let dropped = state.withLock { state -> [ImageReference] in
      guard state.failures[request.image] == nil, !state.isUnderWay(request) else { return [] }
      state.waiting.append(request)
      startNext(&state)
      guard state.waiting.count > Self.maximumWaiting else { return [] }
      return [state.waiting.removeFirst().image]
    }
    observers.announce(dropped)
  }

  /// Starts the newest requests, up to the limit of concurrent loads.
  private func startNext(_ state: inout State) {
    while state.tasks.count < loadsAtOnce, let request = state.waiting.popLast() {
      state.tasks[request] = Task.detached(priority: .utility) { [weak self, source] in
        let result = await Self.load(request, from: source)
        self?.end(request, result)
      }
    }
  }

  /// Requests the image from the source; loads it completely to find its size if the source has no
  /// sizes.
  private static func load(
    _ request: Request, from source: any ImageSource
  ) async -> Result<Answer, any Error> {
    do {
      var size: PixelSize?
      switch request.kind {
      case .size:
        let known = try await source.naturalSize(of: request.image)
        if let known { return .success(Answer(size: known)) }
      case .pixels(let wanted): size = wanted
      }
      let bitmap = try await source.load(request.image, covering: size)
      let own = Size(width: Double(bitmap.width), height: Double(bitmap.height))
      return .success(Answer(size: size == nil ? own : nil, bitmap: bitmap))
    } catch {
      return .failure(Task.isCancelled ? CancellationError() : error)
    }
  }

  private func end(_ request: Request, _ result: Result<Answer, any Error>) {
    let result = result.flatMap { keep($0, for: request) }
    state.withLock { state in
      state.tasks[request] = nil
      state.note(result, of: request.image, limit: Self.mostRemembered)
      startNext(&state)
    }
    observers.announce([request.image])
  }

  /// Caches pixels; pixels over the byte limit fail, because they would be loaded again and again.
  private func keep(_ answer: Answer, for request: Request) -> Result<Answer, any Error> {
    guard let bitmap = answer.bitmap else { return .success(answer) }
    let key = request.kind == .size ? Request(image: request.image, kind: .pixels(nil)) : request
    kept.insert(bitmap, for: key, cost: bitmap.pixels.count)
    guard bitmap.pixels.count + 1024 > kept.byteLimit else { return .success(answer) }
    return .failure(
      ImageError(
        code: .tooLarge, source: request.image.name,
        reason: "\(bitmap.pixels.count) bytes of pixels; the cache limit is \(kept.byteLimit)"))
  }
}

extension AsyncImageProvider.State {
  fileprivate mutating func note(
    _ result: Result<AsyncImageProvider.Answer, any Error>, of image: ImageReference, limit: Int
  ) {
    switch result {
    case .success(let answer):
      if sizes.count > limit { sizes = [:] }
      if let size = answer.size { sizes[image] = size }
    case .failure(let error) where error is CancellationError: break
    case .failure(let error):
      if failures.count > limit { failures = [:] }
      failures[image] = error
    }
  }
}

/// An asynchronous source of images, for example a server.
///
///     struct Avatars: ImageSource {
///       func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
///         try await Task.sleep(for: .milliseconds(200))
///         return try Bitmap(width: 48, height: 48, background: .black)
///       }
///     }
public protocol ImageSource: Sendable {
  /// Returns the size of an image in layout points, one per pixel; `nil` if it is known only after
  /// loading the pixels.
  ///
  /// The calling task is cancelled when the image is no longer needed.
  func naturalSize(of image: ImageReference) async throws -> Size?

  /// Loads the pixels of an image.
  ///
  /// The calling task is cancelled when the image is no longer needed.
  ///
  /// - Parameters:
  ///   - image: The image, as the cell names it.
  ///   - size: The drawn size in pixels, which the result should cover but need not equal; `nil`
  ///     for the image's own size.
  func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap
}

extension ImageSource {
  /// Returns `nil`: sizes are known only after loading.
  public func naturalSize(of image: ImageReference) async throws -> Size? { nil }
}
