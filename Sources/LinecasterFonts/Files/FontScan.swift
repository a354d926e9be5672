import Foundation
public import LinecasterGeometry

#if canImport(Glibc)
  import Glibc
#endif

/// The faces that files and folders hold, and what is wrong with those that cannot be used.
public struct FontScan: Sendable {
  /// The faces in the order of the files.
  public let faces: [FontFace]
  /// Folders and files that cannot be read or are no fonts, in order.
  public let errors: [FontError]

  /// Opens every face of font files; unusable files are passed over.
  public init(paths: [String]) {
    self.init(paths: paths, errors: [])
  }

  /// Opens every face of the files in folders and in the folders in them.
  ///
  /// Files ending in `ttf`, `otf`, `ttc` and `otc` are opened in the order of their names, those of
  /// a folder before those of the folders in it. Links to folders are not followed.
  public init(folders: [String]) {
    let finder = FontFinder(folders: folders)
    self.init(paths: finder.files, errors: finder.errors)
  }

  private init(paths: [String], errors: [FontError]) {
    var faces: [FontFace] = []
    var errors = errors
    for path in paths {
      do throws(FontError) {
        faces += try FontFace.all(path: path)
      } catch {
        errors.append(error)
      }
    }
    self.faces = faces
    self.errors = errors
  }
}

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

/// What tells whether a file or a folder is still as it was: its kind, size and time of change.
package struct FileStamp: Hashable, Sendable {
  /// What is at a path.
  package enum Kind: UInt8, Sendable {
    case nothing
    case file
    case folder
    case other
  }

  /// What is there; links are followed.
  package let kind: Kind
  /// Bytes of a file; 0 of all else.
  package let size: Int64
  /// Nanoseconds since 1970.
  package let time: Int64

  /// Makes a stamp from its parts.
  init(kind: Kind, size: Int64, time: Int64) {
    self.kind = kind
    self.size = size
    self.time = time
  }

  /// Asks the file system.
  package init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self.init(kind: .nothing, size: 0, time: 0)
      return
    }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(
      by: 1_000_000_000)
    self.init(
      kind: kind, size: kind == .file ? Int64(status.st_size) : 0,
      time: overflow ? 0 : seconds &+ Int64(status.st_mtim.tv_nsec))
  }

  /// Whether a path is a link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
