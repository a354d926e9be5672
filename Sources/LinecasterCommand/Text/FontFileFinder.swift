import Foundation

/// Finds font files by their names, in some folders and then where the system keeps fonts.
struct FontFileFinder {
  private let folders: [String]
  /// Every file by its name, once all folders have been walked.
  private var paths: [String: String]?

  /// Where Linux systems keep fonts.
  private static let systemFolders = ["/usr/share/fonts", "/usr/local/share/fonts"]

  init(folders: [String]) {
    self.folders = folders
  }

  /// The path of a file; of several with its name that of the folder given first.
  mutating func path(of name: String) -> String? {
    for folder in folders where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
      return "\(folder)/\(name)"
    }
    if paths == nil { paths = Self.walk(folders + Self.systemFolders) }
    return paths?[name]
  }

  private static func walk(_ folders: [String]) -> [String: String] {
    var paths: [String: String] = [:]
    for folder in folders {
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for name in names.sorted() {
        let last = name.split(separator: "/").last.map { String($0) } ?? name
        if paths[last] == nil { paths[last] = "\(folder)/\(name)" }
      }
    }
    return paths
  }
}
