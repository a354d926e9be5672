/// What Unicode's algorithms say of a paragraph's text; all offsets are UTF-16.
///
/// Scripts, properties and levels stand in memory that the next analysis with it takes over.
struct TextAnalysis {
  /// One entry a unit and one for the end.
  var boundaries: [BoundaryFlags] = []
  /// The script of each unit as in the character database, not yet resolved.
  let scripts: UnsafeMutableBufferPointer<UInt8>
  /// The properties of each unit.
  let properties: UnsafeMutableBufferPointer<UInt8>
  /// The embedding level of each unit (UAX 9); empty where all are 0.
  var levels: UnsafeMutableBufferPointer<UInt8>
  /// The paragraphs of the bidirectional algorithm, the last of which ends with the text or
  /// beyond; never empty.
  var paragraphs = BidiParagraph.single(level: 0)

  /// What the pointers lead to.
  private let memory: AnalysisMemory

  /// An analysis of so many units, of which nothing is known yet.
  init(in memory: AnalysisMemory, count: Int) {
    let arrays = memory.reserve(count)
    self.memory = memory
    scripts = arrays.scripts
    properties = arrays.properties
    levels = arrays.levels
  }
}
