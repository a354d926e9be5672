public import LinecasterBase
public import LinecasterFonts

/// A font of a scene: a file in its folder, and the family name that its texts use.
struct SceneFont: Hashable, Sendable {
  var family = ExactText("")
  /// The path, inside the folder of the scene.
  var file = ExactText("")

  /// The maximum number of fonts in a scene.
  static let limit = 64

  static let record = SceneRecord<SceneFont>(
    "property of fonts",
    [
      SceneField("family", \.family, .exact("the name of a family"), isRequired: true),
      SceneField("file", \.file, .innerPath, isRequired: true),
    ])

  static let list = SceneCoding.object(record, initial: SceneFont())
    .list(of: "fonts", limit: limit)
}

extension SceneCoding<ExactText> {
  /// The path of a file in the scene's folder or a subfolder.
  fileprivate static var innerPath: SceneCoding<ExactText> {
    let path = SceneCoding<String>.string("the path of a font file")
    return SceneCoding(.string(matching: #"^(?!/)(?!(.*/)?\.\.(/|$))[^\u0000]+$"#)) {
      value, scope throws(SceneFault) in
      let text = try path.read(value, scope)
      guard InnerPath.staysInside(text) else {
        throw SceneFault(value, isNot: "a path inside the folder of the scene")
      }
      return ExactText(text)
    } write: { file throws(SceneFault) in
      .string(file.string)
    }
  }
}

extension Scene {
  /// Returns the scene's own fonts, followed by others. The first font of all is the default.
  ///
  /// If the scene has no fonts of its own, the result is `others`.
  ///
  /// - Parameters:
  ///   - others: The fonts to fall back to.
  ///   - folder: The folder in which the paths of font files start. Paths cannot lead out of the
  ///     folder, but symbolic links in it are followed.
  /// - Throws: `FontError` naming the first file that cannot be read or is not a font.
  /// - Complexity: O(bytes of the files), and O(faces). May run on any thread. Each call opens the
  ///   files again, so keep the result for scenes that are drawn more than once.
  public func fonts(
    before others: FontCollection, folder: String
  ) throws(FontError) -> FontCollection {
    var entries: [FontEntry] = []
    for (font, path) in zip(fonts, fontPaths(in: folder)) {
      let faces = try FontFace.all(path: path)
      entries += faces.map { FontEntry($0, family: font.family.string) }
    }
    return try others.prepending(entries)
  }

  /// The paths of the scene's own font files.
  func fontPaths(in folder: String) -> [String] { fontNames.map { "\(folder)/\($0)" } }

  /// The paths of the scene's own font files, relative to its folder.
  var fontNames: [String] { fonts.map(\.file.string) }
}
