/// How much text a typesetter has prepared, and where the time went.
public struct TextStatistics: Hashable, Sendable {
  /// The stages of laying out a paragraph.
  public enum Stage: Int, Hashable, Sendable, CaseIterable {
    /// Bidirectional levels, scripts, line opportunities, graphemes.
    case analyze
    /// Items of one font, script, level and style.
    case itemize
    /// Glyphs, by HarfBuzz.
    case shape
    /// Lines at a width, with what a break makes the shaper do again.
    case breakLines
  }

  /// The number of paragraphs prepared.
  public var paragraphs = 0
  /// The number of glyphs of prepared paragraphs, and of stretches that a break made again.
  public var glyphs = 0
  /// The number of glyphs that a break made again.
  public var reshapedGlyphs = 0
  /// The number of calls of `hb_shape`.
  public var shapeCalls = 0
  /// The number of words whose glyphs were known.
  public var wordHits = 0
  /// The number of words that were shaped, to be known from then on.
  public var wordMisses = 0
  /// The memory of the words known, in bytes.
  public var wordBytes = 0
  /// The number of paragraphs found among those prepared before; these are counted here only.
  public var paragraphHits = 0
  /// The memory of the paragraphs kept, in bytes.
  public var paragraphBytes = 0
  /// The time in each stage in nanoseconds, summed over threads; only where it is measured.
  public var nanoseconds: [Stage: Int] = [:]

  /// The statistics of a typesetter that has done nothing.
  public init() {}

  /// Adds what others did.
  static func += (total: inout TextStatistics, part: TextStatistics) {
    total.paragraphs += part.paragraphs
    total.glyphs += part.glyphs
    total.reshapedGlyphs += part.reshapedGlyphs
    total.shapeCalls += part.shapeCalls
    total.wordHits += part.wordHits
    total.wordMisses += part.wordMisses
    total.wordBytes += part.wordBytes
    total.nanoseconds.merge(part.nanoseconds, uniquingKeysWith: +)
  }
}
