/// Finds bidirectional levels, scripts, line opportunities and graphemes of a paragraph.
struct TextAnalyzer {
  let unicode: UnicodeAnalyzer
  /// Where all that is not kept of the analysis stands.
  var memory = AnalysisMemory()

  /// Analyzes text; the only stage that asks ICU.
  ///
  /// - Complexity: O(units).
  func analyze<Failure>(
    _ source: SourceText, style: ParagraphStyle,
    _ checkpoint: Checkpoint<Failure> = Checkpoint<Never>.never
  ) throws(Failure) -> TextAnalysis {
    try source.units.withUnsafeBufferPointer { text throws(Failure) in
      var analysis = TextAnalysis(in: memory, count: text.count)
      let levels = try analyzeCharacters(text, source.runs, style, &analysis, checkpoint)
      try checkpoint.ask()
      findLevels(levels, of: text, style.baseDirection, &analysis)
      return analysis
    }
  }

  /// Fills all but the levels.
  private func analyzeCharacters<Failure>(
    _ text: UnsafeBufferPointer<UInt16>, _ runs: [AttributedText.Run], _ style: ParagraphStyle,
    _ analysis: inout TextAnalysis, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> UnicodeAnalyzer.Levels {
    let lines = LineOpportunityMarker(unicode: unicode, style: style, runs: runs)
    let (scripts, properties) = (analysis.scripts, analysis.properties)
    var levels = UnicodeAnalyzer.Levels.even
    analysis.boundaries = try Array(filling: text.count + 1) { flags throws(Failure) in
      flags.initialize(repeating: [])
      // BoundaryFlags is one byte and nothing else, so its buffer is one of bytes.
      try flags.withMemoryRebound(to: UInt8.self) { flags throws(Failure) in
        levels = try UnicodeAnalyzer.analyze(
          text, hangsSpaces: style.whiteSpace.hangs, scripts: scripts, properties: properties,
          boundaries: flags, checkpoint)
        try lines.mark(text, into: flags, checkpoint)
      }
    }
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
