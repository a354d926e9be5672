import LinecasterBase

/// Finds bidirectional levels, scripts, line opportunities and graphemes of a paragraph.
struct TextAnalyzer {
  let unicode: UnicodeAnalyzer
  /// The memory for temporary parts of the analysis.
  var memory = AnalysisMemory()

  /// Analyzes text; the only stage that calls ICU.
  ///
  /// - Complexity: O(units).
  func analyze(
    _ source: SourceText, style: ParagraphStyle,
    _ scope: WorkScope
  ) throws(CancellationError) -> TextAnalysis {
    try source.units.withUnsafeBufferPointer { text throws(CancellationError) in
      var analysis = TextAnalysis(in: memory, count: text.count)
      let levels = try analyzeCharacters(
        text, source.runs, style, source.marks?.combined ?? [], &analysis, scope)
      try scope.checkCancellation()
      findLevels(levels, of: text, style.baseDirection, &analysis)
      return analysis
    }
  }

  /// Fills everything except the levels.
  private func analyzeCharacters(
    _ text: UnsafeBufferPointer<UInt16>, _ runs: [AttributedText.Run], _ style: ParagraphStyle,
    _ combined: [InlineMarks.CombinedText], _ analysis: inout TextAnalysis, _ scope: WorkScope
  ) throws(CancellationError) -> UnicodeAnalyzer.Levels {
    let lines = LineOpportunityMarker(unicode: unicode, style: style, runs: runs)
    let (scripts, properties) = (analysis.scripts, analysis.properties)
    var levels = UnicodeAnalyzer.Levels.even
    var customary: [Int32] = []
    analysis.boundaries = try Array(filling: text.count + 1) { flags throws(CancellationError) in
      flags.initialize(repeating: [])
      // BoundaryFlags is a single byte, so its buffer can be rebound to bytes.
      try flags.withMemoryRebound(to: UInt8.self) { flags throws(CancellationError) in
        levels = try UnicodeAnalyzer.analyze(
          text, hangsSpaces: style.whiteSpace.hangs, scripts: scripts, properties: properties,
          boundaries: flags, scope)
        customary = try lines.mark(text, into: flags, scope)
        if !combined.isEmpty { try lines.mark(combined, in: text, into: flags, scope) }
      }
    }
    analysis.customaryBreaks = customary
    return levels
  }

  /// Finds the embedding levels; runs the bidirectional algorithm only if the text is mixed.
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

/// The results of Unicode's algorithms for a paragraph; all offsets are UTF-16.
///
/// Scripts, properties and levels are in memory that the next analysis reuses.
struct TextAnalysis {
  /// One entry per unit, and one for the end.
  var boundaries: [BoundaryFlags] = []
  /// The line opportunities if phrases were not kept whole, in ascending order; empty if none.
  var customaryBreaks: [Int32] = []
  /// The script of each unit from the character database, not yet resolved.
  let scripts: UnsafeMutableBufferPointer<UInt8>
  /// The properties of each unit.
  let properties: UnsafeMutableBufferPointer<UInt8>
  /// The embedding level of each unit (UAX 9); empty if all are 0.
  var levels: UnsafeMutableBufferPointer<UInt8>
  /// The paragraphs of the bidirectional algorithm; never empty. The last ends at or after the end
  /// of the text.
  var paragraphs = BidiParagraph.single(level: 0)

  /// The owner of the pointers' memory.
  private let memory: AnalysisMemory

  /// Creates an empty analysis of `count` units.
  init(in memory: AnalysisMemory, count: Int) {
    let arrays = memory.reserve(count)
    self.memory = memory
    scripts = arrays.scripts
    properties = arrays.properties
    levels = arrays.levels
  }
}

/// Boundary and class flags of a UTF-16 unit, in one byte.
struct BoundaryFlags: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// A line may end here, by the paragraph's rules.
  static let softBreak = BoundaryFlags(rawValue: 1)
  /// A line must end here, after a line terminator.
  static let hardBreak = BoundaryFlags(rawValue: 2)
  /// An extended grapheme cluster starts here (UAX 29).
  static let grapheme = BoundaryFlags(rawValue: 4)
  /// A break here changes glyphs nearby, or splits a cluster of the shaper.
  static let unsafe = BoundaryFlags(rawValue: 8)
  /// The unit takes no room at the end of a line: white space that hangs or collapses there, or a
  /// control code other than a tab.
  static let space = BoundaryFlags(rawValue: 16)
  /// The unit is a control code, which has no glyph.
  static let control = BoundaryFlags(rawValue: 32)
  /// ICU offers a line opportunity here. Used only during analysis; `eastAsianScript` reuses the
  /// bit.
  static let offered = BoundaryFlags(rawValue: 64)

