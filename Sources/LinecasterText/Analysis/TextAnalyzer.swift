import LinecasterBase

/// Finds bidirectional levels, scripts, line opportunities and graphemes of a paragraph.
struct TextAnalyzer {
  let unicode: UnicodeAnalyzer
  /// Where all that is not kept of the analysis stands.
  var memory = AnalysisMemory()

  /// Analyzes text; the only stage that asks ICU.
  ///
  /// - Complexity: O(units).
  func analyze(
    _ source: SourceText, style: ParagraphStyle,
    _ scope: WorkScope
  ) throws(CancellationError) -> TextAnalysis {
    try source.units.withUnsafeBufferPointer { text throws(CancellationError) in
      var analysis = TextAnalysis(in: memory, count: text.count)
      let levels = try analyzeCharacters(text, source.runs, style, &analysis, scope)
      try scope.ask()
      findLevels(levels, of: text, style.baseDirection, &analysis)
      return analysis
    }
  }

  /// Fills all but the levels.
  private func analyzeCharacters(
    _ text: UnsafeBufferPointer<UInt16>, _ runs: [AttributedText.Run], _ style: ParagraphStyle,
    _ analysis: inout TextAnalysis, _ scope: WorkScope
  ) throws(CancellationError) -> UnicodeAnalyzer.Levels {
    let lines = LineOpportunityMarker(unicode: unicode, style: style, runs: runs)
    let (scripts, properties) = (analysis.scripts, analysis.properties)
    var levels = UnicodeAnalyzer.Levels.even
    var customary: [Int32] = []
    analysis.boundaries = try Array(filling: text.count + 1) { flags throws(CancellationError) in
      flags.initialize(repeating: [])
      // BoundaryFlags is one byte and nothing else, so its buffer is one of bytes.
      try flags.withMemoryRebound(to: UInt8.self) { flags throws(CancellationError) in
        levels = try UnicodeAnalyzer.analyze(
          text, hangsSpaces: style.whiteSpace.hangs, scripts: scripts, properties: properties,
          boundaries: flags, scope)
        customary = try lines.mark(text, into: flags, scope)
      }
    }
    analysis.customaryBreaks = customary
    return levels
  }

  /// Finds the embedding levels, by the bidirectional algorithm only where it has a choice.
  private func findLevels(
    _ levels: UnicodeAnalyzer.Levels, of text: UnsafeBufferPointer<UInt16>,
    _ direction: BaseDirection, _ analysis: inout TextAnalysis
  ) {
    switch levels {
    case .even where direction != .rightToLeft: break
    case .odd where direction != .leftToRight:
      analysis.levels.initialize(repeating: 1)
      analysis.paragraphs = BidiParagraph.single(level: 1)
      return
    default:
      let found = unicode.findLevels(text, direction: direction, into: analysis.levels)
      analysis.paragraphs =
        found ?? BidiParagraph.single(level: direction == .rightToLeft ? 1 : 0)
      if found != nil { return }
    }
    analysis.levels = .init(rebasing: analysis.levels[..<0])
  }
}

/// What Unicode's algorithms say of a paragraph's text; all offsets are UTF-16.
///
/// Scripts, properties and levels stand in memory that the next analysis with it takes over.
struct TextAnalysis {
  /// One entry a unit and one for the end.
  var boundaries: [BoundaryFlags] = []
  /// Where lines might end if phrases were not kept whole, in ascending order; empty where none is.
  var customaryBreaks: [Int32] = []
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

  /// An analysis of `count` units, of which nothing is known yet.
  init(in memory: AnalysisMemory, count: Int) {
    let arrays = memory.reserve(count)
    self.memory = memory
    scripts = arrays.scripts
    properties = arrays.properties
    levels = arrays.levels
  }
}

