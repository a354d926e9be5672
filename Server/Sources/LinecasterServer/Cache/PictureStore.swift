import Crypto
import Foundation
import Synchronization

/// An encoded picture and the digest of its bytes.
struct StoredPicture: Hashable, Sendable {
  let bytes: [UInt8]
  /// The file name extension, which gives the format.
  let ending: String
  /// The SHA-256 of the bytes, in hexadecimal digits.
  let digest: String
}

/// A cache of encoded pictures in a folder, keyed by the digest of the request.
///
/// A file name holds the digests of the request and of the content, so damage is detected on
/// reading. Files are renamed into place once complete: the process may end at any time, and the
/// next one reuses the cache. Above the byte limit, the least recently used files are evicted.
final class PictureStore: Sendable {
  private struct Entry {
    let digest: String
    let ending: String
    let byteCount: Int
    /// The files that the picture was made of; the entry is stale once one of them changes.
    let files: [FileVersion]
    var lastUse = 0
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var byteCount = 0
    var uses = 0
  }

  private let folder: URL
  private let byteLimit: Int
  private let state = Mutex(State())

  /// The suffix of incomplete files.
  private static let unfinished = ".part"

  /// The age at which an incomplete file is abandoned, in seconds. Younger ones may be those of
  /// another server with the same folder, for example in a rolling restart.
  private static let abandonment = 3_600.0

  /// Opens a folder, and creates it if it is missing.
  ///
  /// Incomplete files are removed after an hour; unknown files are left alone.
  ///
  /// - Throws: A file system error if the folder cannot be created or read.
  init(folder: String, byteLimit: Int) throws {
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
    self.byteLimit = max(0, byteLimit)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    try readFolder()
  }

  /// The size of the cache, in bytes.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Returns the picture for a key; `nil` if it is absent or damaged, or if one of its
  /// source files has changed.
  func picture(for key: String) -> StoredPicture? {
    guard let entry = use(key) else { return nil }
    let file = file(key, entry.digest, entry.ending)
    if entry.files.allSatisfy(\.isCurrent), let data = try? Data(contentsOf: file) {
      let bytes = [UInt8](data)
      if Self.digest(of: bytes) == entry.digest {
        return StoredPicture(bytes: bytes, ending: entry.ending, digest: entry.digest)
      }
    }
    forget(key, entry.digest)
    return nil
  }

  /// Stores a picture, unless it alone exceeds the byte limit.
  ///
  /// - Parameters:
  ///   - key: The digest of the request.
  ///   - files: The files that the picture was made of.
  /// - Throws: A file system error; nothing is stored then.
  func keep(_ picture: StoredPicture, for key: String, files: [FileVersion] = []) throws {
    let (bytes, digest, ending) = (picture.bytes, picture.digest, picture.ending)
    guard bytes.count <= byteLimit else { return }
    let file = file(key, digest, ending)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // The list comes first, so every picture has one.
    if !files.isEmpty { try write(JSONEncoder().encode(files), to: Self.list(of: file)) }
    try write(Data(bytes), to: file)
    let old = insert(
      key, Entry(digest: digest, ending: ending, byteCount: bytes.count, files: files))
    remove(old.filter { $0 != file })
  }

  /// Returns the SHA-256 of bytes, in hexadecimal digits.
  static func digest(of bytes: [UInt8]) -> String {
    HexDigits.text(of: SHA256.hash(data: bytes))
  }
}

extension StoredPicture {
  init(_ bytes: [UInt8], ending: String) {
    self.init(bytes: bytes, ending: ending, digest: PictureStore.digest(of: bytes))
  }
}

