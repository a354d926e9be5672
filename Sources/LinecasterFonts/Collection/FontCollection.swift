public import LinecasterGeometry

/// The faces a program lays text out with, in the order in which they are asked for a character.
///
/// A value that shares its faces: copies are cheap and may be used on any thread.
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
    try self.init(entries: faces.map(FontEntry.init))
  }

  init(entries: [FontEntry]) throws(FontError) {
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

  /// The faces, in the order of fallback; those whose files cannot be opened are left out.
  ///
  /// - Complexity: O(faces); opens the files that were not used yet.
  public var faces: [FontFace] { index.entries.compactMap { try? $0.face() } }

  /// The family names in the order of fallback, as the fonts spell them.
  public var familyNames: [String] {
    index.families.map { index.entries[$0[0]].description.family }
  }

  /// The bytes of the index that finds families by character, faces and their coverage apart.
  public var indexByteCount: Int { index.pages.byteCount }
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

extension FontCollection {
  /// Opens every face of the font files in folders and in the folders in them.
  ///
  /// `FontScan` passes over what cannot be used.
  ///
  /// - Throws: `FontError` naming the first folder or file that cannot be read or is no font, or
  ///   with code `empty` if there are no font files.
  public init(folders: [String]) throws(FontError) {
    let finder = FontFinder(folders: folders)
    if let error = finder.errors.first { throw error }
    guard !finder.files.isEmpty else {
      throw FontError(
        code: .empty, source: folders.joined(separator: ", "), reason: "no font files in it")
    }
    try self.init(paths: finder.files)
  }

  /// Offers the faces of a catalog; files are opened when they are first drawn with.
  ///
  /// - Throws: `FontError` with code `empty` if there are no faces, or an error if none of the
  ///   files can be opened.
  package init(_ catalog: FontCatalog) throws(FontError) {
    try self.init(
      entries: catalog.faces.map { face in
        FontEntry(face.description, coverage: face.coverage, languages: face.languages)
      })
  }
}

extension FontCollection {
  /// The face for a request: of the first named family that the collection has, the one nearest in
  /// width, slant and weight (CSS Fonts 4 §5.2), at the place on its axes that the request means;
  /// nil where no named family is known.
  ///
  /// Names are compared without case. A family without bold or leaning letters gives a face with
  /// synthesis. Of faces that are equally near the first one of the collection is taken.
  public func face(for request: FontRequest) -> FontFace? {
    let isKnown = request.families.contains { !index.faces(named: $0).isEmpty }
    return isKnown ? FontMatcher(fonts: self, request: request).primary : nil
  }

  /// The face of a family that is nearest in slant and weight; nil where the family is unknown.
  public func face(family: String, weight: FontWeight, slant: FontSlant) -> FontFace? {
    face(for: FontRequest(families: [family], weight: weight, slant: slant))
  }

  /// The faces to try for a request: those of the named families, then of all others in order.
  ///
  /// One face a family; unknown names are passed over. Never empty.
  ///
  /// - Complexity: O(faces); opens a file of every family.
  public func cascade(for request: FontRequest) -> [FontFace] {
    let matcher = FontMatcher(fonts: self, request: request)
    var seen = Set(matcher.named)
    let named = request.families.isEmpty ? [] : matcher.named
    let others = index.families.compactMap { index.nearest(to: request, among: $0) }
      .filter { named.isEmpty || seen.insert($0).inserted }
    let faces = (named + others).compactMap(matcher.face)
    return faces.isEmpty ? [index.lastResort] : faces
  }

  /// The part of a request that decides which faces it finds here: equal parts find equal faces.
  package func distinguishing(_ request: FontRequest) -> FontRequest {
    var request = request
    if !index.hasOpticalSizes { request.size = 0 }
    return request
  }
}
