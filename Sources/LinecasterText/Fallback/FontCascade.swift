import LinecasterFonts

/// The faces that draw text of one style, in the order they are asked; `FaceMemo` remembers what it
/// finds.
///
/// One thread at a time.
final class FontCascade {
  /// The face that draws what no face has, and whose metrics hold up empty lines.
  let primary: FontFace

  let matcher: FontMatcher

  init(fonts: FontCollection, style: TextStyle) {
    matcher = FontMatcher(fonts: fonts, request: style.fontRequest)
    primary = matcher.primary
  }

  /// The first face that has the first character of a grapheme in the presentation of the whole;
  /// nil where none has.
  func faceOfFirst(of cluster: FontCluster) -> FontFace? {
    var nobody = NoWitness()
    return search(cluster.first, cluster.presentation, &nobody)
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

/// One pass over the faces of a cascade: which of them are asked for a grapheme.
struct FontStep: Hashable {
  /// Which faces are asked.
  enum Scope {
    /// Those of the families that the style names.
    case named
    /// One of each family that has something near the character.
    case others
    /// All of these families, whatever their style.
    case allStyles
  }

  /// What kind of glyphs the faces must have.
  enum Kind {
    case text
    case color
    case any
  }

  let scope: Scope
  let kind: Kind
}

extension FontCluster.Presentation {
  /// The passes for a grapheme, in order.
  ///
  /// As in browsers a named face draws what it has, emoji that no selector follows included;
  /// selectors and sequences outweigh the named families.
  var steps: [FontStep] {
    switch self {
    case .text: Self.textSteps
    case .selectedText: Self.selectedTextSteps
    case .emojiByDefault: Self.emojiByDefaultSteps
    case .emoji: Self.emojiSteps
    }
  }

  private static let textSteps = steps(
    (.named, .any), (.others, .text), (.others, .color), (.allStyles, .any))
  private static let selectedTextSteps = steps(
    (.named, .text), (.others, .text), (.named, .color), (.others, .color), (.allStyles, .any))
  private static let emojiByDefaultSteps = steps(
    (.named, .any), (.others, .color), (.others, .text), (.allStyles, .any))
  private static let emojiSteps = steps(
    (.named, .color), (.others, .color), (.named, .text), (.others, .text), (.allStyles, .any))

  private static func steps(_ steps: (FontStep.Scope, FontStep.Kind)...) -> [FontStep] {
    steps.map { FontStep(scope: $0, kind: $1) }
  }
}

/// Sees how a cascade finds the face of a grapheme.
protocol FontWitness {
  /// Takes note of a face that was asked; `outcome` is only computed where somebody wants to know.
  mutating func asked(
    _ entry: FontEntry, _ affinity: LanguageAffinity?,
    _ outcome: @autoclosure () -> FontTrial.Outcome)
}

/// Wants to know nothing, which costs nothing.
struct NoWitness: FontWitness {
  mutating func asked(
    _ entry: FontEntry, _ affinity: LanguageAffinity?,
    _ outcome: @autoclosure () -> FontTrial.Outcome
  ) {}
}
