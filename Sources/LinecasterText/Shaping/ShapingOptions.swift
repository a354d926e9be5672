import LinecasterFonts

/// What of a style HarfBuzz is told, besides the face.
struct ShapingOptions: Hashable, Sendable {
  /// The language as a BCP 47 tag; nil for none.
  let language: String?
  /// One feature a tag, in the order of the tags.
  let features: [FontFeature]

  /// Takes the last one of features with the same tag.
  init(language: String?, features: [FontFeature]) {
    self.language = language
    guard features.count > 1 else {
      self.features = features
      return
    }
    let last = Dictionary(features.map { ($0.tag, $0.value) }) { $1 }
    self.features = last.map { FontFeature($0, $1) }
      .sorted { $0.tag.rawValue < $1.tag.rawValue }
  }

  /// What a style asks for; with room between letters optional ligatures are off (CSS Text 4 §8.2),
  /// unless the style turns them on.
  init(_ style: TextStyle) {
    self.init(
      language: style.language,
      features: style.spacesLetters ? Self.noLigatures + style.features : style.features)
  }

  /// Whether two styles ask for the same, without asking what that is.
  static func areSame(_ left: TextStyle, _ right: TextStyle) -> Bool {
    left.isCopy(of: right)
      || left.language == right.language && left.features == right.features
        && left.spacesLetters == right.spacesLetters
  }

  private static let noLigatures = [FontFeature("liga", 0), FontFeature("clig", 0)]
}

extension TextStyle {
  /// Whether letters stand further apart, or closer, than their font has them.
  var spacesLetters: Bool { letterSpacing != 0 && letterSpacing.isFinite }
}
