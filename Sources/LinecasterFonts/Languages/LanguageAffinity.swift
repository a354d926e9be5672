/// How well a face serves a language in which Chinese characters have forms of their own.
public enum LanguageAffinity: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// Its forms are those of the language.
  case designed
  /// Its forms are those of a neighbour who writes most characters alike.
  case related
  /// It has the characters, in forms of which nothing is known or that are another language's.
  case supported
  /// It lacks characters that are in most texts of the language.
  case foreign

  /// Whether the left face serves the language better.
  public static func < (left: LanguageAffinity, right: LanguageAffinity) -> Bool {
    left.rawValue < right.rawValue
  }
}
