/// Finds bidirectional levels, scripts, line opportunities and graphemes of a paragraph.
struct TextAnalyzer {
  let unicode: UnicodeAnalyzer

  /// Analyzes text; the only stage that asks ICU.
  ///
  /// - Complexity: O(units).
  func analyze(_ source: SourceText, style: ParagraphStyle) -> TextAnalysis {
    source.units.withUnsafeBufferPointer { text in
      var analysis = TextAnalysis()
      let levels = analyzeCharacters(text, source.runs, style, &analysis)
      findLevels(levels, of: text, style.baseDirection, &analysis)
      return analysis
    }
  }

  /// Fills all but the levels.
  private func analyzeCharacters(
    _ text: UnsafeBufferPointer<UInt16>, _ runs: [AttributedText.Run], _ style: ParagraphStyle,
    _ analysis: inout TextAnalysis
  ) -> UnicodeAnalyzer.Levels {
    let count = text.count
    let lines = LineOpportunityMarker(unicode: unicode, style: style, runs: runs)
    var levels = UnicodeAnalyzer.Levels.even
    var scripts: [UInt8] = []
    var properties: [UInt8] = []
    analysis.boundaries = Array(filling: count + 1) { flags in
      flags.initialize(repeating: [])
      // BoundaryFlags is one byte and nothing else, so its buffer is one of bytes.
      flags.withMemoryRebound(to: UInt8.self) { flags in
        scripts = Array(filling: count) { scripts in
          properties = Array(filling: count) { properties in
            levels = UnicodeAnalyzer.analyze(
              text, hangsSpaces: style.whiteSpace.hangs, scripts: scripts,
              properties: properties, boundaries: flags)
          }
        }
        lines.mark(text, into: flags)
      }
    }
    analysis.scripts = scripts
    analysis.properties = properties
    return levels
  }

  /// Finds the embedding levels, by the bidirectional algorithm only where it has a choice.
  private func findLevels(
    _ levels: UnicodeAnalyzer.Levels, of text: UnsafeBufferPointer<UInt16>,
    _ direction: BaseDirection, _ analysis: inout TextAnalysis
  ) {
    let count = text.count
    var level: UInt8 = direction == .rightToLeft ? 1 : 0
    switch levels {
    case .even where direction != .rightToLeft: break
    case .odd where direction != .leftToRight:
      analysis.levels = Array(filling: count) { $0.initialize(repeating: 1) }
      level = 1
    default:
      if let found = unicode.levels(text, direction: direction) {
        analysis.levels = found.levels
        analysis.paragraphs = found.paragraphs
        return
      }
    }
    analysis.paragraphs = [BidiParagraph(end: count, level: level)]
  }
}
