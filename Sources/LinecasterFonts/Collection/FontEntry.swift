import Synchronization

/// A face that a collection offers: what is known of it, and the face once it is opened.
package final class FontEntry: Sendable {
  /// The identifier that the face has or is going to have.
  let identifier: UInt32
  /// What is known of the face without opening it.
  package let description: FontDescription
  let coverage: Coverage

  private let opened: Mutex<Result<FontFace, FontError>?>
  private let languages: Mutex<FontLanguages?>

  /// Offers an opened face.
  init(_ face: FontFace) {
    identifier = face.identifier
    description = FontDescription(face)
    coverage = face.base.coverage
    opened = Mutex(.success(face))
    languages = Mutex(nil)
  }

  /// Offers a face whose file is opened when it is first drawn with.
  init(_ description: FontDescription, coverage: Coverage, languages: FontLanguages) {
    identifier = FontFace.makeIdentifier()
    self.description = description
    self.coverage = coverage
    opened = Mutex(nil)
    self.languages = Mutex(languages)
  }

  /// Whether the face has a glyph for the scalar with this value; the file is not opened for it.
  ///
  /// - Complexity: O(1).
  package func covers(value: UInt32) -> Bool { coverage.contains(value) }

  /// The face, opened by the first call.
  ///
  /// - Throws: `FontError` if the file is not there any more or is not usable.
  func face() throws(FontError) -> FontFace {
    try opened.withLock { known throws(FontError) in
      if let known { return try known.get() }
      let result = Result { () throws(FontError) in
        try FontFace(
          data: FontData(path: description.source), index: description.index,
          identifier: identifier, known: coverage)
      }
      known = result
      return try result.get()
    }
  }

  /// The languages of Chinese characters the face is for; none where it cannot be opened.
  func hanLanguages() -> FontLanguages {
    languages.withLock { known in
      if let known { return known }
      let found = (try? face()).map { FontLanguages($0.base) } ?? FontLanguages()
      known = found
      return found
    }
  }
}
