extension TextLayout {
  /// The lines under, through and over the text, in the order of the text's lines.
  ///
  /// - Complexity: O(glyphs with decorations + runs); made anew each time. At once where no style
  ///   has decorations.
  public var decorationLines: [DecorationLine] { decorations.lines }

  /// The colours behind the text, in the order of its lines.
  ///
  /// - Complexity: O(runs); made anew each time. At once where no style has a background.
  public var backgrounds: [TextBackground] { decorations.backgrounds }

  private var decorations: DecorationPlacer {
    var placer = DecorationPlacer(paragraph: paragraph)
    let isPlain = paragraph.styles.allSatisfy {
      $0.style.background == nil && $0.style.decorations.isEmpty
    }
    guard !isPlain else { return placer }
    for run in glyphRuns { placer.place(run) }
    placer.finish()
    return placer
  }
}
