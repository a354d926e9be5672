/// Where lines may end between letters (CSS Text 3 §5.2).
public enum WordBreak: UInt8, Hashable, Sendable, CaseIterable {
  /// By the custom of each script.
  case normal
  /// Between any two letters or digits, as between ideographs.
  case breakAll
  /// Not between letters or digits of any script, ideographs and syllables included.
  case keepAll
}
