import Foundation
public import LinecasterBase
public import LinecasterDisplay
public import LinecasterRaster
import Synchronization

/// Loads images from the files of a folder, and caches the decoded pixels.
///
/// The name of an image is its path inside the folder; symbolic links in the folder are followed,
/// even out of the folder. The name may also be a `data:` URL (RFC 2397) or, with the package trait
/// `QR`, `qr:` followed by the text of a QR code. An image is cached at about its drawn size, and
/// decoded again when its file changes. Thread-safe: the first thread that needs an image decodes
/// it, and other threads wait. Use ``ImageLoader`` on threads that must not wait.
///
///     let images = ImageFileProvider(folder: folder, byteLimit: 16 << 20)
///     print(images.naturalSize(of: ImageReference("coast.jpg")) ?? .zero)
///     let bitmap = try images.load(ImageReference("coast.jpg"))
///     for failure in images.failures { print(failure) }
public final class ImageFileProvider: ImageProvider {
  /// The folder in which image paths start.
  public let folder: String
  /// The maximum size of the cached pixels, in bytes; the least recently used images are evicted
  /// first.
  public var byteLimit: Int { kept.byteLimit }

  /// The maximum number of recorded failures.
  public static let maximumFailures = 4096
  /// The maximum bytes of cached headers, for some thousand images.
  static let headerByteLimit = 1 << 20

  let decoder: ImageDecoder
  let headers: ShardedCache<HeaderKey, ImageHeader>
  let failed = Mutex(FailureLog(limit: maximumFailures))
  private let kept: ShardedCache<ImageKey, Bitmap>
  private let flights = SingleFlight<ImageKey, Result<Bitmap, ImageError>>()
  private let decoded = Atomic<Int>(0)

  /// Creates a provider, without accessing the folder.
  public init(
    folder: String, byteLimit: Int = 64 << 20, decoder: ImageDecoder = ImageDecoder()
  ) {
    self.folder = folder
    self.decoder = decoder
    // One shard, because images are few and large, and a shard must fit the largest.
    kept = ShardedCache(byteLimit: byteLimit, shardCount: 1)
    headers = ShardedCache(byteLimit: Self.headerByteLimit, shardCount: 1)
  }

  /// Returns the pixels of an image; `nil` if it cannot be read, with the error in `failures`.
  ///
  /// - Complexity: That of decoding, unless cached.
  public func bitmap(for image: ImageReference) -> Bitmap? { try? load(image) }

  /// Returns the pixels of an image at about its drawn size; `nil` if it cannot be read, with the
  /// error in `failures`.
  ///
  /// - Complexity: That of decoding, unless cached.
  public func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
    try? load(image, covering: size)
  }

  /// Returns true: an image without pixels cannot be read, because loading is synchronous.
  public func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool { true }

  /// Returns the pixels of an image.
  ///
  /// - Parameters:
  ///   - image: The name of the image.
  ///   - size: The size to cover, as in `ImageDecoder`; `nil` for the file's own size.
  /// - Throws: `ImageError` naming the file. Absolute paths and paths out of the folder have the
  ///   code `unreadable`. A failure is cached until the file changes.
  /// - Complexity: That of decoding, unless cached.
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

  /// The cached pixels or error of an image, without opening its file; `nil` if neither is cached.
  ///
  /// - Parameter mustFit: Whether pixels that exceed the byte limit are an error.
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

  /// The errors of images that could not be read, sorted by name; at most `maximumFailures`.
  ///
  /// - Complexity: O(failures · log failures), on each access.
  public var failures: [ImageError] { failed.withLock { $0.errors } }

  /// The error of the last request for an image; `nil` if it succeeded.
  package func failure(of image: ImageReference) -> ImageError? {
    failed.withLock { $0.error(of: image.name) }
  }

  /// The size of the cached pixels in bytes, including the overhead of the cache.
  public var keptBytes: Int { kept.statistics.bytes }

  /// The statistics of the cache of decoded images.
  public var statistics: CacheStatistics { kept.statistics }

  /// The number of images decoded so far.
  public var decodedCount: Int { decoded.load(ordering: .relaxed) }

  /// Evicts the least recently used images until at most `bytes` remain, for example on memory
  /// warnings.
  ///
  /// - Complexity: O(evicted images).
  public func trim(to bytes: Int) { kept.trim(to: bytes) }

  /// Evicts all decoded images and clears failures.
  ///
  /// - Complexity: O(evicted images).
  public func removeAll() {
    kept.removeAll()
    headers.removeAll()
    failed.withLock { $0.removeAll() }
  }

  /// Decodes an image, or waits for the thread that is decoding it.
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

  /// The identity of an image's file.
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
        reason: "URLs are not loaded; name a file inside the folder \(folder)")
    }
    guard InnerPath.staysInside(image.name) else {
      throw ImageError(
        code: .unreadable, source: image.name, reason: "not a path inside the folder \(folder)")
    }
    return "\(folder)/\(image.name)"
  }
}

