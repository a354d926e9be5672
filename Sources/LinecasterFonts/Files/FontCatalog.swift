import Foundation
import LinecasterGeometry

/// What is known of many faces without opening their files, and the files it was found in.
package struct FontCatalog {
  /// What is known of one face.
  struct Face {
    let description: FontDescription
    let coverage: Coverage
    let languages: FontLanguages
  }

  /// A file or folder as it was when the catalog was made.
  struct Witness: Hashable {
    let path: String
    let stamp: FileStamp
  }

  let faces: [Face]
  let witnesses: [Witness]
  /// What is wrong with files that are passed over.
  package let errors: [FontError]

  /// Opens files and describes their faces; `watched` are folders and files whose change makes
  /// the catalog outdated as well.
  package init(paths: [String], watched: [String]) {
    witnesses = (watched + paths).map { Witness(path: $0, stamp: FileStamp($0)) }
    var faces: [Face] = []
    var errors: [FontError] = []
    var shared: [CoverageKey: Coverage] = [:]
    for path in paths {
      do throws(FontError) {
        for face in try FontFace.all(path: path) {
          let key = CoverageKey(coverage: face.base.coverage)
          let coverage = shared[key] ?? face.base.coverage
          shared[key] = coverage
          faces.append(
            Face(
              description: FontDescription(face), coverage: coverage,
              languages: FontLanguages(face.base)))
        }
      } catch {
        errors.append(error)
      }
    }
    self.faces = faces
    self.errors = errors
  }

  init(faces: [Face], witnesses: [Witness], errors: [FontError]) {
    self.faces = faces
    self.witnesses = witnesses
    self.errors = errors
  }

  /// Whether every file and folder is as it was.
  ///
  /// - Complexity: O(files); asks the file system once for each.
  package var isCurrent: Bool { witnesses.allSatisfy { FileStamp($0.path) == $0.stamp } }

  /// The number of faces.
  package var count: Int { faces.count }
}

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

/// A coverage compared by what is in it, for keeping equal ones once.
struct CoverageKey: Hashable {
  let coverage: Coverage

  static func == (left: CoverageKey, right: CoverageKey) -> Bool {
    left.coverage === right.coverage
      || (left.coverage.pages == right.coverage.pages
        && left.coverage.words == right.coverage.words)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(coverage.words.count)
    for word in coverage.words.prefix(64) { hasher.combine(word) }
  }
}
