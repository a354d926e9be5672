public import LinecasterBase
import LinecasterCells
import LinecasterRaster
package import LinecasterText
import Synchronization

/// How much a pipeline has done, and where the time went.
public struct PipelineStatistics: Hashable, Sendable {
  /// The number of rows measured, those whose size was known included.
  public var rowsMeasured = 0
  /// The number of rows turned into pixels.
  public var rowsRasterized = 0
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

  /// Makes statistics of nothing done yet.
  public init() {}
}

/// The stages of the pipeline, in the order data goes through them.
public enum PipelineStage: String, Hashable, Sendable, CaseIterable {
  /// What changed.
  case diff
  /// The state of the list.
  case snapshot
  /// Levels, scripts and boundaries of text.
  case analyze
  /// Items of one font, script, level and style.
  case itemize
  /// Glyphs.
  case shape
  /// Lines.
  case breakLines = "break lines"
  /// Frames.
  case layOut = "lay out"
  /// Pixels.
  case rasterize
  /// Handing over on the main queue.
  case deliver
}

extension PrecomputePipeline {
  /// How much has been done so far, summed over all threads and controllers.
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
    statistics.nanoseconds = meter.stageNanoseconds.tellingApart(arranger.typesetter.statistics)
    return statistics
  }
}

extension [PipelineStage: Int] {
  /// The times in nanoseconds, where laying out contains those of text, with the stages of text
  /// told apart.
  package func tellingApart(_ text: TextStatistics) -> [PipelineStage: Int] {
    var stages = self
    stages[.analyze] = text.nanoseconds[.analyze]
    stages[.itemize] = text.nanoseconds[.itemize]
    stages[.shape] = text.nanoseconds[.shape]
    stages[.breakLines] = text.nanoseconds[.breakLines]
    // Others may use the typesetter too, without laying out cells.
    let all = text.nanoseconds.values.reduce(0, +)
    stages[.layOut] = Swift.max(0, stages[.layOut, default: 0] - all)
    return stages
  }
}
