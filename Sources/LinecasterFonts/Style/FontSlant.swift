/// Whether letters stand upright or lean.
public enum FontSlant: UInt8, Hashable, Sendable {
  /// Upright letters.
  case upright
  /// Leaning letters of a design of their own; slanted upright ones where a family has none.
  case italic
  /// Upright letters slanted; italic ones where a family has those.
  case oblique
}