extension ImageFileProvider {
  /// Returns the size of an image in layout points, one per pixel; `nil` if the file cannot be
  /// read, with the error in `failures`.
  ///
  /// Only the header is read, once until the file changes.
  public func naturalSize(of image: ImageReference) -> Size? {
    var identity: FileIdentity?
    do throws(ImageError) {
      let found = try self.identity(of: image)
      identity = found
      guard failed.withLock({ $0.error(of: image.name, identity: found) }) == nil else {
        return nil
      }
      let size = try info(for: image).size
      // An earlier failure under this name no longer applies.
      failed.withLock { $0.forget(image.name) }
      return Size(width: Double(size.width), height: Double(size.height))
    } catch {
      failed.withLock { $0.note(error, of: image.name, identity: identity) }
      return nil
    }
  }

  /// Reads the header of an image, without decoding pixels. Headers are cached.
  ///
  /// - Throws: `ImageError` naming the file.
  /// - Complexity: O(bytes of the header), unless cached.
  public func info(for image: ImageReference) throws(ImageError) -> ImageInfo {
    ImageInfo(try header(of: image))
  }

  /// Throws if an image decoded for a size exceeds the byte limit, and would be decoded again for
  /// each drawing; `load` reports other errors.
  ///
  /// - Throws: `ImageError` with code `tooLarge`.
  func checkFits(_ image: ImageReference, covering size: PixelSize?) throws(ImageError) {
    guard let header = try? header(of: image) else { return }
    let reduction = decoder.reduction(of: header, covering: size)
    if let error = misfit(image, header, reduction) { throw error }
  }

  /// The error of an image whose pixels exceed the byte limit; `nil` if they fit.
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
        + " take \(byteCount) bytes; the cache limit is \(byteLimit)")
  }

  /// An upper bound of the cache overhead of an image, in bytes.
  private static let keepingByteCount = 1024

  private func header(of image: ImageReference) throws(ImageError) -> ImageHeader {
    let key = HeaderKey(name: ExactText(image.name), identity: try identity(of: image))
    if let known = headers.value(for: key) { return known }
    return try header(of: open(image), image)
  }

  /// The header of an open file.
  func header(of file: OpenFile, _ image: ImageReference) throws(ImageError) -> ImageHeader {
    let key = HeaderKey(name: ExactText(image.name), identity: file.identity)
    if let known = headers.value(for: key) { return known }
    let header = try decoder.header(of: file)
    headers.insert(header, for: key, cost: HeaderKey.cost + image.name.utf8.count)
    return header
  }
}

/// The errors of images that could not be decoded, so a broken file is not read for each drawing.
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

  /// The errors, sorted by name.
  var errors: [ImageError] { entries.sorted { $0.key < $1.key }.map(\.value.error) }

  /// The error of a file.
  func error(of name: String) -> ImageError? { entries[ExactText(name)]?.error }

  /// The error of a file in its current state.
  func error(of name: String, identity: FileIdentity) -> ImageError? {
    guard let entry = entries[ExactText(name)], entry.identity == identity else { return nil }
    return entry.error
  }

  /// Records a failure; a full log updates existing names only.
  mutating func note(_ error: ImageError, of name: String, identity: FileIdentity?) {
    let name = ExactText(name)
    guard entries.count < limit || entries[name] != nil else { return }
    entries[name] = Entry(identity: identity, error: error)
  }

  /// Forgets the failure of an image that has been decoded.
  mutating func forget(_ name: String) { entries[ExactText(name)] = nil }

  mutating func removeAll() { entries = [:] }
}

/// The cache key of a decoded image.
///
/// It includes the file's identity, so a changed file is decoded again, and the reduction, so an
/// image that is shown small is never kept large.
struct ImageKey: CacheKey {
  /// The name in the provider's folder.
  let name: ExactText
  let identity: FileIdentity
  let reduction: ImageReduction
}

