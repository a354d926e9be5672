/// The faces a program lays text out with, in the order in which they are asked for a character.
///
/// A value that shares its faces: copies are cheap and may be used on any thread.
public struct FontCollection: Sendable, Hashable {
  /// The faces, in the order of fallback.
  public let faces: [FontFace]

  private let families: [String: [FontFace]]
  /// One face a family (its regular one), for fallback over families.
  private let familyOrder: [String]

  /// Makes a collection from faces; the order decides which one draws a character many have.
  ///
  /// - Throws: `FontError` with code `empty` if there are no faces.
  public init(faces: [FontFace]) throws(FontError) {
    guard !faces.isEmpty else {
      throw FontError(code: .empty, source: "font collection", reason: "no faces were given")
    }
    self.faces = faces
    var order: [String] = []
    var families: [String: [FontFace]] = [:]
    for face in faces {
      let key = Self.key(face.family)
      if families[key] == nil { order.append(key) }
      families[key, default: []].append(face)
    }
    self.families = families
    familyOrder = order
  }

  /// Opens every face of font files, in the order given.
  ///
  /// - Throws: `FontError` naming the first file that cannot be read or is no font.
  public init(paths: [String]) throws(FontError) {
    var faces: [FontFace] = []
    for path in paths {
      let data = try FontData(path: path)
      let count = HarfBuzzFace.faceCount(of: data)
      guard count > 0 else {
        throw FontError(code: .malformed, source: path, reason: "no font header")
      }
      for index in 0..<count { faces.append(try FontFace(data: data, index: index)) }
    }
    try self.init(faces: faces)
  }

  /// Whether both hold the same opened faces in the same order.
  public static func == (left: FontCollection, right: FontCollection) -> Bool {
    left.faces == right.faces
  }

  /// Feeds the faces to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(faces) }

  /// The family names in the order of fallback, as the fonts spell them.
  public var familyNames: [String] { familyOrder.compactMap { families[$0]?.first?.family } }

  /// The face of a family that is nearest in slant and weight; nil where the family is unknown.
  ///
  /// Names are compared without case. Nearness is that of CSS Fonts 4 §5.2: slant first, then
  /// weight, heavier faces preferred for weights above 500 and lighter ones below 400. Of faces
  /// that are equally near the first one of the collection is taken.
  public func face(family: String, weight: FontWeight, slant: FontSlant) -> FontFace? {
    guard let candidates = families[Self.key(family)] else { return nil }
    return candidates.min { left, right in
      FontMismatch(left, weight: weight, slant: slant)
        < FontMismatch(right, weight: weight, slant: slant)
    }
  }

  /// The faces to try for text of a style: the named families, then all others in order.
  ///
  /// One face a family, the nearest in slant and weight; unknown names are passed over. Never
  /// empty.
  public func cascade(
    families names: [String], weight: FontWeight, slant: FontSlant
  ) -> [FontFace] {
    var seen: Set<String> = []
    return (names.map(Self.key) + familyOrder).compactMap { key in
      guard seen.insert(key).inserted else { return nil }
      return face(family: key, weight: weight, slant: slant)
    }
  }

  private static func key(_ family: String) -> String { family.lowercased() }
}
