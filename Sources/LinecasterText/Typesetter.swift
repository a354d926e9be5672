public import LinecasterFonts
import Synchronization

/// Prepares paragraphs with the fonts of a collection.
///
/// One typesetter serves any number of threads: what may be used by one thread at a time is lent
/// from a pool for the time of a call.
public final class Typesetter: Sendable {
  /// The fonts that text is drawn with.
  public let fonts: FontCollection

  private let workers: ExclusivePool<TextWorker, Never>
  let counters = TextCounters()

  /// Makes a typesetter for a collection of fonts.
  public init(fonts: FontCollection) {
    self.fonts = fonts
    workers = ExclusivePool { TextWorker(fonts: fonts) }
  }

  /// Analyzes, itemizes and shapes a paragraph: everything that does not depend on a width.
  ///
  /// Any text is accepted; characters no font has are reported by the result.
  ///
  /// - Complexity: O(units) for analysis, and that of `hb_shape`. May run on any thread.
  public func prepare(_ paragraph: Paragraph) -> PreparedParagraph {
    workers.withElement { worker in
      let source = SourceText(paragraph.text, whiteSpace: paragraph.style.whiteSpace)
      let text = source.units
      let styles = source.runs
      let cascades = styles.map { worker.cascade(for: $0.style) }
      var clock = StageClock(counters)

      var analysis = TextAnalyzer(unicode: worker.unicode)
        .analyze(source, style: paragraph.style)
      clock.finish(.analyze)
      let items = Itemizer(styles: styles, cascades: cascades).itemize(text, &analysis)
      clock.finish(.itemize)
      let shaped = Shaper(buffer: worker.buffer, style: paragraph.style, styles: styles)
        .shape(text, items, boundaries: &analysis.boundaries)
      clock.finish(.shape)
      counters.add(paragraphs: 1, glyphs: shaped.glyphs.count, shapeCalls: shaped.shapeCalls)

      return PreparedParagraph(
        storage: ShapedParagraph(
          source: source, boundaries: analysis.boundaries, shaped: shaped, paragraph: paragraph,
          bidiParagraphs: analysis.paragraphs, firstFaces: cascades.map(\.primary),
          missing: items.missing, typesetter: self))
    }
  }

  /// What has been done so far, summed over all threads.
  public var statistics: TextStatistics { counters.statistics }

  /// Shapes part of a run by itself, as if the text outside `context` were not there.
  func reshape(
    _ range: Range<Int>, of run: ShapedRun, within context: Range<Int>,
    in paragraph: ShapedParagraph
  ) -> [ShapedGlyph] {
    workers.withElement { worker in
      var glyphs: [ShapedGlyph] = []
      let request = HarfBuzzBuffer.Request(
        face: run.face, script: run.item.script, isRightToLeft: run.item.isRightToLeft,
        language: paragraph.styles[run.item.style].style.language, context: context,
        range: range)
      paragraph.text.withUnsafeBufferPointer {
        worker.buffer.shape(request, of: $0, into: &glyphs)
      }
      counters.add(paragraphs: 0, glyphs: glyphs.count, shapeCalls: 1)
      return glyphs
    }
  }

  /// Lends what one thread at a time needs to `body`.
  func withWorker<Result>(_ body: (TextWorker) -> Result) -> Result {
    workers.withElement(body)
  }
}
