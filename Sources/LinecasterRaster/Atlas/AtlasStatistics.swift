/// What an atlas did and holds.
public struct AtlasStatistics: Hashable, Sendable {
  /// Glyphs that were found.
  public internal(set) var hits = 0
  /// Glyphs that were put in.
  public internal(set) var misses = 0
  /// Glyphs that were dropped to make room.
  public internal(set) var evictions = 0
  /// Glyphs, or parts of large ones, that are there.
  public internal(set) var entries = 0
  /// Texels of those, without what is between them.
  public internal(set) var texels = 0
  /// Pages.
  public internal(set) var pages = 0
  /// Bytes of all pages.
  public internal(set) var bytes = 0
}
