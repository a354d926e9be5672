extension TextLayout {
  /// The lines under, through and over the text, in the order of the text's lines.
  ///
  /// - Complexity: O(glyphs with decorations + runs); made again each time. At once where no style
  ///   has decorations.
  public var decorationLines: [DecorationLine] { decorations(.never).lines }

  /// The colours behind the text, in the order of its lines.
  ///
  /// - Complexity: O(runs); made again each time. At once where no style has a background.
  public var backgrounds: [TextBackground] { decorations(.never).backgrounds }

  /// Both, unless finding them is called off.
  ///
  /// - Throws: `CancellationError` where `isCancelled` says so, which is asked at once and then
  ///   several times a millisecond.
  package func decorations(
    isCancelled: () -> Bool
  ) throws(CancellationError) -> (backgrounds: [TextBackground], lines: [DecorationLine]) {
    guard !isPlain else { return ([], []) }
    let placer = try Checkpoint.run(isCancelled) { checkpoint throws(CancellationError) in
      try decorations(checkpoint)
    }
    return (placer.backgrounds, placer.lines)
  }

  /// Whether no style has decorations or a background.
  private var isPlain: Bool {
    paragraph.styles.allSatisfy { $0.style.background == nil && $0.style.decorations.isEmpty }
  }

  private func decorations<Failure>(
    _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> DecorationPlacer {
    var placer = DecorationPlacer(paragraph: paragraph)
    guard !isPlain else { return placer }
    for line in lines.indices {
      for run in glyphRuns(ofLine: line) {
        placer.place(run)
        try checkpoint.pass(run.glyphCount * Self.stepsOfAGlyph)
      }
    }
    placer.finish()
    return placer
  }

  /// About what a glyph costs whose outline a line is to skip.
  private static var stepsOfAGlyph: Int { 4_096 }
}
