internal import CFreeType

/// The only owner of an `FT_Library`.
///
/// FreeType's rule: "a library and the faces made from it must not be used by two threads at once".
final class FreeTypeLibrary {
  let pointer: FT_Library

  /// Opens FreeType.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot start.
  init() throws(RasterError) {
    var library: FT_Library?
    let error = FT_Init_FreeType(&library)
    guard error == 0, let library else {
      throw RasterError(
        code: .unusableFace, source: "FreeType", reason: "it does not start: error \(error)")
    }
    pointer = library
  }

  deinit { FT_Done_FreeType(pointer) }
}
