import LinecasterBase
import LinecasterCells
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite(.timeLimit(.minutes(60))) @MainActor struct HeadlessHostTests {
  private nonisolated static let words = [
    "light", "Größe", "שלום", "naïve", "office", "日本語", "fluffy waffles", "سلام", "e = mc²",
  ]

  private func generator(_ seed: UInt64) -> ModelGenerator {
    ModelGenerator(seed: seed) { number in
      let words = (0...number % 7).map { Self.words[(number + $0) % Self.words.count] }
      return AnyCell(WordsCell(words: words.joined(separator: " ")))
    }
  }

  @Test(arguments: [HeadlessHost.Extent.all, .rows(5), .points(70)])
  func showsTheModelAfterRandomUpdates(extent: HeadlessHost.Extent) throws {
    let seed = TestSettings.seed
    var generator = generator(seed)
    let bench = try Workbench(HeadlessHost(extent))
    var model = generator.model()
    for round in 0..<25 {
      try bench.list.update(with: model)
      if round % 9 == 8 {
        let environment = LayoutEnvironment(width: Double(60 + round), scale: PixelScale(1.5))
        try bench.list.setEnvironment(environment)
      }
      try bench.settle()
      let image = try bench.host.composition()?.bitmap()
      let atOnce = try imageAtOnce(
        model, extent, offset: bench.host.offset, environment: try bench.list.environment)
      #expect(image == atOnce, "LINECASTER_SEED=\(seed), round \(round)")
      model = generator.successor(of: model)
    }
  }

  private func imageAtOnce(
    _ model: TableModel, _ extent: HeadlessHost.Extent, offset: Double,
    environment: LayoutEnvironment
  ) throws -> Bitmap {
    let bench = try Workbench(HeadlessHost(extent))
    try bench.list.setEnvironment(environment)
    try bench.list.update(with: model)
    try bench.settle()
    bench.host.offset = offset
    try bench.list.viewportDidChange()
    try bench.settle()
    return try #require(try bench.host.composition()?.bitmap())
  }

  /// The sticky header of the visible section stays at the top, however far above it is (A43).
  @Test func drawsAHeaderThatStays() throws {
    let bench = try Workbench(HeadlessHost(.points(30)))
    let header = TableItem("header", cell: BoxCell(number: 250, height: 12))
    let items = (0..<200).map { TableItem(.number($0), cell: BoxCell(number: $0 % 50)) }
    try bench.list.update(
      with: TableModel(sections: [
        TableSection("main", header: header, isHeaderSticky: true, items: items)
      ]))
    try bench.settle()
    bench.host.offset = 1_500
    try bench.list.viewportDidChange()
    try bench.settle()
    let image = try #require(try bench.host.composition()?.bitmap())
    #expect((0..<12).allSatisfy { image.color(atX: 0, y: $0)?.red == 250 })
    #expect((12..<30).allSatisfy { (image.color(atX: 0, y: $0)?.red ?? 255) < 50 })
  }

  @Test func takesAnyLimit() throws {
    for limit in [Int.min, -1, 0, 1, .max] {
      let bench = try Workbench(HeadlessHost(.rows(limit)))
      try bench.list.update(with: boxes(1, 2))
      try bench.settle()
      try bench.list.update(with: boxes(2, 3))
      try bench.settle()
      #expect(bench.host.composition()?.rowCount == min(2, max(0, limit)))
    }
  }

  @Test func keepsNoPixelsOfRowsThatWere() throws {
    let bench = try Workbench(HeadlessHost())
    for number in 1...8 {
      try bench.list.update(with: boxes(number, 100))
      try bench.settle()
    }
    #expect(bench.host.imageCount == 2)
  }

  @Test func placesRowsOnTheGridAtAnyScale() throws {
    for factor in [1.1, 1.25, 1.5, 2.625, 3] {
      let bench = try Workbench(HeadlessHost())
      let environment = LayoutEnvironment(width: 100, scale: PixelScale(factor))
      try bench.list.setEnvironment(environment)
      try bench.list.update(with: boxes(10, 20, 30, 40))
      try bench.settle()
      let composition = try #require(bench.host.composition())
      let image = try composition.bitmap()
      #expect(image.height == environment.scale.pixels(composition.size.height))
      // The rows are opaque at their left edge and adjoin without gaps.
      #expect((0..<image.height).allSatisfy { image.color(atX: 0, y: $0)?.alpha == 255 })
    }
  }
}

/// Seed row A73: a complete screen of text and buttons that change it, without a display.
@Suite(.timeLimit(.minutes(60))) @MainActor struct SmallScreenTests {
  private let bench: SimulatedBench<HeadlessHost>
  private var list: AutoDiffController { bench.list }

  init() throws {
    bench = try SimulatedBench(HeadlessHost(), seed: 6, width: 200)
  }

  private func show(_ titles: [String]) {
    var builder = TableModelBuilder()
    builder.addHeader("Before you buy")
    builder.addSeparator(.medium)
    for title in titles {
      builder.addCell(.name(title), TextButtonCell(title))
      builder.addSeparator(.small)
    }
    builder.addTextButton("More") { show(titles + ["Row \(titles.count)"]) }
    builder.addSeparator(.small)
    builder.addTextButton("Cancel") { show([]) }
    list.update(with: builder.build(), animated: true)
  }

  private func tap(_ title: String) -> Bool {
    let row = (0..<list.snapshot.rowCount).first {
      list.snapshot.item(atRow: $0)?.cell.cell(as: TextButtonCell.self)?.title == title
    }
    defer { bench.settle() }
    return row.flatMap { list.snapshot.identity(ofRow: $0) }.map { list.tap($0) } ?? false
  }

  private func image() throws -> Bitmap? { try bench.host.composition()?.bitmap() }

  @Test func buttonsChangeWhatIsShown() throws {
    show([])
    bench.settle()
    let first = try #require(try image())
    #expect(list.snapshot.rowCount == 5)
    #expect(tap("More") && tap("More"))
    #expect(list.snapshot.rowCount == 9)
    let longer = try #require(try image())
    #expect(longer.height > first.height && longer.width == first.width)
    #expect(!tap("Row 0"))
    #expect(tap("Cancel"))
    #expect(list.snapshot.rowCount == 5)
    #expect(try image() == first)
    #expect(!tap("Buy"))
  }
}
