import LinecasterFonts

extension Typesetter {
  /// Says for each grapheme of a text which faces are asked and why one is taken.
  ///
  /// The faces are found as `prepare(_:)` finds them, only that nothing is remembered.
  ///
  /// - Complexity: O(graphemes × families near each). May run on any thread.
  public func explainFonts(of text: String, style: TextStyle = TextStyle()) -> FontExplanation {
    withWorker { worker in
      let cascade = FontCascade(fonts: fonts, style: style)
      let source = SourceText(AttributedText(text, style: style), whiteSpace: .preWrap)
      let analysis = TextAnalyzer(unicode: worker.unicode, memory: worker.analysisMemory)
        .analyze(source, style: ParagraphStyle())
      return source.units.withUnsafeBufferPointer { units in
        FontExplanation(
          graphemes: analysis.graphemes.map { range in
            cascade.explain(
              FontCluster(text: units, range: range, properties: .init(analysis.properties)))
          })
      }
    }
  }
}

extension FontCascade {
  fileprivate func explain(_ cluster: FontCluster) -> FontExplanation.Grapheme {
    var recorder = TrialRecorder(matcher)
    let found = search(cluster, &recorder)
    let face = found ?? faceOfFirst(of: cluster) ?? primary
    return FontExplanation.Grapheme(
      text: String(decoding: cluster.text[cluster.range], as: UTF16.self),
      utf16Range: cluster.range, trials: recorder.trials, face: face,
      missing: found == nil ? cluster.missing(from: face) : [])
  }
}

extension TextAnalysis {
  fileprivate var graphemes: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for end in boundaries.indices.dropFirst()
    where end == boundaries.count - 1 || boundaries[end].contains(.grapheme) {
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }
}
