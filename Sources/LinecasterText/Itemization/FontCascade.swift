import LinecasterFonts

/// The faces that draw text of one style, found character by character and remembered.
///
/// One thread at a time.
final class FontCascade {
  /// The face that draws what no face has, and whose metrics hold up empty lines.
  let primary: FontFace

  let matcher: FontMatcher
  /// The faces found for the first characters of graphemes; each of these has a place by its
  /// number's low bits, and the last one there is remembered.
  private var remembered: [FontFace?]
  private var keys: [UInt32]

  init(fonts: FontCollection, style: TextStyle) {
    matcher = FontMatcher(fonts: fonts, request: style.fontRequest)
    primary = matcher.primary
    remembered = Array(repeating: nil, count: Self.places)
    keys = Array(repeating: .max, count: Self.places)
  }

  /// Rows of a script or two; 1,024 faces take 12 KB.
  private static let places = 1024

  /// The face for a grapheme; nil where no face has all of it.
  ///
  /// A face that has all of a grapheme has its first character, so the first face that has that
  /// one is tried before all others are.
  ///
  /// - Complexity: O(characters of the grapheme) where the first character was met before.
  func face(for cluster: FontCluster) -> FontFace? {
    let first = face(forFirstOf: cluster)
    if let first, cluster.isCovered(by: first) { return first }
    guard first != nil else { return nil }
    var nobody = NoWitness()
    return search(cluster, &nobody)
  }

  /// The first face that has the first character of a grapheme of which no face has all.
  func face(forPartOf cluster: FontCluster) -> FontFace {
    face(forFirstOf: cluster) ?? primary
  }

  /// The first face that has a character of text; nil where none has.
  func face(covering scalar: Unicode.Scalar) -> FontFace? {
    Array(String(scalar).utf16).withUnsafeBufferPointer { text in
      [UInt8](repeating: 0, count: text.count).withUnsafeBufferPointer { properties in
        face(for: FontCluster(text: text, range: 0..<text.count, properties: properties))
      }
    }
  }

  private func face(forFirstOf cluster: FontCluster) -> FontFace? {
    let base = cluster.base
    let presentation = cluster.presentation
    let key = base << 2 | UInt32(presentation.rawValue)
    let place = Int(base) & (Self.places - 1)
    if keys[place] == key { return remembered[place] }
    var nobody = NoWitness()
    let found = search(cluster.first, presentation, &nobody)
    keys[place] = key
    remembered[place] = found
    return found
  }

  /// The first face in the order of the presentation's steps that has all of a grapheme.
  func search(_ cluster: FontCluster, _ witness: inout some FontWitness) -> FontFace? {
    search(cluster, cluster.presentation, &witness)
  }

  private func search(
    _ cluster: FontCluster, _ presentation: FontCluster.Presentation,
    _ witness: inout some FontWitness
  ) -> FontFace? {
    for step in presentation.steps {
      if let face = search(step, cluster, &witness) { return face }
    }
    return nil
  }

  private func search(
    _ step: FontStep, _ cluster: FontCluster, _ witness: inout some FontWitness
  ) -> FontFace? {
    var found: FontFace?
    switch step.scope {
    case .named:
      for entry in matcher.named where found == nil {
        found = ask(entry, nil, step.kind, cluster, &witness)
      }
    case .others:
      matcher.search(near: cluster.base) { entry, affinity in
        if !matcher.named.contains(entry) {
          found = ask(entry, affinity, step.kind, cluster, &witness)
        }
        return found != nil
      }
    case .allStyles:
      matcher.searchAllStyles(near: cluster.base) { entry in
        found = ask(entry, nil, step.kind, cluster, &witness)
        return found != nil
      }
    }
    return found
  }

  private func ask(
    _ number: Int, _ affinity: LanguageAffinity?, _ kind: FontStep.Kind, _ cluster: FontCluster,
    _ witness: inout some FontWitness
  ) -> FontFace? {
    let entry = matcher.entry(number)
    let isColor = entry.description.hasColorBitmaps
    if kind == .any || (kind == .color) == isColor {
      guard cluster.isCovered(by: entry) else {
        witness.asked(entry, affinity, .lacks(cluster.missing(from: entry)))
        return nil
      }
      guard let face = matcher.face(number) else {
        witness.asked(entry, affinity, .cannotBeOpened)
        return nil
      }
      witness.asked(entry, affinity, .taken)
      return face
    }
    witness.asked(entry, affinity, isColor ? .drawsColorOnly : .drawsNoColor)
    return nil
  }
}
