public import LinecasterCaches

/// How much a pipeline has done, and where the time went.
public struct PipelineStatistics: Hashable, Sendable {
  /// The number of rows measured, those whose size was known included.
  public var rowsMeasured = 0
  /// The number of rows turned into pixels.
  public var rowsRasterized = 0
  /// The number of times a worker waited for another one that was at the same cell, instead of
  /// doing its work again.
  public var joins = 0
  /// The number of glyphs in the rows turned into pixels.
  public var glyphsDrawn = 0
  /// The number of characters, each counted once a row, that no font has.
  public var missingCharacters = 0
  /// The time in each stage in nanoseconds, summed over threads.
  public var nanoseconds: [PipelineStage: Int] = [:]
  /// The longest time the main queue was kept busy by one delivery, in nanoseconds.
  public var longestDelivery = 0
  /// The number of deliveries on the main queue.
  public var deliveries = 0
  /// The sizes of cells.
  public var sizes = CacheStatistics()
  /// The arrangements of cells.
  public var arrangements = CacheStatistics()
  /// The pixels of cells.
  public var images = CacheStatistics()
  /// The pixels of glyphs.
  public var glyphs = CacheStatistics()

  /// Makes the statistics of a pipeline that has done nothing.
  public init() {}
}
