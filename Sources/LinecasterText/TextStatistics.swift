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
  /// The number of glyphs shaped, those that a break made anew included.
  public var glyphs = 0
  /// The number of calls of `hb_shape`.
  public var shapeCalls = 0
  /// The time in each stage in nanoseconds, summed over threads.
  public var nanoseconds: [Stage: Int] = [:]
}
