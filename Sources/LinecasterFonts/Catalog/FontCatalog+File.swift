import Foundation

extension FontCatalog {
  /// Reads a catalog from a file; nil where there is none, where it is damaged or of another
  /// version, and where a file or folder has changed since it was written.
  package init?(file: String) {
    guard let data = try? FontData(path: file),
      let catalog = try? CatalogReader.catalog(data.bytes), catalog.isCurrent
    else { return nil }
    self = catalog
  }

  /// Writes the catalog to a file in one step; its folder is made where it is missing.
  ///
  /// - Throws: `FontError` with code `unwritable`.
  package func write(to file: String) throws(FontError) {
    let url = URL(fileURLWithPath: file)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(CatalogWriter(self).bytes).write(to: url, options: .atomic)
    } catch {
      throw FontError(code: .unwritable, source: file, reason: error.localizedDescription)
    }
  }
}
