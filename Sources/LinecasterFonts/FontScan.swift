public import LinecasterBase

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#endif

/// The faces in files and folders, and the errors of unusable files.
///
///     let scan = FontScan(folders: [folder])
///     for error in scan.errors { print(error) }
///     let fonts = try FontCollection(faces: scan.faces)
public struct FontScan: Sendable {
  /// The faces, in the order of the files.
  public let faces: [FontFace]
  /// The errors of folders and files that cannot be read or are not fonts, in order.
  public let errors: [FontError]

  /// Opens every face of font files, and records unusable files in `errors`.
  ///
  /// - Complexity: O(faces).
  public init(paths: [String]) {
    self.init(paths: paths, errors: [])
  }

  /// Opens every face of the font files in folders and their subfolders, and records unusable files
  /// in `errors`.
  ///
  /// Files ending in `ttf`, `otf`, `ttc` and `otc` are opened in the order of their names, those of
  /// a folder before those of its subfolders. Links to folders are not followed.
  ///
  /// - Complexity: O(files + faces).
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

extension FontCollection {
  /// Creates a collection of all faces of the font files in folders and their subfolders.
  ///
  /// Use `FontScan` to skip unusable files.
  ///
  /// - Throws: `FontError` naming the first folder or file that cannot be read or is not a font, or
  ///   with code `empty` if there are no font files.
  /// - Complexity: O(files + faces).
  public init(folders: [String]) throws(FontError) {
    let finder = FontFinder(folders: folders)
    if let error = finder.errors.first { throw error }
    guard !finder.files.isEmpty else {
      throw FontError(
        code: .empty, source: folders.joined(separator: ", "), reason: "it has no font files")
    }
    try self.init(paths: finder.files)
  }
}

extension FontCollection {
  /// Returns the collection with fonts from files and folders in front. These are searched first
  /// for each character, and the first of them draws text that names no family.
  ///
  ///     let fonts = try FontCollection.bundled().prepending(paths: [file, folder])
  ///
  /// - Parameter paths: Font files, and folders whose font files are all added, including those of
  ///   subfolders.
  /// - Throws: `FontError` naming the first file or folder that cannot be read or is not a font,
  ///   or, with code `empty`, a folder without font files.
  /// - Complexity: O(files + faces).
  public func prepending(paths: [String]) throws(FontError) -> FontCollection {
    var faces: [FontFace] = []
    for path in paths {
      guard FontFinder.isFolder(path) else {
        faces += try FontFace.all(path: path)
        continue
      }
      faces += try FontCollection(folders: [path]).faces
    }
    return try prepending(faces)
  }
}

/// Finds font files in folders and their subfolders.
package struct FontFinder {
  /// The file extensions of fonts.
  private static let endings: Set = ["ttf", "otf", "ttc", "otc"]
  /// The maximum depth of subfolders; only circular links exceed it.
  private static let depthLimit = 32

  /// The font files, folder by folder in name order.
  package private(set) var files: [String] = []
  /// The folders searched.
  package private(set) var folders: [String] = []
  /// The errors of folders that could not be read.
  private(set) var errors: [FontError] = []

  /// Searches folders in order.
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
      } else if Self.isFolderItself(path) {
        inner.append(path)
      }
    }
    for path in inner where depth < Self.depthLimit { look(into: path, depth: depth + 1) }
  }

  private static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Whether a path is a folder; links are not followed.
  private static func isFolderItself(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a path is a folder or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func reason(_ folder: String) -> String {
    switch FileStamp(folder).kind {
    case .nothing: "no such folder"
    case .folder: "permission denied"
    case .file, .other: "not a folder"
    }
  }
}