  /// The flags of units that take no room at the end of a line.
  static let hanging: BoundaryFlags = [.space]
}

extension BoundaryFlags {
  /// The flags that encode the East Asian script of a unit, in a run of such text.
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

/// The properties of a character for the itemizer; the bits match the C target.
struct CharacterProperties: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
}

/// A paragraph in the sense of UAX 9: text up to and including a paragraph separator.
struct BidiParagraph: Hashable, Sendable {
  /// The UTF-16 offset after its last unit.
  let end: Int
  /// The paragraph embedding level: even is left to right, odd right to left.
  let level: UInt8
}

extension BidiParagraph {
  /// The paragraph list of a text with a single paragraph.
  static func single(level: UInt8) -> [BidiParagraph] {
    level == 0 ? leftToRight : rightToLeft
  }

  private static let leftToRight = [BidiParagraph(end: .max, level: 0)]
  private static let rightToLeft = [BidiParagraph(end: .max, level: 1)]
}

/// Reusable memory for the properties of a paragraph's units until they are shaped.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
final class AnalysisMemory {
  private var bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: leastCapacity)

  deinit {
    bytes.deallocate()
  }

  /// Returns three uninitialized arrays of one byte per unit; invalidates earlier ones.
  func reserve(_ count: Int) -> Arrays {
    let needed = 3 * count
    if bytes.count < needed || bytes.count > max(needed, Self.keptCapacity) {
      bytes.deallocate()
      bytes = .allocate(capacity: max(needed + needed / 2, Self.leastCapacity))
    }
    return Arrays(bytes, count)
  }

  /// Releases memory that only very long texts need.
  func releaseExcess() {
    if bytes.count > Self.keptCapacity { _ = reserve(0) }
  }

  /// Arrays in the memory; valid until the next `reserve`.
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
  /// The capacity that is kept; larger memory is released with the next paragraph.
  private static let keptCapacity = 65_536
}

extension Array where Element: BitwiseCopyable {
  /// Creates an array with elements that `body` writes into uninitialized memory; it must write
  /// all.
  ///
  /// Cheaper than `init(unsafeUninitializedCapacity:initializingWith:)` of Swift 6.3, which asks
  /// the runtime for the array's type: the cost is one allocation and one copy.
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

/// Marks the line opportunities of a paragraph by its style and the languages of its text.
struct LineOpportunityMarker {
  let unicode: UnicodeAnalyzer
  let style: ParagraphStyle
  let runs: [AttributedText.Run]

  /// Marks soft breaks; hard breaks and graphemes must be marked first.
  ///
  /// - Returns: The customary breaks in ascending order if phrases are kept whole; else empty.
  /// - Complexity: O(units), for each of the few sets of rules that the text's languages use.
  func mark(
    _ text: UnsafeBufferPointer<UInt16>, into flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) -> [Int32] {
    guard !text.isEmpty else { return [] }
    flags[text.count] |= BoundaryFlags.softBreak.rawValue
    guard style.whiteSpace.wraps else { return [] }
    guard style.lineBreakStrictness != .anywhere else {
      try markGraphemes(text, flags, scope)
      return []
    }
    let customary = keepsPhrases ? try customaryBreaks(text, flags, scope) : []
    try markByRules(text, flags, scope)
    return customary
  }

