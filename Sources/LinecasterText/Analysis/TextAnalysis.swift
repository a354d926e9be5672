/// What Unicode's algorithms say of a paragraph's text; all offsets are UTF-16.
struct TextAnalysis: Sendable {
  /// One entry a unit and one for the end.
  var boundaries: [BoundaryFlags] = []
  /// The embedding level of each unit (UAX 9); empty where all are 0.
  var levels: [UInt8] = []
  /// The paragraphs of the bidirectional algorithm; never empty.
  var paragraphs: [BidiParagraph] = []
  /// The script of each unit as in the character database, not yet resolved.
  var scripts: [UInt8] = []
  /// The properties of each unit.
  var properties: [UInt8] = []

  /// The embedding level of a unit.
  func level(at unit: Int) -> UInt8 { levels.isEmpty ? 0 : levels[unit] }
}
