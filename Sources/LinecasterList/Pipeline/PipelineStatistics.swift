public import LinecasterBase
import LinecasterCells
import LinecasterRaster
package import LinecasterText
import Synchronization

/// Counters of a pipeline's work, and its time by stage.
public struct PipelineStatistics: Hashable, Sendable {
  /// The number of rows measured, including rows with a cached size.
  public var rowsMeasured = 0
  /// The number of rows rasterized.
  public var rowsRasterized = 0
  /// The number of glyphs in the rasterized rows.
  public var glyphsDrawn = 0
  /// The number of characters that no font covers, each counted once per row.
  public var missingCharacters = 0
  /// The time in each stage in nanoseconds, summed over threads.
  public var nanoseconds: [PipelineStage: Int] = [:]
  /// The longest time the main queue was kept busy by one delivery, in nanoseconds.
  public var longestDelivery = 0
  /// The number of deliveries on the main queue.
  public var deliveries = 0
  /// The statistics of the cache of cell sizes.
  public var sizes = CacheStatistics()
  /// The statistics of the cache of cell arrangements.
  public var arrangements = CacheStatistics()
  /// The statistics of the cache of cell pixels.
  public var images = CacheStatistics()
  /// The statistics of the cache of glyph pixels.
  public var glyphs = CacheStatistics()

  /// Creates statistics with all counters at zero.
  public init() {}
}

/// The stages of the pipeline, in the order in which data passes through them.
public enum PipelineStage: String, Hashable, Sendable, CaseIterable {
  /// Compares models to find the changes.
  case diff
  /// Creates the state of the list.
  case snapshot
  /// Finds the bidirectional levels, scripts and boundaries of text.
  case analyze
  /// Splits text into items of one font, script, level and style.
  case itemize
  /// Turns text into glyphs.
  case shape
  /// Breaks paragraphs into lines.
  case breakLines = "break lines"
  /// Computes the frames of boxes.
  case layOut = "lay out"
  /// Draws cells into pixels.
  case rasterize
  /// Delivers results on the main queue.
  case deliver
}

extension PrecomputePipeline {
  /// The statistics so far, summed over all threads and controllers.
  ///
  /// - Complexity: O(threads).
  public var statistics: PipelineStatistics {
    var statistics = PipelineStatistics()
    statistics.rowsMeasured = meter.rowsMeasured.load(ordering: .relaxed)
    statistics.rowsRasterized = meter.rowsRasterized.load(ordering: .relaxed)
    statistics.glyphsDrawn = meter.glyphsDrawn.load(ordering: .relaxed)
    statistics.missingCharacters = meter.missingCharacters.load(ordering: .relaxed)
    statistics.deliveries = meter.deliveries.load(ordering: .relaxed)
    statistics.longestDelivery = meter.longestDelivery.load(ordering: .relaxed)
    statistics.sizes = cells.caches.sizes.statistics
    statistics.arrangements = cells.caches.arrangements.statistics
    statistics.images = cells.caches.images.statistics
    statistics.glyphs = rasterizer.glyphs.cache.statistics
    statistics.nanoseconds = meter.stageNanoseconds.separating(arranger.typesetter.statistics)
    return statistics
  }
}

extension [PipelineStage: Int] {
  /// Returns the times in nanoseconds, with the text stages separated from layout, which contains
  /// them.
  package func separating(_ text: TextStatistics) -> [PipelineStage: Int] {
    var stages = self
    stages[.analyze] = text.nanoseconds[.analyze]
    stages[.itemize] = text.nanoseconds[.itemize]
    stages[.shape] = text.nanoseconds[.shape]
    stages[.breakLines] = text.nanoseconds[.breakLines]
    // The typesetter may also be used without laying out cells.
    let all = text.nanoseconds.values.reduce(0, +)
    stages[.layOut] = Swift.max(0, stages[.layOut, default: 0] - all)
    return stages
  }
}
