public import LinecasterBase
public import LinecasterDisplay
public import LinecasterRaster
import Synchronization

/// Finds images in the files of a folder and keeps the decoded ones.
///
/// The name of an image is its path inside the folder; symbolic links in the folder are followed,
/// wherever they lead. It may also be a `data:` address (RFC 2397), or `qr:` and the text of a QR
/// code, with the package trait `QR`. An image is kept at about the size it is drawn at, and
/// decoded again when its file has changed. Any number of threads may ask at once; the first that
/// wants a new image decodes it and the others wait for it. `ImageLoader` is for threads that must
/// not wait.
///
///     let images = ImageFileProvider(folder: folder, byteLimit: 16 << 20)
///     print(images.naturalSize(of: ImageReference("coast.jpg")) ?? .zero)
///     let bitmap = try images.load(ImageReference("coast.jpg"))
///     for failure in images.failures { print(failure) }
public final class ImageFileProvider: ImageProvider {
  /// The folder that names are relative to.
  public let folder: String
  /// The most bytes of decoded images kept; the least recently used are dropped first.
  public var byteLimit: Int { kept.byteLimit }

  /// Failures remembered for `failures`; a scene with more names is broken elsewhere.
  public static let maximumFailures = 4096
  /// The most bytes of headers kept: those of some thousand images.
  static let headerByteLimit = 1 << 20

  let decoder: ImageDecoder
  let headers: ShardedCache<HeaderKey, ImageHeader>
  let failed = Mutex(FailureLog(limit: maximumFailures))
  private let kept: ShardedCache<ImageKey, Bitmap>
  private let flights = SingleFlight<ImageKey, Result<Bitmap, ImageError>>()
  private let decoded = Atomic<Int>(0)

  /// Makes a provider; the folder is not looked at yet.
  public init(
    folder: String, byteLimit: Int = 64 << 20, decoder: ImageDecoder = ImageDecoder()
  ) {
    self.folder = folder
    self.decoder = decoder
    // One shard: images are few and large, and a shard's share must hold the largest.
    kept = ShardedCache(byteLimit: byteLimit, shardCount: 1)
    headers = ShardedCache(byteLimit: Self.headerByteLimit, shardCount: 1)
  }

  /// The pixels of an image; nil where it cannot be read, and `failures` says why.
  public func bitmap(for image: ImageReference) -> Bitmap? { try? load(image) }

