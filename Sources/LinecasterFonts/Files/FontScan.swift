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
