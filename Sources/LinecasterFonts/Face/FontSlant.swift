/// Whether letters stand upright or lean.
public enum FontSlant: UInt8, Hashable, Sendable {
  /// Upright letters.
  case upright
  /// Leaning letters, drawn as italics or obliques.
  case italic
}
