import Foundation
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterTestSupport
import LinecasterText

/// The duration and the fonts of stress tests.
enum StressSettings {
  /// Whether `LINECASTER_STRESS=long` requests the long run.
  static let isLong = TestSettings.isLong

  static func count(_ short: Int, long: Int) -> Int { isLong ? long : short }

  /// The duration of floods in seconds, from `LINECASTER_FLOOD`; a minute in long runs.
  static let floodSeconds: Int = {
    let asked = ProcessInfo.processInfo.environment["LINECASTER_FLOOD"].flatMap { Int($0) }
    return asked ?? count(2, long: 60)
  }()

  /// The seed of the run, printed for repeating a crash or a sanitizer's report.
  static let seed: UInt64 = {
    let seed = TestSettings.seed
    FileHandle.standardError.write(Data("stress: LINECASTER_SEED=\(seed)\n".utf8))
    return seed
  }()

  static func pipeline(cacheBytes: Int? = nil, workers: Int = 4) throws -> PrecomputePipeline {
    var options = PrecomputePipeline.Options()
    options.workerCount = workers
    if let cacheBytes {
      options.sizeCacheBytes = cacheBytes
      options.arrangementCacheBytes = cacheBytes
      options.imageCacheBytes = cacheBytes
    }
    return try pipeline(options)
  }

  static func pipeline(_ options: PrecomputePipeline.Options) throws -> PrecomputePipeline {
    PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), options: options)
  }
}
