/// A stretch of text of one face, script, level, language and size.
struct TextItem: Hashable, Sendable {
  /// The UTF-16 offset of its first unit.
  var start: Int
  /// The UTF-16 offset after its last unit.
  var end: Int
  /// Which of the attributed text's runs its style is from; runs that differ only in colour from
  /// that one may be part of the item too.
  var style: Int
  /// The embedding level (UAX 9).
  var level: UInt8
  /// The script, common and inherited resolved (UAX 24 §5); of East Asian text that of its first
  /// unit, and others may follow.
  var script: ScriptCode
  /// Whether it is made of control codes, which take no glyphs.
  var isControl: Bool
  /// Whether it is one tab, whose width the line breaker finds.
  var isTab = false
  /// The advance of its spaces in units of its face's em, where they come from another face.
  var foreignSpace: Int32?

  var isRightToLeft: Bool { level & 1 != 0 }
}
