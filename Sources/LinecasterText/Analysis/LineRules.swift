/// A set of ICU's line breaking rules; a worker opens each at most once.
enum LineRules: Int, CaseIterable {
  case root, chinese, japanese, korean
  case strict, normal, loose
  /// What Chinese has where nothing is said, and Japanese and Korean where `normal` is.
  case eastAsianNormal
  case eastAsianLoose

  /// The name by which ICU knows them.
  var locale: String {
    switch self {
    case .root: ""
    case .chinese: "zh"
    case .japanese: "ja"
    case .korean: "ko"
    case .strict: "@lb=strict"
    case .normal: "@lb=normal"
    case .loose: "@lb=loose"
    case .eastAsianNormal: "ja@lb=normal"
    case .eastAsianLoose: "ja@lb=loose"
    }
  }

  /// The rules for text of a language.
  ///
  /// - Parameter language: A BCP 47 tag; only its first subtag counts.
  init(_ rules: LineBreakRules, _ strictness: LineBreakStrictness, language: String?) {
    let language = LineLanguage(language)
    self =
      switch strictness {
      case .automatic, .anywhere:
        rules == .css ? Self.browserDefault(for: language) : Self.icuDefault(for: language)
      case .strict: .strict
      case .normal: language == .other ? .normal : .eastAsianNormal
      case .loose: language == .other ? .loose : .eastAsianLoose
      }
  }

  /// Browsers take `normal` where nothing is said, so small kana may start a line.
  private static func browserDefault(for language: LineLanguage) -> LineRules {
    language == .chinese ? .eastAsianNormal : .normal
  }

  private static func icuDefault(for language: LineLanguage) -> LineRules {
    switch language {
    case .chinese: .chinese
    case .japanese: .japanese
    case .korean: .korean
    case .other: .root
    }
  }
}
