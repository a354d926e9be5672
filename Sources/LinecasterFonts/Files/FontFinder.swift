import Foundation

/// Finds font files in folders and in the folders in them.
package struct FontFinder {
  /// The endings of files that may be fonts.
  private static let endings: Set = ["ttf", "otf", "ttc", "otc"]
  /// Folders in folders that are looked into; more come from links in a circle only.
  private static let depthLimit = 32

  /// The font files, folder by folder in the order of their names.
  package private(set) var files: [String] = []
  /// The folders that were looked into.
  package private(set) var folders: [String] = []
  /// The folders that could not be looked into.
  package private(set) var errors: [FontError] = []

  /// Looks into folders, one after another.
  package init(folders: [String]) {
    for folder in folders { look(into: folder, depth: 0) }
  }

  private mutating func look(into folder: String, depth: Int) {
    folders.append(folder)
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      errors.append(
        FontError(code: .unreadable, source: folder, reason: Self.reason(folder)))
      return
    }
    var inner: [String] = []
    for name in names.sorted() {
      let path = "\(folder)/\(name)"
      if Self.endings.contains(Self.ending(of: name)) {
        files.append(path)
      } else if Self.isFolder(path) {
        inner.append(path)
      }
    }
    for path in inner where depth < Self.depthLimit { look(into: path, depth: depth + 1) }
  }

  private static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Whether a path is a folder itself; links to folders are not followed.
  private static func isFolder(_ path: String) -> Bool {
    FileStamp(path).kind == .folder && !FileStamp.isLink(path)
  }

  private static func reason(_ folder: String) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      return "no such folder"
    }
    return isFolder.boolValue ? "permission denied" : "not a folder"
  }
}
