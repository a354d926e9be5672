import LinecasterFonts

/// Shapes stretches of a run again, as the run was shaped.
struct RunReshaper {
  let worker: TextWorker
  let paragraph: ShapedParagraph
  let run: ShapedRun

  /// The glyphs of a stretch in visual order, as if the text outside `context` were not there.
  ///
  /// Room between letters goes on where it was before the stretch, so that sums stay the same.
  func glyphs(of range: Range<Int>, within context: Range<Int>) -> [ShapedGlyph] {
    let style = paragraph.styles[run.item.style].style
    let face = paragraph.faces[run.item.face]
    let glyphs = worker.tools.glyphs
    glyphs.removeAll()
    paragraph.text.withUnsafeBufferPointer { text in
      paragraph.boundaries.withUnsafeBufferPointer { boundaries in
        guard let boundaries = boundaries.baseAddress else { return }
        for (stretch, script) in paragraph.scriptStretches(of: range, in: run) {
          var shaper = worker.shaper(
            script, isRightToLeft: run.item.isRightToLeft, face, style, text, boundaries,
            context: context)
          shaper.turn(to: run.item)
          shaper.shape(stretch)
        }
        guard
          let spacing = GlyphSpacing(
            style, run.item, unitsPerEm: face.metrics.unitsPerEm)
        else { return }
        let progress = spacing.progress(before: range.lowerBound, in: run, of: paragraph, text)
        spacing.apply(to: glyphs.all, of: text, after: progress)
      }
    }
    if run.item.isRightToLeft { glyphs.reverse(from: 0) }
    return Array(glyphs.all)
  }
}