  /// The pixels of an image at about the size it is drawn at; nil where it cannot be read.
  public func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
    try? load(image, covering: size)
  }

  /// Whether an image cannot be read; none is on its way.
  public func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool { true }

  /// The pixels of an image.
  ///
  /// - Parameters:
  ///   - image: The name.
  ///   - size: The size that it is drawn at, as in `ImageDecoder`; nil for the file's own.
  /// - Throws: `ImageError` naming the file; with code `unreadable` also for names that are
  ///   absolute or lead out of the folder. A failure is remembered until the file changes.
  public func load(
    _ image: ImageReference, covering size: PixelSize? = nil
  ) throws(ImageError) -> Bitmap {
    if let known = known(image, covering: size) { return try known.get() }
    var identity: FileIdentity?
    do throws(ImageError) {
      let file = try open(image)
      identity = file.identity
      let header = try header(of: file, image)
      let key = ImageKey(
        name: ExactText(image.name), identity: file.identity,
        reduction: decoder.reduction(of: header, covering: size))
      let bitmap = try join(key, nameBytes: image.name.utf8.count) { () throws(ImageError) in
        try decoder.decode(file, header, key.reduction)
      }
      failed.withLock { $0.forget(image.name) }
      return bitmap
    } catch {
      failed.withLock { $0.note(error, of: image.name, identity: identity) }
      throw error
    }
  }

  /// What is known of an image without opening its file: the pixels, or that they cannot be had;
  /// nil where that has to be found out.
  ///
  /// - Parameter mustFit: Whether pixels that are too many to be kept cannot be had.
  func known(
    _ image: ImageReference, covering size: PixelSize?, mustFit: Bool = false
  ) -> Result<Bitmap, ImageError>? {
    let identity: FileIdentity
    do throws(ImageError) {
      identity = try self.identity(of: image)
    } catch {
      failed.withLock { $0.note(error, of: image.name, identity: nil) }
      return .failure(error)
    }
    let error = failed.withLock { $0.error(of: image.name, identity: identity) }
    if let error { return .failure(error) }
    guard
      let header = headers.value(for: HeaderKey(name: ExactText(image.name), identity: identity))
    else {
      return nil
    }
    let reduction = decoder.reduction(of: header, covering: size)
    let key = ImageKey(name: ExactText(image.name), identity: identity, reduction: reduction)
    if let bitmap = kept.value(for: key) { return .success(bitmap) }
    return mustFit ? misfit(image, header, reduction).map { .failure($0) } : nil
  }

  /// Why images were not found, ordered by name; at most `maximumFailures`.
  public var failures: [ImageError] { failed.withLock { $0.errors } }

  /// Why an image was not found when it was asked for last; nil where it was.
  package func failure(of image: ImageReference) -> ImageError? {
    failed.withLock { $0.error(of: image.name) }
  }

  /// The bytes of decoded images that are kept, and of keeping them.
  public var keptBytes: Int { kept.statistics.bytes }

  /// How often images were found decoded, and what is kept.
  public var statistics: CacheStatistics { kept.statistics }

  /// How many images were decoded.
  public var decodedCount: Int { decoded.load(ordering: .relaxed) }

  /// Drops the images used longest ago until no more than `bytes` are kept, as when memory is
  /// short.
  public func trim(to bytes: Int) { kept.trim(to: bytes) }

  /// Drops the decoded images and forgets failures.
  public func removeAll() {
    kept.removeAll()
    headers.removeAll()
    failed.withLock { $0.removeAll() }
  }

  /// Decodes an image, or waits for the thread that does.
  private func join(
    _ key: ImageKey, nameBytes: Int, decode: () throws(ImageError) -> Bitmap
  ) throws(ImageError) -> Bitmap {
    let outcome = flights.value(for: key, known: { kept.value(for: key).map { .success($0) } }) {
      Result { () throws(ImageError) in
        let bitmap = try decode()
        decoded.wrappingAdd(1, ordering: .relaxed)
        kept.insert(bitmap, for: key, cost: bitmap.pixels.count + nameBytes)
        return bitmap
      }
    }
    return try outcome.get()
  }

  /// The state of an image's file.
  private func identity(of image: ImageReference) throws(ImageError) -> FileIdentity {
    if InlineImage(image.name) != nil { return .inline }
    return try FileIdentity(path: path(of: image))
  }

  /// Opens an image's file.
  private func open(_ image: ImageReference) throws(ImageError) -> OpenFile {
    guard let inline = InlineImage(image.name) else { return try OpenFile(path(of: image)) }
    let name = InlineImage.short(image.name)
    return OpenFile(
      try inline.file(named: name, limit: decoder.limits.fileByteCount), name: name)
  }

  func path(of image: ImageReference) throws(ImageError) -> String {
    guard !InnerPath.isAddress(image.name) else {
      throw ImageError(
        code: .unreadable, source: image.name,
        reason: "an address, and nothing is fetched: images are files inside the folder \(folder)")
    }
    guard InnerPath.staysInside(image.name) else {
      throw ImageError(
        code: .unreadable, source: image.name, reason: "not a path inside the folder \(folder)")
    }
    return "\(folder)/\(image.name)"
  }
}

extension ImageFileProvider {
  /// The size of an image, a pixel of its file a layout point; nil where the file cannot be read,
  /// and `failures` says why.
  ///
  /// Only the header is read, once as long as the file does not change.
  public func naturalSize(of image: ImageReference) -> Size? {
    var identity: FileIdentity?
    do throws(ImageError) {
      let found = try self.identity(of: image)
      identity = found
      guard failed.withLock({ $0.error(of: image.name, identity: found) }) == nil else {
        return nil
      }
      let size = try info(for: image).size
      // What was wrong with another file of the name is wrong no more.
      failed.withLock { $0.forget(image.name) }
      return Size(width: Double(size.width), height: Double(size.height))
    } catch {
      failed.withLock { $0.note(error, of: image.name, identity: identity) }
      return nil
    }
  }