/// The cache key of a header: the name in the provider's folder, and the file's identity.
struct HeaderKey: CacheKey {
  let name: ExactText
  let identity: FileIdentity

  /// The cost of a cached header in bytes, including a typical name.
  static let cost = MemoryLayout<ImageHeader>.stride + 64
}

/// An image whose content is in its name: a `data:` URL (RFC 2397), or the text of a QR code after
/// `qr:`.
enum InlineImage {
  /// The bytes of a file.
  case data(Substring)
  /// The text of a QR code.
  case code(Substring)

  /// Parses a name; `nil` for paths.
  init?(_ name: String) {
    if name.utf8.starts(with: "data:".utf8) {
      self = .data(name.dropFirst(5))
    } else if name.utf8.starts(with: "qr:".utf8) {
      self = .code(name.dropFirst(3))
    } else {
      return nil
    }
  }

  /// The start of a name, for messages.
  static func short(_ name: String) -> String {
    guard InlineImage(name) != nil, name.utf8.count > shownLength else { return name }
    return String(decoding: name.utf8.prefix(shownLength), as: UTF8.self)
      + "… (\(name.utf8.count) bytes)"
  }

  private static let shownLength = 48

  /// The bytes of the image's file, whose format is detected by its first bytes.
  ///
  /// - Parameters:
  ///   - name: The name of the image in messages.
  ///   - limit: The maximum number of bytes.
  /// - Throws: `ImageError` with code `malformed`, `tooLarge` or `unsupported`.
  func file(named name: String, limit: Int) throws(ImageError) -> [UInt8] {
    switch self {
    case .data(let address): try Self.bytes(of: address, name, limit)
    case .code(let text): try QRImage.file(of: String(text), named: name)
    }
  }

  private static func bytes(
    of address: Substring, _ name: String, _ limit: Int
  ) throws(ImageError) -> [UInt8] {
    guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      throw ImageError(
        code: .malformed, source: name, reason: "no comma between the type and the data")
    }
    let data = address[address.utf8.index(after: comma)...]
    guard data.utf8.count <= limit.multiplied(by: 3) else {
      throw ImageError(code: .tooLarge, source: name, reason: "more than \(limit) bytes")
    }
    let isBase64 = address[..<comma].lowercased().hasSuffix(";base64")
    let plain = unescaped(data)
    let decoded = plain.flatMap { Data(base64Encoded: Data($0)) }.map { [UInt8]($0) }
    guard let bytes = isBase64 ? decoded : plain else {
      let kind = isBase64 ? "valid base64" : "percent-encoded"
      throw ImageError(code: .malformed, source: name, reason: "the data is not \(kind)")
    }
    return bytes
  }

  /// The bytes of a percent-encoded text.
  private static func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    return bytes
  }
}

extension ImageReference {
  /// Whether the content is in the name, instead of in a file.
  package var isInline: Bool { InlineImage(name) != nil }
}

extension Int {
  fileprivate func multiplied(by factor: Int) -> Int {
    let (product, isOver) = multipliedReportingOverflow(by: factor)
    return isOver ? .max : product
  }
}

/// QR codes as PNG files.
enum QRImage {
  /// The pixels of a module, so codes are sharp when they are scaled down.
  private static let side = 16
  /// The modules of the quiet zone around a code (ISO/IEC 18004 §6.3.8).
  private static let margin = 4

  /// Returns the code of a text as a PNG file, black on white, with its quiet zone.
  static func file(of text: String, named name: String) throws(ImageError) -> [UInt8] {
    let code = try QRCode(text, named: name)
    let image: Bitmap
    do throws(RasterError) {
      image = try draw(code)
    } catch {
      throw ImageError(code: .tooLarge, source: name, reason: error.reason)
    }
    return try PNGEncoder(compression: .fast).encode(image)
  }

  private static func draw(_ code: QRCode) throws(RasterError) -> Bitmap {
    let count = (code.count + 2 * margin) * side
    var image = try Bitmap(width: count, height: count, background: .white)
    let module = try Bitmap(width: side, height: side, background: .black)
    for row in 0..<code.count {
      for column in 0..<code.count where code.isDark(row: row, column: column) {
        image.draw(module, atX: (column + margin) * side, y: (row + margin) * side)
      }
    }
    return image
  }
}
