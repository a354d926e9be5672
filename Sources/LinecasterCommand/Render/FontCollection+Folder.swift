import Foundation
import Linecaster

extension FontCollection {
  /// The fonts of a folder, in the order of their file names.
  ///
  /// - Throws: `FontError` naming the folder or the first file that cannot be read or is no font.
  static func folder(_ folder: String) throws(FontError) -> FontCollection {
    let paths = try names(in: folder).filter(isFontFile).sorted().map { "\(folder)/\($0)" }
    guard !paths.isEmpty else {
      throw FontError(code: .empty, source: folder, reason: "no .ttf, .otf or .ttc file in it")
    }
    return try FontCollection(paths: paths)
  }

  private static func names(in folder: String) throws(FontError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw FontError(code: .unreadable, source: folder, reason: "no such folder")
    }
    guard isFolder.boolValue else {
      throw FontError(code: .unreadable, source: folder, reason: "not a folder")
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw FontError(code: .unreadable, source: folder, reason: "permission denied")
    }
  }

  private static func isFontFile(_ name: String) -> Bool {
    let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
    return ["ttf", "otf", "ttc"].contains(ending)
  }
}
