import ArgumentParser
import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterSurface
@testable import LinecasterTesting
import LinecasterText
@testable import Seeds
import Synchronization
import Testing

/// The component of the talk, laid out by hand and by flexbox.
@Suite struct OfferCellTests {
  private static let words = [
    ("short", "Audi A4", "2018, 30,000 km"),
    (
      "long", "A car with a name that takes more than one line beside its image",
      "Driven once a week, to the sea and back, by somebody in no hurry"
    ),
  ]
  private static let folder = SnapshotFolder("Offers")

  private let typesetter: Typesetter
  private let environment = LayoutEnvironment(width: 420)

  init() throws { typesetter = Typesetter(fonts: try .bundled()) }

  /// The sample of another engine has the places calculated by hand.
  @Test func aSampleOfAnotherEngineIsWhereItIsThere() throws {
    let arrangement = try CellArranger(typesetter: typesetter)
      .arrange(HelloCell().body(in: environment), in: environment)
    func frame(_ part: HelloCell.Part) throws -> Rect {
      try #require(arrangement.regions.first { $0.tag == InlinePayload(part) }).frame
    }
    #expect(try frame(.image) == Rect(x: 4, y: 4, width: 50, height: 50))
    let words = size("Hello World!", TextStyle(), width: 400)
    #expect(try frame(.words).origin == Point(x: 58, y: 4))
    #expect(try frame(.words).width == words.width && arrangement.size.height == 58)
    let list = arrangement.displayList
    let bitmap = try DisplayRasterizer().rasterize(list, background: .white)
    let ink = try #require(try DisplayRasterizer().inkBounds(of: list, scale: .one))
    #expect(bitmap.height == 58 && ink.maxX <= 58 + words.width + 1 && ink.minY >= 4)
  }

  private func size(_ text: String, _ style: TextStyle, width: Double) -> Size {
    let layout = typesetter.prepare(Paragraph(text, style: style)).layout(width: width)
    let scale = environment.scale
    return Size(
      width: scale.roundedUp(layout.size.width), height: scale.roundedUp(layout.size.height))
  }

  /// The arithmetic of the talk: a width of 420, a padding of 8, an image of 120.
  @Test(arguments: words)
  func partsAreWhereTheyAreByHand(name: String, title: String, subtitle: String) throws {
    let cell = OfferCell(title: title, subtitle: subtitle, image: ImageReference("car.png"))
    let arrangement = try CellArranger(typesetter: typesetter)
      .arrange(cell.body(in: environment), in: environment)
    func frame(_ part: OfferCell.Part) throws -> Rect {
      try #require(arrangement.regions.first { $0.tag == InlinePayload(part) }).frame
    }
    let image = Size(width: 120, height: 120)
    let contentWidth = 420.0 - 8 - 8
    let textWidth = contentWidth - image.width
    let titleSize = size(title, TextStyle(size: 17, weight: .bold), width: textWidth)
    let subtitleSize = size(subtitle, TextStyle(), width: textWidth)
    // Wrapped text has the width of its container, as in CSS; by hand it has the width of its
    // lines.
    for (part, size, y) in [
      (OfferCell.Part.title, titleSize, 8.0), (.subtitle, subtitleSize, 8 + titleSize.height + 8),
    ] {
      let frame = try frame(part)
      #expect(frame.origin == Point(x: 8, y: y) && frame.height == size.height, "\(part)")
      #expect(frame.width == (name == "short" ? size.width : textWidth), "\(part)")
    }
    #expect(
      try frame(.image) == Rect(origin: Point(x: 8 + contentWidth - image.width, y: 8), size: image)
    )
    #expect(arrangement.size == Size(width: 420, height: image.height + 8 + 8))

    let outcome = try Self.folder.compare(
      DisplayRasterizer().rasterize(arrangement.displayList, background: .white), name)
    #expect(outcome.passes, "\(outcome)")
  }

  @Test func everyPictureIsAskedFor() throws {
    #expect(try Self.folder.orphans(besides: Self.words.map(\.0)) == [])
  }
}

