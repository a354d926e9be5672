import Foundation

/// The files of some folders as they were when they were looked at: a later look says what differs.
///
///     let before = SourceWatch(folders)
///     let changed = SourceWatch(folders).changes(since: before)
///
/// Files are looked at again and again, which every file system and container can do. What is
/// hidden, such as what builds leave, is left out; links are followed.
struct SourceWatch: Equatable, Sendable {
  private struct Stamp: Equatable, Sendable {
    let date: Date
    let size: Int
  }

  private var stamps: [String: Stamp] = [:]

  /// Looks at all files of some folders, or at files that are named themselves.
  init(_ paths: [URL]) {
    var visited = Set<String>()
    for path in paths { look(at: path, &visited) }
  }

  /// - Parameter visited: The folders that were looked at: links may lead back to them.
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

  /// The paths of the files that have come, gone or changed, in order.
  func changes(since old: SourceWatch) -> [String] {
    Set(stamps.keys).union(old.stamps.keys).filter { stamps[$0] != old.stamps[$0] }.sorted()
  }

  /// The number of files.
  var count: Int { stamps.count }
}
