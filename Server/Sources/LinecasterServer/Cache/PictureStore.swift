import Crypto
import Foundation
import Synchronization

/// A file that was made, and the digest of what it holds.
struct StoredPicture: Hashable, Sendable {
  let bytes: [UInt8]
  /// The ending of its name, which tells its format.
  let ending: String
  /// SHA-256 of the bytes, in hexadecimal digits.
  let digest: String
}

/// Files that were made, kept in a folder and known by the digest of what was asked for.
///
/// The name of a file has that digest and the one of what the file holds, so that one that was
/// damaged is found out when it is read. A file takes its name when all of it is there: a process
/// may end at any time, and another finds what was kept. Where there are more bytes than allowed,
/// those not asked for the longest go first.
final class PictureStore: Sendable {
  private struct Entry {
    let digest: String
    let ending: String
    let byteCount: Int
    /// The files that it was made of; it is of no use once one of them is another.
    let files: [FileStamp]
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

  /// What files are called before all of them is there.
  private static let unfinished = ".part"

  /// Opens a folder, which is made where there is none.
  ///
  /// Files that were not finished are removed; others that it does not know are left alone.
  ///
  /// - Throws: An error of the file system where the folder cannot be made or read.
  init(folder: String, byteLimit: Int) throws {
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
    self.byteLimit = max(0, byteLimit)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    try readFolder()
  }

  /// How many bytes are kept.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// What was kept for a digest; nil where nothing was, what was is damaged, or a file that it was
  /// made of is another.
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

  /// Keeps a file; one that takes all of the room by itself is not kept.
  ///
  /// - Parameters:
  ///   - key: The digest of what was asked for.
  ///   - ending: The ending of its name.
  ///   - files: The files that it was made of.
  /// - Throws: An error of the file system, with nothing kept.
  @discardableResult
  func keep(
    _ bytes: [UInt8], for key: String, ending: String, files: [FileStamp] = []
  ) throws -> StoredPicture {
    let picture = StoredPicture(bytes, ending: ending)
    let digest = picture.digest
    guard bytes.count <= byteLimit else { return picture }
    let file = file(key, digest, ending)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // First, so that no picture is without its list.
    if !files.isEmpty { try write(JSONEncoder().encode(files), to: Self.list(of: file)) }
    try write(Data(bytes), to: file)
    let old = insert(
      key, Entry(digest: digest, ending: ending, byteCount: bytes.count, files: files))
    remove(old.filter { $0 != file })
    return picture
  }

  /// SHA-256 in hexadecimal digits.
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
  /// Writes a file that has its name once all of it is there.
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

  /// Where a file is: in one of 256 folders, so that none has very many.
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

  /// Takes in a file that is there, and names those that have to go for it.
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
      // A tenth at once, so that looking for the oldest is rare.
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

  /// Takes in the files of the folder, those written last as those used last.
  private func readFolder() throws {
    var found: [(key: String, entry: Entry, date: Date)] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where HexDigits.isText(name, ofCount: 2) {
      let inner = folder.appendingPathComponent(name, isDirectory: true)
      for file in try FileManager.default.contentsOfDirectory(
        at: inner, includingPropertiesForKeys: [.fileSizeKey, .contentModificationDateKey])
      {
        guard !file.lastPathComponent.hasSuffix(Self.unfinished) else {
          try FileManager.default.removeItem(at: file)
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
          try? JSONDecoder().decode([FileStamp].self, from: $0)
        }
        // A list that cannot be read says nothing good of its picture.
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
