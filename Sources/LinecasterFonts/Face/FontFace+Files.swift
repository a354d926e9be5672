extension FontFace {
  /// Opens every face of a font file; collections (`.ttc`) have more than one.
  ///
  /// - Throws: `FontError` if the file cannot be read, or if one of its faces is unusable.
  public static func all(path: String) throws(FontError) -> [FontFace] {
    try all(data: FontData(path: path))
  }

  /// Opens every face of a font file's bytes.
  ///
  /// - Throws: `FontError` with code `malformed` if there is no font in them, or an unusable one.
  public static func all(data: FontData) throws(FontError) -> [FontFace] {
    let count = HarfBuzzFace.faceCount(of: data)
    guard count > 0 else {
      throw FontError(code: .malformed, source: data.source, reason: "no font header")
    }
    var faces: [FontFace] = []
    for index in 0..<count { faces.append(try FontFace(data: data, index: index)) }
    return faces
  }
}
