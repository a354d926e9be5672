public import LinecasterBase

/// The faces a program lays text out with, in the order in which they are asked for a character.
///
/// A value that shares its faces: copies are cheap and may be used on any thread.
///
///     let fonts = try FontCollection.bundled()
///     let request = FontRequest(families: ["Noto Sans"], weight: .bold, slant: .italic)
///     let face = fonts.face(for: request)
///     print(face?.styleName ?? "no such family")
public struct FontCollection: Sendable {
  /// What finds faces; shared by copies.
  let index: FontIndex

  /// Makes a collection from faces; the order decides which one draws a character many have.
  ///
  /// A variable face at its default place stands for all places on its axes; one at another place
  /// is offered there only.
  ///
  /// - Throws: `FontError` with code `empty` if there are no faces.
  public init(faces: [FontFace]) throws(FontError) {
    try self.init(entries: faces.map { FontEntry($0) })
  }

  /// Makes a collection from what it offers, in the order in which it is asked.
  package init(entries: [FontEntry]) throws(FontError) {
    index = try FontIndex(entries)
  }

  /// Opens every face of font files, in the order given.
  ///
  /// - Throws: `FontError` naming the first file that cannot be read or is no font.
  public init(paths: [String]) throws(FontError) {
    var faces: [FontFace] = []
    for path in paths { faces += try FontFace.all(path: path) }
    try self.init(faces: faces)
  }

  /// What is known of the faces, in the order of fallback; no file is opened for it.
  public var descriptions: [FontDescription] { index.entries.map(\.description) }

  /// The faces as they are offered, in the order of fallback; collections share them.
  package var entries: [FontEntry] { index.entries }

  /// The faces, in the order of fallback; those whose files cannot be opened are left out.
  ///
  /// - Complexity: O(faces); opens the files that were not used yet.
  public var faces: [FontFace] { index.entries.compactMap { try? $0.face() } }

  /// The family names in the order of fallback, as the fonts spell them.
  public var familyNames: [String] {
    index.families.map { index.entries[$0[0]].description.family }
  }

  /// The bytes of the index that finds families by character, faces and their coverage apart.
  var indexByteCount: Int { index.pages.byteCount }
}

extension FontCollection {
  /// The fonts with other faces in front of them, which are asked first for each character: the
  /// first of all is the one for text that names no family.
  ///
  /// - Parameters:
  ///   - faces: The faces to put in front, in their order.
  ///   - family: The family that text finds them by; nil for the one that each font says.
  /// - Throws: `FontError` where none of all faces can be opened.
  /// - Complexity: O(faces and pages of their coverage); the fonts themselves are shared.
  public func prepending(
    _ faces: [FontFace], family: String? = nil
  ) throws(FontError) -> FontCollection {
    try prepending(faces.map { FontEntry($0, family: family) })
  }

  /// Closes the files of fonts that come with a catalogue, as when memory is short; those that
  /// others use stay open until they do not.
  package func closeFiles() {
    for entry in index.entries { entry.close() }
  }

  /// The fonts with other entries in front of them.
  package func prepending(_ entries: [FontEntry]) throws(FontError) -> FontCollection {
    entries.isEmpty ? self : try FontCollection(entries: entries + index.entries)
  }
}

extension FontCollection: Hashable {
  /// Whether both offer the same faces in the same order.
  public static func == (left: FontCollection, right: FontCollection) -> Bool {
    left.index === right.index
      || left.index.entries.lazy.map(\.identifier) == right.index.entries.lazy.map(\.identifier)
  }

  /// Feeds the faces to the hasher.
  public func hash(into hasher: inout Hasher) {
    for entry in index.entries { hasher.combine(entry.identifier) }
  }
}
