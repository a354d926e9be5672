/// Which rules say where lines may end.
public enum LineBreakRules: UInt8, Hashable, Sendable, CaseIterable {
  /// Those of browsers: Unicode's, with ASCII punctuation as people are used to from the web.
  case css
  /// Those of Unicode (UAX 14), as ICU has them.
  case unicode
}