extension PictureStore {
  /// Writes a file atomically: it gets its name once complete.
  private func write(_ data: Data, to file: URL) throws {
    let part = file.deletingLastPathComponent()
      .appendingPathComponent("\(UUID().uuidString)\(Self.unfinished)")
    do {
      try data.write(to: part)
      guard rename(part.path, file.path) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch {
      try? FileManager.default.removeItem(at: part)
      throw error
    }
  }

  private static func list(of file: URL) -> URL { file.appendingPathExtension("files") }

  /// Removes pictures and their lists.
  private func remove(_ files: [URL]) {
    for file in files {
      try? FileManager.default.removeItem(at: file)
      try? FileManager.default.removeItem(at: Self.list(of: file))
    }
  }

  /// Returns the location of a file, in one of 256 subfolders to keep each of them small.
  private func file(_ key: String, _ digest: String, _ ending: String) -> URL {
    folder.appendingPathComponent(String(key.prefix(2)), isDirectory: true)
      .appendingPathComponent("\(key).\(digest).\(ending)")
  }

  private func use(_ key: String) -> Entry? {
    state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return entry
    }
  }

  /// Adds an entry, and returns the files to evict for it.
  private func insert(_ key: String, _ entry: Entry) -> [URL] {
    state.withLock { state in
      var gone: [URL] = []
      func remove(_ key: String) {
        guard let old = state.entries.removeValue(forKey: key) else { return }
        state.byteCount -= old.byteCount
        gone.append(file(key, old.digest, old.ending))
      }
      remove(key)
      state.uses += 1
      state.entries[key] = entry
      state.entries[key]?.lastUse = state.uses
      state.byteCount += entry.byteCount
      guard state.byteCount > byteLimit else { return gone }
      // Evicting a tenth at once keeps the search for the oldest rare.
      let oldest = state.entries.filter { $0.key != key }
        .sorted { $0.value.lastUse < $1.value.lastUse }
      for (key, _) in oldest where state.byteCount > byteLimit / 10 * 9 { remove(key) }
      return gone
    }
  }

  private func forget(_ key: String, _ digest: String) {
    let entry = state.withLock { state -> Entry? in
      guard let entry = state.entries[key], entry.digest == digest else { return nil }
      state.entries[key] = nil
      state.byteCount -= entry.byteCount
      return entry
    }
    guard let entry else { return }
    remove([file(key, entry.digest, entry.ending)])
  }

  /// Removes an incomplete file that no server still writes.
  private func removeAbandoned(_ file: URL) {
    let date = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      .contentModificationDate
    guard let date, -date.timeIntervalSinceNow > Self.abandonment else { return }
    // Another server may have removed it meanwhile.
    try? FileManager.default.removeItem(at: file)
  }

  /// Reads the entries of the folder; the modification date serves as the last use.
  private func readFolder() throws {
    var found: [(key: String, entry: Entry, date: Date)] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where HexDigits.isText(name, ofCount: 2) {
      let inner = folder.appendingPathComponent(name, isDirectory: true)
      for file in try FileManager.default.contentsOfDirectory(
        at: inner, includingPropertiesForKeys: [.fileSizeKey, .contentModificationDateKey])
      {
        guard !file.lastPathComponent.hasSuffix(Self.unfinished) else {
          removeAbandoned(file)
          continue
        }
        let parts = file.lastPathComponent.split(separator: ".").map(String.init)
        guard parts.count == 3, HexDigits.isText(parts[0], ofCount: 64),
          HexDigits.isText(parts[1], ofCount: 64),
          let values = try? file.resourceValues(
            forKeys: [.fileSizeKey, .contentModificationDateKey]),
          let size = values.fileSize
        else { continue }
        let list = Self.list(of: file)
        let files = (try? Data(contentsOf: list)).flatMap {
          try? JSONDecoder().decode([FileVersion].self, from: $0)
        }
        // A picture with an unreadable list cannot be trusted.
        guard files != nil || !FileManager.default.fileExists(atPath: list.path) else {
          remove([file])
          continue
        }
        let entry = Entry(
          digest: parts[1], ending: parts[2], byteCount: size, files: files ?? [])
        found.append((parts[0], entry, values.contentModificationDate ?? .distantPast))
      }
    }
    for (key, entry, _) in found.sorted(by: { $0.date < $1.date }) {
      remove(insert(key, entry))
    }
  }
}
