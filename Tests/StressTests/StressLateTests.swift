import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// Several lists on one pipeline with slow models and late images: in the end every visible row
/// shows the newest model and its own image.
@Suite("Stress: late things", .serialized, .timeLimit(.minutes(60)))
@MainActor
struct StressLateTests {
  private let seed = StressSettings.seed

  /// A row with an image of its own.
  private struct ImageRow: Cell {
    let number: Int

    func body(in environment: LayoutEnvironment) -> LayoutNode {
      LinecasterCells.Image(Self.image(number), size: Size(width: 20, height: 10)).node
    }

    static func image(_ number: Int) -> ImageReference { ImageReference("\(number)") }

    static func color(_ name: String) -> Color { Color(rgb: UInt32((Int(name) ?? 0) * 9_001 + 77)) }
  }

  /// Images of one colour that take up to three milliseconds.
  private struct LateImages: ImageSource {
    func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
      try await Task.sleep(for: .microseconds((Int(image.name) ?? 0) * 37 % 3_000))
      return try Bitmap(width: 20, height: 10, background: ImageRow.color(image.name))
    }
  }

  /// A list with its host and its delivery to the main actor.
  private struct Party {
    let list: AutoDiffController
    let host: StressHost
    let mailbox: DeliveryMailbox?
  }

  private func parties() throws -> [Party] {
    let images = AsyncImageProvider(source: LateImages())
    var options = PrecomputePipeline.Options()
    options.workerCount = 3
    // A small cache, from which rows are evicted.
    options.imageCacheBytes = 1 << 16
    let pipeline = PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled()), images: images),
      rasterizer: DisplayRasterizer(images: images), options: options)
    return [false, true, false].map { isManual in
      let (host, mailbox) = (StressHost(), isManual ? DeliveryMailbox() : nil)
      let list = AutoDiffController(
        pipeline: pipeline, environment: LayoutEnvironment(width: 60), host: host,
        delivery: mailbox.map { .manual($0) } ?? .mainQueue)
      return Party(list: list, host: host, mailbox: mailbox)
    }
  }

  private func model(_ random: inout SeededGenerator) -> TableModel {
    let numbers = (0..<40).shuffled(using: &random).prefix(Int.random(in: 5...30, using: &random))
    let content = Int.random(in: 0..<3, using: &random)
    return TableModel(
      items: numbers.map { TableItem(.number($0), cell: ImageRow(number: $0 + 40 * content)) })
  }

  @Test func everyRowEndsWithItsImage() async throws {
    var random = SeededGenerator(seed: seed, salt: 7)
    let parties = try parties()
    var last = [TableModel](repeating: TableModel(), count: parties.count)
    for round in 0..<StressSettings.count(150, long: 3_000) {
      for index in parties.indices {
        let (model, party) = (model(&random), parties[index])
        let pause = Int.random(in: 0..<1_500, using: &random)
        last[index] = model
        party.list.update {
          if round % 4 == 0 { usleep(UInt32(pause)) }
          return model
        }
        party.host.offset = Double.random(in: 0...150, using: &random)
        party.list.viewportDidChange()
        party.mailbox?.drain()
      }
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<2_500, using: &random)))
    }
    try await wait {
      for party in parties { party.mailbox?.drain() }
      return parties.indices.allSatisfy { isRight(parties[$0], last[$0]) }
    }
    for index in parties.indices {
      let party = parties[index]
      #expect(party.host.shown == last[index], "LINECASTER_SEED=\(seed), list \(index)")
      #expect(wrongRows(party).isEmpty, "LINECASTER_SEED=\(seed), list \(index)")
    }
  }

  private func isRight(_ party: Party, _ model: TableModel) -> Bool {
    party.host.shown == model && party.list.isIdle && wrongRows(party).isEmpty
  }

  /// The visible rows that do not show their own image.
  private func wrongRows(_ party: Party) -> [Int] {
    let snapshot = party.list.snapshot
    return snapshot.geometry.rows(in: party.host.viewport(in: snapshot).range).filter { row in
      guard let identity = snapshot.identity(ofRow: row),
        let cell = snapshot.item(atRow: row)?.cell.cell(as: ImageRow.self),
        let bitmap = party.host.pixels[identity]?.bands.first?.bitmap
      else { return true }
      let color = ImageRow.color("\(cell.number)")
      return Array(bitmap.pixels.prefix(3)) != [color.red, color.green, color.blue]
    }
  }

  private func wait(until isDone: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while !isDone(), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