  /// Marks soft breaks beside combined text: before it as before its first character, and after it
  /// as after its last one.
  ///
  /// - Complexity: Twice that of marking the text.
  func mark(
    _ combined: [InlineMarks.CombinedText], in text: UnsafeBufferPointer<UInt16>,
    into flags: UnsafeMutableBufferPointer<UInt8>, _ scope: WorkScope
  ) throws(CancellationError) {
    try mark(
      combined.map { (unit: $0.unit, character: $0.first, place: $0.unit) }, in: text, into: flags,
      scope)
    try mark(
      combined.map { (unit: $0.unit, character: $0.last, place: $0.unit + 1) }, in: text,
      into: flags, scope)
  }

  /// Marks the soft breaks at some places, with a character of the text replaced for each.
  private func mark(
    _ places: [(unit: Int, character: UInt16, place: Int)],
    in text: UnsafeBufferPointer<UInt16>, into flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) {
    var units = Array(text)
    for place in places { units[place.unit] = place.character }
    let soft = BoundaryFlags.softBreak.rawValue
    var copy = flags.map { $0 & ~soft }
    try units.withUnsafeBufferPointer { units throws(CancellationError) in
      try copy.withUnsafeMutableBufferPointer { copy throws(CancellationError) in
        _ = try mark(units, into: copy, scope)
      }
    }
    for place in places.map(\.place) { flags[place] = flags[place] & ~soft | copy[place] & soft }
  }

  private var keepsPhrases: Bool {
    guard style.wordBreak == .autoPhrase else { return false }
    return runs.contains { rules(of: $0).keepPhrases }
  }

  /// The line opportunities if phrases are not kept whole; restores the flags.
  private func customaryBreaks(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) -> [Int32] {
    var style = style
    style.wordBreak = .normal
    try LineOpportunityMarker(unicode: unicode, style: style, runs: runs)
      .markByRules(text, flags, scope)
    var places: [Int32] = []
    try scope.forEachPiece(of: 1..<text.count, steps: 1) { piece in
      for place in piece where flags[place] & BoundaryFlags.softBreak.rawValue != 0 {
        places.append(Int32(clamping: place))
        flags[place] &= ~BoundaryFlags.softBreak.rawValue
      }
    }
    return places
  }

  private func markByRules(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) {
    guard runs.count > 1 else {
      return try mark(
        text, flags, rules(of: runs[0]), CollectionOfOne(0..<text.count), scope)
    }
    for (rules, stretches) in stretchesByRules(count: text.count) {
      try mark(text, flags, rules, stretches, scope)
    }
  }

  private func mark(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ rules: LineRules, _ stretches: some Collection<Range<Int>>,
    _ scope: WorkScope
  ) throws(CancellationError) {
    var finder = LineOpportunityFinder(
      text: text, flags: flags, unicode: unicode, rules: rules, style: style)
    for stretch in stretches {
      // The break after a unit depends on the unit's language; the text's end needs no decision.
      let places = stretch.lowerBound + 1..<min(stretch.upperBound + 1, text.count)
      try scope.forEachPiece(of: places, steps: 4) { finder.find($0) }
    }
    finder.clearOffers()
  }

  private func rules(of run: AttributedText.Run) -> LineRules {
    LineRules(
      style.lineBreakRules, style.lineBreakStrictness, style.wordBreak,
      language: run.style.language)
  }

  /// Marks a soft break at every grapheme, except at white space that would hang.
  private func markGraphemes(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ scope: WorkScope
  ) throws(CancellationError) {
    try scope.forEachPiece(of: 1..<text.count, steps: 2) { piece in
      for place in piece {
        let boundary = BoundaryFlags(rawValue: flags[place])
        if boundary.contains(.grapheme), boundary.isDisjoint(with: .hanging),
          !CombiningMark.isTied(at: place, in: text)
        {
          flags[place] |= BoundaryFlags.softBreak.rawValue
        }
      }
    }
  }

  /// The ranges of text for each set of rules.
  private func stretchesByRules(count: Int) -> [(LineRules, [Range<Int>])] {
    var stretches: [(LineRules, [Range<Int>])] = []
    var start = 0
    for run in runs where run.end > start {
      let rules = rules(of: run)
      if let index = stretches.firstIndex(where: { $0.0 == rules }) {
        stretches[index].1.append(start..<run.end)
      } else {
        stretches.append((rules, [start..<run.end]))
      }
      start = run.end
    }
    return stretches
  }
}
