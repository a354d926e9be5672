/// What a worker shapes with.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class ShapingTools {
  let buffer = HarfBuzzBuffer()
  /// The words shaped before; nil remembers none.
  let words: WordCache?
  /// Memory for the word being shaped.
  let scratch = WordScratch()
  /// The glyphs of the paragraph in work.
  let glyphs = GlyphBuffer()

  /// Makes tools that remember words in so many bytes.
  init(wordBytes: Int) {
    words = WordCache(byteLimit: wordBytes)
  }
}
