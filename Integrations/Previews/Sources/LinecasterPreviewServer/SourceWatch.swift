import Foundation

/// A snapshot of the files in some folders, to compare with a later one.
///
///     let before = SourceWatch(folders)
///     let changed = SourceWatch(folders).changes(since: before)
///
/// Snapshots are for polling, which works in every file system and container. Hidden files, for
/// example build products, are left out; links are followed.
struct SourceWatch: Equatable, Sendable {
  private struct Stamp: Equatable, Sendable {
    let date: Date
    let size: Int
  }

  private var stamps: [String: Stamp] = [:]

  /// Takes a snapshot of all files in folders, or of single files.
  init(_ paths: [URL]) {
    var visited = Set<String>()
    for path in paths { look(at: path, &visited) }
  }

  /// - Parameter visited: The folders visited so far, because links may form cycles.
  private mutating func look(at url: URL, _ visited: inout Set<String>) {
    let url = url.resolvingSymlinksInPath()
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey, .isDirectoryKey]
    guard let values = try? url.resourceValues(forKeys: keys) else { return }
    guard values.isDirectory == true else {
      stamps[url.path] = Stamp(
        date: values.contentModificationDate ?? .distantPast, size: values.fileSize ?? 0)
      return
    }
    guard visited.insert(url.path).inserted else { return }
    let inside = try? FileManager.default.contentsOfDirectory(
      at: url, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    for url in inside ?? [] { look(at: url, &visited) }
  }

  /// Returns the paths of added, removed and changed files, sorted.
  func changes(since old: SourceWatch) -> [String] {
    Set(stamps.keys).union(old.stamps.keys).filter { stamps[$0] != old.stamps[$0] }.sorted()
  }

  /// The number of files.
  var count: Int { stamps.count }
}
