public import LinecasterBase

/// The faces with which text is laid out, in fallback order.
///
/// A collection is a thread-safe value; copies share their storage.
///
///     let fonts = try FontCollection.bundled()
///     let request = FontRequest(families: ["Noto Sans"], weight: .bold, slant: .italic)
///     let face = fonts.face(for: request)
///     print(face?.styleName ?? "no such family")
///
/// ## Topics
///
/// ### Create a collection
///
/// - ``init(faces:)``
/// - ``init(paths:)``
/// - ``init(folders:)``
/// - ``prepending(_:family:)``
/// - ``prepending(paths:)``
///
/// ### List faces
///
/// - ``faces``
/// - ``descriptions``
/// - ``familyNames``
///
/// ### Choose faces
///
/// - ``face(for:)``
/// - ``face(family:weight:slant:)``
/// - ``cascade(for:)``
public struct FontCollection: Sendable {
  /// The lookup of faces; shared by copies.
  let index: FontIndex

  /// Creates a collection from faces. If several faces have a character, the first one draws it.
  ///
  /// A variable face at its default axis values is used at all values of its axes. Any other
  /// instance is used only at its own values.
  ///
  /// - Throws: `FontError` with code `empty` if there are no faces.
  /// - Complexity: O(faces and pages of their coverage).
  public init(faces: [FontFace]) throws(FontError) {
    try self.init(entries: faces.map { FontEntry($0) })
  }

  /// Creates a collection from entries, in fallback order.
  package init(entries: [FontEntry]) throws(FontError) {
    index = try FontIndex(entries)
  }

  /// Creates a collection of all faces in font files, in the given order.
  ///
  /// - Throws: `FontError` naming the first file that cannot be read or is not a font.
  /// - Complexity: O(faces).
  public init(paths: [String]) throws(FontError) {
    var faces: [FontFace] = []
    for path in paths { faces += try FontFace.all(path: path) }
    try self.init(faces: faces)
  }

  /// The descriptions of the faces, in fallback order. Reading them opens no file.
  ///
  /// - Complexity: O(faces), on each access.
  public var descriptions: [FontDescription] { index.entries.map(\.description) }

  /// The entries of the faces, in fallback order; collections share them.
  package var entries: [FontEntry] { index.entries }

  /// The faces in fallback order, except faces whose files cannot be opened.
  ///
  /// - Complexity: O(faces); opens files that are not open yet.
  public var faces: [FontFace] { index.entries.compactMap { try? $0.face() } }

  /// The family names in fallback order, as spelled in the fonts.
  ///
  /// - Complexity: O(families), on each access.
  public var familyNames: [String] {
    index.families.map { index.entries[$0[0]].description.family }
  }

  /// The bytes of the index from characters to families, without the faces and their coverage.
  var indexByteCount: Int { index.pages.byteCount }
}

extension FontCollection {
  /// Returns the collection with other faces in front. These are searched first for each character,
  /// and the first of them draws text that names no family.
  ///
  /// - Parameters:
  ///   - faces: The faces to put in front, in order.
  ///   - family: The family name by which text finds the faces; `nil` uses the family name of each
  ///     font.
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
  /// Returns whether two collections have the same faces in the same order.
  ///
  /// - Complexity: O(1) for copies, else O(faces).
  public static func == (left: FontCollection, right: FontCollection) -> Bool {
    left.index === right.index
      || left.index.entries.lazy.map(\.identifier) == right.index.entries.lazy.map(\.identifier)
  }

  /// Feeds the faces to the hasher.
  ///
  /// - Complexity: O(faces).
  public func hash(into hasher: inout Hasher) {
    for entry in index.entries { hasher.combine(entry.identifier) }
  }
}
