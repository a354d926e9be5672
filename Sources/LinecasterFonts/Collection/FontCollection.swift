public import LinecasterBase

/// The faces that a program lays text out with, in fallback order.
///
/// A value with shared storage: copies are cheap and thread-safe.
///
///     let fonts = try FontCollection.bundled()
///     let request = FontRequest(families: ["Noto Sans"], weight: .bold, slant: .italic)
///     let face = fonts.face(for: request)
///     print(face?.styleName ?? "no such family")
public struct FontCollection: Sendable {
  /// The lookup of faces; shared by copies.
  let index: FontIndex

  /// Makes a collection from faces; if several have a character, the first one draws it.
  ///
  /// A variable face at its default axis values stands for all values of its axes; any other
  /// instance is offered only as it is.
  ///
  /// - Throws: `FontError` with code `empty` if there are no faces.
  public init(faces: [FontFace]) throws(FontError) {
    try self.init(entries: faces.map { FontEntry($0) })
  }

  /// Makes a collection from entries, in fallback order.
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

  /// The descriptions of the faces, in fallback order; opens no file.
  public var descriptions: [FontDescription] { index.entries.map(\.description) }

  /// The entries of the faces, in fallback order; collections share them.
  package var entries: [FontEntry] { index.entries }

  /// The faces, in fallback order, without faces whose files cannot be opened.
  ///
  /// - Complexity: O(faces); opens files that are not open yet.
  public var faces: [FontFace] { index.entries.compactMap { try? $0.face() } }

  /// The family names in fallback order, as spelled in the fonts.
  public var familyNames: [String] {
    index.families.map { index.entries[$0[0]].description.family }
  }

  /// The bytes of the index from characters to families, without the faces and their coverage.
  var indexByteCount: Int { index.pages.byteCount }
}

extension FontCollection {
  /// Returns the collection with other faces in front. They are searched first for each character,
  /// and the first one draws text that names no family.
  ///
  /// - Parameters:
  ///   - faces: The faces to put in front, in order.
  ///   - family: The family name that text finds them by; `nil` for each font's own.
  /// - Throws: `FontError` if no face at all can be opened.
  /// - Complexity: O(faces and pages of their coverage); the fonts themselves are shared.
  public func prepending(
    _ faces: [FontFace], family: String? = nil
  ) throws(FontError) -> FontCollection {
    try prepending(faces.map { FontEntry($0, family: family) })
  }

  /// Closes the files of catalogued fonts, for example on a memory warning. A file stays open until
  /// its other users release it.
  package func closeFiles() {
    for entry in index.entries { entry.close() }
  }

  /// Returns the collection with other entries in front.
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
