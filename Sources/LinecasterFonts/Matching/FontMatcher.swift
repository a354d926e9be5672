/// Finds the faces of a collection for one request, and remembers them.
///
/// One thread at a time. Files are opened when a face of theirs is asked for.
package final class FontMatcher {
  /// What is wanted.
  package let request: FontRequest
  /// The face of each named family that the collection has, as numbers of entries, best first;
  /// where it has none of them, that of the collection's first family. Never empty.
  package let named: [Int]
  /// The names that no family of the collection has.
  package let unknownNames: [String]
  /// The language of Han characters that the request's language means.
  private let language: HanLanguage?

  private let index: FontIndex
  /// The face of each family, as a number of an entry, or `unmatched`.
  private var matches: [Int32]
  private var faces: [Int: FontFace?] = [:]
  private static let unmatched: Int32 = -1

  /// Makes a matcher for a request.
  package init(fonts: FontCollection, request: FontRequest) {
    index = fonts.index
    self.request = request
    language = request.language.flatMap(HanLanguage.init(languageTag:))
    matches = Array(repeating: Self.unmatched, count: index.families.count)
    var named: [Int] = []
    var unknown: [String] = []
    for name in request.families {
      guard let best = index.nearest(to: request, among: index.faces(named: name)) else {
        unknown.append(name)
        continue
      }
      if !named.contains(best) { named.append(best) }
    }
    unknownNames = unknown
    self.named =
      named.isEmpty ? [index.nearest(to: request, among: index.families[0]) ?? 0] : named
  }

  /// The face that draws what no face has: that of the first named family that can be opened.
  package var primary: FontFace {
    for entry in named {
      if let face = face(entry) { return face }
    }
    return index.lastResort
  }

  /// An entry of the collection.
  package func entry(_ number: Int) -> FontEntry { index.entries[number] }

  /// The face of an entry as the request wants it drawn; nil where it cannot be opened.
  package func face(_ entry: Int) -> FontFace? {
    if let known = faces[entry] { return known }
    let face = (try? index.entries[entry].face()).map { opened in
      let match = FontMatch(index.entries[entry].description, request)
      return opened.instance(variations: match.variations, synthesis: match.synthesis)
    }
    faces[entry] = .some(face)
    return face
  }

  /// Calls `body` with the faces that may have a scalar, one a family, until it returns true.
  ///
  /// Those that suit the language best come first: the one that is written with the scalar alone,
  /// else, for Han characters, that of the request. Otherwise it is the order of the collection.
  package func search(near value: UInt32, _ body: (Int, LanguageAffinity?) -> Bool) {
    let families = index.pages.families(near: value)
    guard let language = language(of: value) else {
      for family in families where body(match(Int(family)), nil) { return }
      return
    }
    for affinity in LanguageAffinity.allCases {
      for family in families {
        let entry = match(Int(family))
        if index.entries[entry].hanLanguages().affinity(language) == affinity,
          body(entry, affinity)
        {
          return
        }
      }
    }
  }

  private func language(of value: UInt32) -> HanLanguage? {
    HanLanguage(scriptOf: value) ?? (HanLanguage.tellsApart(value) ? language : nil)
  }

  /// Calls `body` with all faces that may have a scalar, whatever their style, until it returns
  /// true.
  package func searchAllStyles(near value: UInt32, _ body: (Int) -> Bool) {
    for family in index.pages.families(near: value) {
      for entry in index.families[Int(family)] where body(entry) { return }
    }
  }

  /// The face of a family that is nearest to the request.
  private func match(_ family: Int) -> Int {
    if matches[family] == Self.unmatched {
      let best = index.nearest(to: request, among: index.families[family])
      matches[family] = Int32(best ?? index.families[family][0])
    }
    return Int(matches[family])
  }
}

extension FontIndex {
  /// Of some faces the one nearest to a request, the first one where several are; nil of none.
  func nearest(to request: FontRequest, among faces: [Int]) -> Int? {
    guard faces.count > 1 else { return faces.first }
    return faces.map { ($0, FontMismatch(entries[$0].description, request)) }
      .min { $0.1 < $1.1 }?.0
  }
}
