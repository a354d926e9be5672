import LinecasterCaches
public import LinecasterDisplay
public import LinecasterRaster
import Synchronization

/// Finds pictures in the files of a folder and keeps the decoded ones.
///
/// The name of a picture is its path inside the folder. Any number of threads may ask at once; two
/// that want the same new picture may both decode it.
public final class ImageFileProvider: ImageProvider {
  /// The folder that names are relative to.
  public let folder: String
  /// The most bytes of decoded pictures kept; the least recently used are dropped first.
  public var byteLimit: Int { kept.byteLimit }

  /// Failures remembered for `failures`; a scene with more names is broken elsewhere.
  public static let maximumFailures = 256

  private let decoder: PNGDecoder
  private let kept: ShardedCache<PictureKey, Bitmap>
  private let failed = Mutex<[String: ImageError]>([:])

  /// Makes a provider; the folder is not looked at yet.
  public init(folder: String, byteLimit: Int = 64 << 20, decoder: PNGDecoder = PNGDecoder()) {
    self.folder = folder
    self.decoder = decoder
    // One shard: pictures are few and large, and a shard's share must hold the largest.
    kept = ShardedCache(byteLimit: byteLimit, shardCount: 1)
  }

  /// The pixels of a picture; nil where it cannot be read, and `failures` says why.
  public func bitmap(for image: ImageReference) -> Bitmap? {
    do {
      return try load(image)
    } catch {
      failed.withLock { failed in
        if failed.count < Self.maximumFailures { failed[image.name] = error }
      }
      return nil
    }
  }

  /// The pixels of a picture.
  ///
  /// - Throws: `ImageError` naming the file; with code `unreadable` also for names that are
  ///   absolute or lead out of the folder.
  public func load(_ image: ImageReference) throws(ImageError) -> Bitmap {
    let key = PictureKey(name: image.name)
    if let known = kept.value(for: key) { return known }
    let bitmap = try decoder.decode(path: path(of: image))
    kept.insert(bitmap, for: key, cost: bitmap.pixels.count)
    return bitmap
  }

  /// Why pictures were not found, ordered by name; at most `maximumFailures`.
  public var failures: [ImageError] {
    failed.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// The bytes of decoded pictures that are kept, and of keeping them.
  public var keptBytes: Int { kept.statistics.bytes }

  /// Drops the decoded pictures and forgets failures.
  public func removeAll() {
    kept.removeAll()
    failed.withLock { $0 = [:] }
  }

  private func path(of image: ImageReference) throws(ImageError) -> String {
    let parts = image.name.split(separator: "/", omittingEmptySubsequences: false)
    guard !image.name.isEmpty, !image.name.hasPrefix("/"), !image.name.contains("\0"),
      !parts.contains("..")
    else {
      throw ImageError(
        code: .unreadable, source: image.name, reason: "not a path inside the folder \(folder)")
    }
    return "\(folder)/\(image.name)"
  }
}