/// What may happen before a UTF-16 unit, and what the unit is; one byte a unit.
struct BoundaryFlags: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// A line may end here, by the rules the paragraph asks for.
  static let softBreak = BoundaryFlags(rawValue: 1)
  /// A line must end here, since a line terminator stands before.
  static let hardBreak = BoundaryFlags(rawValue: 2)
  /// An extended grapheme cluster starts here (UAX 29).
  static let grapheme = BoundaryFlags(rawValue: 4)
  /// Breaking here changes the glyphs around, or falls inside a cluster of the shaper.
  static let unsafe = BoundaryFlags(rawValue: 8)
  /// The unit takes no room at the end of a line: white space that hangs or vanishes there, and
  /// control codes but for tabs that do not.
  static let space = BoundaryFlags(rawValue: 16)
  /// The unit is a control code, which has no glyph.
  static let control = BoundaryFlags(rawValue: 32)
  /// ICU offers a line opportunity here; only while the text is analyzed, then `eastAsianScript`
  /// has the bit.
  static let offered = BoundaryFlags(rawValue: 64)

  /// The flags of units that take no room at the end of a line.
  static let hanging: BoundaryFlags = [.space]
}

extension BoundaryFlags {
  /// The flags that say which East Asian script a unit is of, in a run of such text.
  init(eastAsian script: ScriptCode) {
    let number = ScriptCode.eastAsianScripts.firstIndex(of: script) ?? 0
    self.init(rawValue: UInt8(number) << Self.scriptShift)
  }

  /// The script of a unit in a run of East Asian text.
  var eastAsianScript: ScriptCode {
    let number = Int(rawValue >> Self.scriptShift)
    return ScriptCode.eastAsianScripts[min(number, ScriptCode.eastAsianScripts.count - 1)]
  }

  private static let scriptShift: UInt8 = 6
}

/// What the itemizer must know of a character; the bits are those of the C target.
struct CharacterProperties: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
}

/// A paragraph in the sense of UAX 9: text up to and with a paragraph separator.
struct BidiParagraph: Hashable, Sendable {
  /// The UTF-16 offset after its last unit.
  let end: Int
  /// The paragraph embedding level: even is left to right, odd right to left.
  let level: UInt8
}

extension BidiParagraph {
  /// A list of the only paragraph of a text of any length.
  static func single(level: UInt8) -> [BidiParagraph] {
    level == 0 ? leftToRight : rightToLeft
  }

  private static let leftToRight = [BidiParagraph(end: .max, level: 0)]
  private static let rightToLeft = [BidiParagraph(end: .max, level: 1)]
}

/// Memory for what is known of a paragraph's units until they are shaped, kept for the next one.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class AnalysisMemory {
  private var bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: leastCapacity)

  deinit {
    bytes.deallocate()
  }

  /// Room for three arrays of one byte a unit, not initialized, in place of what was lent before.
  func reserve(_ count: Int) -> Arrays {
    let needed = 3 * count
    if bytes.count < needed || bytes.count > max(needed, Self.keptCapacity) {
      bytes.deallocate()
      bytes = .allocate(capacity: max(needed + needed / 2, Self.leastCapacity))
    }
    return Arrays(bytes, count)
  }

  /// Forgets what only very long texts need.
  func releaseExcess() {
    if bytes.count > Self.keptCapacity { _ = reserve(0) }
  }

  /// Arrays in the memory; valid until it lends the next ones.
  struct Arrays {
    let scripts: UnsafeMutableBufferPointer<UInt8>
    let properties: UnsafeMutableBufferPointer<UInt8>
    let levels: UnsafeMutableBufferPointer<UInt8>

    fileprivate init(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ count: Int) {
      scripts = .init(rebasing: bytes[..<count])
      properties = .init(rebasing: bytes[count..<2 * count])
      levels = .init(rebasing: bytes[2 * count..<3 * count])
    }
  }

  private static let leastCapacity = 4_096
  /// What only very long texts need goes with the next paragraph.
  private static let keptCapacity = 65_536
}

extension Array where Element: BitwiseCopyable {
  /// An array of elements that `body` writes into memory that is not initialized; it must write
  /// all.
  ///
  /// Unlike `init(unsafeUninitializedCapacity:initializingWith:)` of Swift 6.3, which asks the
  /// runtime what an array of the element is, this costs no more than to allocate and copy.
  @inline(__always)
  init(
    filling count: Int,
    _ body: (UnsafeMutableBufferPointer<Element>) throws(CancellationError) -> Void
  ) throws(CancellationError) {
    self = try withUnsafeTemporaryAllocation(of: Element.self, capacity: count) {
      elements throws(CancellationError) in
      try body(elements)
      return Array(UnsafeBufferPointer(elements))
    }
  }
}