/// A list of offers that loads more.
@Suite(.timeLimit(.minutes(60))) @MainActor struct OfferListTests {
  private struct Unreachable: Error, CustomStringConvertible {
    var description: String { "unreachable" }
  }

  @Test func moreComeAsTheEndComesNear() async throws {
    let mailbox = DeliveryMailbox()
    let host = HeadlessScreenHost(size: Size(width: 420, height: 480))
    let stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 420), host: host, delivery: .manual(mailbox))
    stack.show(true)
    let calls = Mutex<[Int]>([])
    let model = OfferListModel { count in
      let isThird = calls.withLock { calls in
        calls.append(count)
        return calls.count == 3
      }
      // Only the third load fails.
      if isThird { throw Unreachable() }
      return count < 15 ? (count..<count + 5).map { "offer \($0)" } : []
    }
    func settle(_ isDone: () -> Bool) async throws {
      for _ in 0..<50_000 where !(isDone() && stack.isIdle) {
        try await Task.sleep(for: .milliseconds(1))
        mailbox.drain()
      }
      #expect(isDone(), "\(model.state), \(calls.withLock { $0 })")
    }
    let screen = try stack.push(model)
    let list = try #require(screen.list)
    // Five of 137 points each, and five more because the end is near.
    try await settle { model.state.titles.count == 10 && list.snapshot.rowCount == 19 }
    #expect(calls.withLock { $0 } == [0, 5])
    list.scroll(to: RowIdentity(.name("offer 9")), at: .bottom, animated: false) { _ in }
    try await settle { model.state.loadState == .failed(Unreachable()) }
    try await settle { list.snapshot.rowCount == 20 }
    // A tap on the last row, which shows the failure.
    let last = try #require(list.snapshot.identity(ofRow: list.snapshot.rowCount - 1))
    #expect(list.tap(last))
    try await settle { model.state.titles.count == 15 && model.state.loadState != .loading }
    list.scroll(to: RowIdentity(.name("offer 14")), at: .bottom, animated: false) { _ in }
    try await settle { model.state.loadState == .idle }
    #expect(calls.withLock { $0 } == [0, 5, 10, 10, 15])
  }
}

/// The home screen without its model, in each of its states, and a cell of it.
private enum HomePreviews: PreviewCatalog {
  static var axes: PreviewAxes {
    var axes = PreviewAxes()
    axes.themes = [.light, .dark]
    axes.scales = [1, 2]
    axes.locales = ["en", "ar"]
    return axes
  }

  static var states: [(name: String, state: HomeScreen.State)] {
    let latest = [MoneyTransaction(1, "Transaction", amount: -50, date: "20/10/21")]
    return [
      ("loading", .loading), ("loaded", .loaded(MoneyRecap(balance: 100, latest: latest))),
      ("failed", .failed(MoneyError("Error!", detail: "Error code: 101"))),
    ]
  }

  static var previews: [Preview] {
    for (name, state) in states {
      Preview(name) { environment in HomeScreen.page(state, in: environment) { _ in } }
        .height(300)
    }
    Preview("transaction") {
      TransactionCell(
        transaction: MoneyTransaction(1, "Transaction", amount: -50, date: "20/10/21"))
    }
  }
}

@Suite(.timeLimit(.minutes(60))) struct HomePreviewsTests {
  /// Views without a model depend on nothing hidden, and are drawn the same again.
  @Test func everyStateIsDrawnAlone() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-home-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (word, summary) in [("--accept", "32 accepted"), ("--check", "ms")] {
      let options = try PreviewOptions.parse([word, "--accepted", folder.path])
      var lines: [String] = []
      let status = await PreviewCommand(HomePreviews.self, options).run { lines.append($0) }
      #expect(status == 0 && lines.count == 1 && lines[0].hasSuffix(summary), "\(lines)")
      #expect(lines[0].hasPrefix("32 pictures"), "\(lines)")
    }
    // No two states look alike in any of four environments, and neither does the cell; centred
    // content is the same in Arabic.
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let pictures = try files.filter { $0.contains(".en.") }.map {
      try Data(contentsOf: folder.appendingPathComponent($0))
    }
    #expect(files.count == 32 && pictures.count == 16 && Set(pictures).count == 16)
    let rows = HomePreviews.states.map { _, state in
      HomeScreen.page(state, in: LayoutEnvironment(width: 320)) { _ in }.table.sections
        .flatMap { $0.items.map(\.identifier) }
    }
    #expect(rows == [["loading"], ["balance", 1], ["failed"]])
  }
}
