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
