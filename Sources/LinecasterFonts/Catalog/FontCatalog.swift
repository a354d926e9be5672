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
