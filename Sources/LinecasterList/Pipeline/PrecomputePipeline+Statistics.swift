import LinecasterCells
import Synchronization
import LinecasterCaches
import LinecasterRaster
import LinecasterText

extension PrecomputePipeline {
  /// How much has been done so far, summed over all threads and controllers.
  public var statistics: PipelineStatistics {
    var statistics = PipelineStatistics()
    statistics.rowsMeasured = meter.rowsMeasured.load(ordering: .relaxed)
    statistics.rowsRasterized = meter.rowsRasterized.load(ordering: .relaxed)
    statistics.joins = cells.joinCount
    statistics.glyphsDrawn = meter.glyphsDrawn.load(ordering: .relaxed)
    statistics.missingCharacters = meter.missingCharacters.load(ordering: .relaxed)
    statistics.deliveries = meter.deliveries.load(ordering: .relaxed)
    statistics.longestDelivery = meter.longestDelivery.load(ordering: .relaxed)
    statistics.sizes = cells.caches.sizes.statistics
    statistics.arrangements = cells.caches.arrangements.statistics
    statistics.images = cells.caches.images.statistics
    statistics.glyphs = rasterizer.glyphs.cache.statistics
    statistics.nanoseconds = stageNanoseconds
    return statistics
  }

  /// Laying out contains the stages of text; here they are told apart.
  private var stageNanoseconds: [PipelineStage: Int] {
    var stages = meter.stageNanoseconds
    let text = arranger.typesetter.statistics.nanoseconds
    stages[.analyze] = text[.analyze]
    stages[.itemize] = text[.itemize]
    stages[.shape] = text[.shape]
    stages[.breakLines] = text[.breakLines]
    // Others may use the typesetter too, without laying out cells.
    stages[.layOut] = max(0, stages[.layOut, default: 0] - text.values.reduce(0, +))
    return stages
  }
}
