extension FontCollection {
  /// Opens every face of the font files in folders and in the folders in them.
  ///
  /// `FontScan` passes over what cannot be used.
  ///
  /// - Throws: `FontError` naming the first folder or file that cannot be read or is no font, or
  ///   with code `empty` if there are no font files.
  public init(folders: [String]) throws(FontError) {
    let finder = FontFinder(folders: folders)
    if let error = finder.errors.first { throw error }
    guard !finder.files.isEmpty else {
      throw FontError(
        code: .empty, source: folders.joined(separator: ", "), reason: "no font files in it")
    }
    try self.init(paths: finder.files)
  }

  /// Offers the faces of a catalog; files are opened when they are first drawn with.
  ///
  /// - Throws: `FontError` with code `empty` if there are no faces, or an error if none of the
  ///   files can be opened.
  package init(_ catalog: FontCatalog) throws(FontError) {
    try self.init(
      entries: catalog.faces.map { face in
        FontEntry(face.description, coverage: face.coverage, languages: face.languages)
      })
  }
}
