import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@Suite("Stress: caches and fonts", .serialized, .timeLimit(.minutes(60)))
struct StressCachesTests {
  private let seed = StressSettings.seed

  /// The image of the last model, drawn through caches of a size.
  @MainActor
  private func image(
    of models: [TableModel], cacheBytes: Int?, workers: Int
  ) async throws -> Bitmap {
    let host = HeadlessHost()
    let list = AutoDiffController(
      pipeline: try StressSettings.pipeline(cacheBytes: cacheBytes, workers: workers),
      environment: LayoutEnvironment(width: 90, scale: PixelScale(1.5)), host: host)
    for model in models {
      list.update(with: model)
      await withCheckedContinuation { done in list.whenIdle { done.resume() } }
    }
    return try #require(host.composition()).bitmap()
  }

  @Test func imagesDoNotDependOnCaches() async throws {
    var random = SeededGenerator(seed: seed)
    let rounds = StressSettings.count(8, long: 60)
    for _ in 0..<rounds {
      let models = (0..<4).map { _ in StressModel.make(&random) }
      let cached = try await image(of: models, cacheBytes: nil, workers: 4)
      for (bytes, workers) in [(0, 1), (0, 4), (40_000, 4)] {
        let other = try await image(of: models, cacheBytes: bytes, workers: workers)
        #expect(other == cached, "LINECASTER_SEED=\(seed): \(bytes) bytes, \(workers) workers")
      }
    }
  }

  @Test func oneTypesetterServesAllThreads() async throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let rasterizer = DisplayRasterizer(glyphCache: GlyphCache(byteLimit: 20_000))
    let environment = LayoutEnvironment(width: 60, scale: PixelScale(2))
    let cells = (0..<12).map { AnyCell(StressCell(number: $0)) }
    let draw = { @Sendable (cell: AnyCell) throws -> Bitmap in
      let arrangement = try arranger.arrange(cell.layout(in: environment), in: environment)
      return try rasterizer.rasterize(arrangement.displayList, scale: environment.scale)
    }
    let expected = try cells.map(draw)
    let rounds = StressSettings.count(10, long: 100)
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<rounds {
            for index in cells.indices {
              let cell = (index + task + round) % cells.count
              let bitmap = try draw(cells[cell])
              if bitmap != expected[cell] { Issue.record("cell \(cell) differs") }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