  /// What the header of an image says; its pixels are not decoded. Headers are kept.
  ///
  /// - Throws: `ImageError` naming the file.
  public func info(for image: ImageReference) throws(ImageError) -> ImageInfo {
    ImageInfo(try header(of: image))
  }

  /// Throws where an image decoded for a size has more bytes than are kept, so that it would be
  /// decoded again for each drawing; what else is wrong with it is for `load` to tell.
  ///
  /// - Throws: `ImageError` with code `tooLarge`.
  func checkFits(_ image: ImageReference, covering size: PixelSize?) throws(ImageError) {
    guard let header = try? header(of: image) else { return }
    let reduction = decoder.reduction(of: header, covering: size)
    if let error = misfit(image, header, reduction) { throw error }
  }

  /// What is wrong with an image whose pixels are too many to be kept; nil where they are not.
  func misfit(
    _ image: ImageReference, _ header: ImageHeader, _ reduction: ImageReduction
  ) -> ImageError? {
    let size = reduction.size(header.greatestSize)
    let byteCount = size.width * size.height * 4
    guard byteCount > byteLimit - Self.keepingByteCount else { return nil }
    return ImageError(
      code: .tooLarge, source: image.name,
      reason: "\(header.size.words) pixels"
        + (size == header.size ? "" : ", read as \(size.words),")
        + " take \(byteCount) bytes where \(byteLimit) are kept in all")
  }

  /// More than keeping an image takes besides its pixels.
  private static let keepingByteCount = 1024

  private func header(of image: ImageReference) throws(ImageError) -> ImageHeader {
    let key = HeaderKey(name: ExactText(image.name), identity: try identity(of: image))
    if let known = headers.value(for: key) { return known }
    return try header(of: open(image), image)
  }

  /// The header of a file that is open.
  func header(of file: OpenFile, _ image: ImageReference) throws(ImageError) -> ImageHeader {
    let key = HeaderKey(name: ExactText(image.name), identity: file.identity)
    if let known = headers.value(for: key) { return known }
    let header = try decoder.header(of: file)
    headers.insert(header, for: key, cost: HeaderKey.cost + image.name.utf8.count)
    return header
  }
}

/// Why images could not be decoded, so that a broken file is not tried at each drawing.
struct FailureLog {
  private let limit: Int
  private var entries: [ExactText: Entry] = [:]

  private struct Entry {
    let identity: FileIdentity?
    let error: ImageError
  }

  init(limit: Int) {
    self.limit = limit
  }

  /// The errors, ordered by name.
  var errors: [ImageError] { entries.sorted { $0.key < $1.key }.map(\.value.error) }

  /// What was wrong with a file.
  func error(of name: String) -> ImageError? { entries[ExactText(name)]?.error }

  /// What was wrong with a file in the state it is in.
  func error(of name: String, identity: FileIdentity) -> ImageError? {
    guard let entry = entries[ExactText(name)], entry.identity == identity else { return nil }
    return entry.error
  }

  /// Notes a failure; when the log is full, only of names that are in it.
  mutating func note(_ error: ImageError, of name: String, identity: FileIdentity?) {
    let name = ExactText(name)
    guard entries.count < limit || entries[name] != nil else { return }
    entries[name] = Entry(identity: identity, error: error)
  }

  /// Forgets the failure of an image that was decoded after all.
  mutating func forget(_ name: String) { entries[ExactText(name)] = nil }

  mutating func removeAll() { entries = [:] }
}

/// What a decoded image is found by.
///
/// The file's identity is part of it, so that one that changed is decoded again, and how much
/// smaller it was made, so that an image shown small is never kept large.
struct ImageKey: CacheKey {
  /// The name in the provider's folder.
  let name: ExactText
  let identity: FileIdentity
  let reduction: ImageReduction
}

/// What a header is found by: the name in the provider's folder, and the state of the file.
struct HeaderKey: CacheKey {
  let name: ExactText
  let identity: FileIdentity

  /// What keeping a header takes, in bytes, the text of a usual name included.
  static let cost = MemoryLayout<ImageHeader>.stride + 64
}
