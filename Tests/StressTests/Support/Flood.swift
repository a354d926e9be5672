import LinecasterCells
import LinecasterTestSupport

@testable import LinecasterList

/// Updates of a list at a hundred times the rate at which they can be shown.
@MainActor
final class Flood {
  let host = StressHost()
  let pipeline: PrecomputePipeline
  let tally = OutcomeTally()
  /// The number of updates so far.
  private(set) var count = 0
  private let list: AutoDiffController
  private let models: [TableModel]

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    models = (0..<64).map { _ in StressModel.make(&random) }
    pipeline = try StressSettings.pipeline(workers: 2)
    list = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host)
  }

  /// The number of shown updates, four for each model, after which the caches are full.
  static let shownToFillCaches = 256

  /// Requests updates for some seconds.
  ///
  /// - Parameters:
  ///   - shown: The number of updates that are shown by then, however long that takes.
  ///   - sample: Called about twenty times a second.
  func run(seconds: Double, shown: Int = 0, sample: () -> Void = {}) async {
    let end = ContinuousClock.now + .seconds(seconds)
    var next = ContinuousClock.now
    while ContinuousClock.now < end || host.generations.count < shown {
      repeat { ask() } while count < 100 * (host.generations.count + 1)
      await Task.yield()
      guard ContinuousClock.now >= next else { continue }
      sample()
      next = .now + .milliseconds(50)
    }
  }

  /// Requests a last update, and returns its model when it is shown.
  func end() async -> TableModel {
    count += 1
    tally.count(list.update(with: models[0]))
    await withCheckedContinuation { done in list.whenIdle { done.resume() } }
    return models[0]
  }

  private func ask() {
    let model = models[count % models.count]
    count += 1
    tally.count(list.update { model })
  }
}
