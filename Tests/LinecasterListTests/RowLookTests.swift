import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterListSupport
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// The default appearance of rows: opaque, on the background of the theme.
@Suite(.timeLimit(.minutes(60))) @MainActor struct RowGroundTests {
  private struct Plain: Cell {
    var words: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(words).padding(4) }
  }

  private let machine = SimulatedMachine(seed: 2)

  private func pipeline() throws -> PrecomputePipeline {
    PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), machine: machine)
  }

  private func image(
    _ pipeline: PrecomputePipeline, _ environment: LayoutEnvironment
  ) throws -> Bitmap {
    let host = HeadlessHost()
    let list = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, delivery: machine.delivery)
    let items = [TableItem("a", cell: Plain(words: "Words")), TableItem("b", cell: Space(5))]
    let handle = list.update(policy: .complete) { TableModel(items: items) }
    machine.run()
    #expect(handle.currentOutcome?.name == "applied 1" && host.imageCount == 2)
    return try #require(try host.composition()?.bitmap())
  }

  private func darkest(_ image: Bitmap) -> Int {
    colors(image).map { Int($0.red) }.min() ?? 255
  }

  private func colors(_ image: Bitmap) -> [Color] {
    (0..<image.height).flatMap { y in (0..<image.width).compactMap { image.color(atX: $0, y: y) } }
  }

  @Test func rowsAreOpaqueOnTheGroundOfTheTheme() throws {
    let pipeline = try self.pipeline()
    for theme in Theme.allCases {
      let image = try image(pipeline, LayoutEnvironment(width: 80, theme: theme))
      let ground = ThemeColor.background.color(in: theme)
      let all = colors(image)
      #expect(all.allSatisfy { $0.alpha == 255 })
      #expect(all.first == ground && all.last == ground)
      // The text is legible: some pixel is close to the text colour of the theme.
      let text = ThemeColor.text.color(in: theme)
      let nearest = all.map { abs(Int($0.red) - Int(text.red)) }.min()
      #expect((nearest ?? 255) < 60)
    }
  }

  /// Seed of a fault: a cell on two backgrounds gives two images, in any order and on one pipeline.
  @Test func listsOnOnePipelineHaveGroundsOfTheirOwn() throws {
    let pipeline = try self.pipeline()
    let grounds = [ThemeColor(Color(rgb: 0xFFE0E0)), ThemeColor(Color(rgb: 0xE0FFE0)), nil]
    for ground in grounds + grounds.reversed() {
      var environment = LayoutEnvironment(width: 80)
      if let ground { environment.background = ground }
      let image = try image(pipeline, environment)
      #expect(image.color(atX: 0, y: 0) == (ground ?? .background).light)
      #expect(image.color(atX: 79, y: image.height - 1) == (ground ?? .background).light)
    }
  }

  /// Text rendering follows the environment, on one pipeline in any order, without changing sizes.
  @Test(arguments: [1, 2.0])
  func listsSayHowLettersAreDrawn(scale: Double) throws {
    let pipeline = try self.pipeline()
    var images: [TextRendering: Bitmap] = [:]
    for rendering in TextRendering.allCases + TextRendering.allCases.reversed() {
      var environment = LayoutEnvironment(width: 80, scale: PixelScale(scale))
      environment.textRendering = rendering
      let image = try image(pipeline, environment)
      #expect(image == images[rendering] ?? image)
      images[rendering] = image
    }
    let (plain, screen) = (try #require(images[.plain]), try #require(images[.screen]))
    #expect(images[.automatic] == (scale == 1 ? screen : plain))
    #expect(plain != screen && plain.width == screen.width && plain.height == screen.height)
  }

  @Test func aListMaySayThatRowsAreTransparent() throws {
    var environment = LayoutEnvironment(width: 80)
    environment.background = ThemeColor(.clear)
    let image = try image(try pipeline(), environment)
    #expect(image.color(atX: 0, y: 0) == .clear)
    #expect(colors(image).contains { $0.alpha > 200 })
  }

  @Test func whatIsBetweenRowsIsTheGroundToo() throws {
    let bench = try Workbench(HeadlessHost(.points(60)), width: 40)
    var environment = LayoutEnvironment(width: 40, theme: .dark)
    environment.background = ThemeColor(light: .white, dark: Color(rgb: 0x203040))
    try bench.list.setEnvironment(environment)
    let section = TableSection(
      "main", insets: Insets(all: 6), items: [TableItem("a", cell: PlateCell(number: 200))])
    try bench.list.update(with: TableModel(sections: [section]))
    try bench.settle()
    let composition = try #require(bench.host.composition())
    #expect(try composition.bitmap().color(atX: 0, y: 0) == Color(rgb: 0x203040))
    #expect(try composition.bitmap().color(atX: 20, y: 40) == Color(rgb: 0x203040))
    #expect(try composition.bitmap(background: .clear).color(atX: 0, y: 0) == .clear)
    #expect(try composition.bitmap().color(atX: 20, y: 8)?.red == 200)
  }
}

/// Characters that no font has are reported, each once for a list.
@Suite(.timeLimit(.minutes(60))) @MainActor struct MissingCharactersTests {
  private let machine = SimulatedMachine(seed: 2)

  private func pipeline() throws -> PrecomputePipeline {
    PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), machine: machine)
  }

  private func list(_ host: HeadlessHost, _ pipeline: PrecomputePipeline, _ log: Log<String>)
    -> AutoDiffController
  {
    let list = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host,
      delivery: machine.delivery)
    list.onDiagnostic = { diagnostic in
      guard case .missingCharacters(let characters) = diagnostic else { return }
      for character in characters { log.add(String(character.value, radix: 16)) }
    }
    return list
  }

  private func show(_ words: [String], in list: AutoDiffController) {
    let items = words.map { TableItem(.name($0), cell: WordsCell(words: $0)) }
    list.update { TableModel(items: items) }
    machine.run()
    #expect(list.isSettled && list.snapshot.rowCount == words.count)
  }

  @Test func eachIsToldOnce() throws {
    let pipeline = try self.pipeline()
    for _ in 0..<2 {
      let log = Log<String>()
      // The second list reuses the pixels of the first, and has the same characters to report.
      let host = HeadlessHost()
      let list = list(host, pipeline, log)
      show(["plain", "a \u{12000} b", "\u{12000}\u{12000}"], in: list)
      #expect(log.entries == ["12000"])
      show(["a \u{12000} b", "\u{13000} and \u{12000}"], in: list)
      #expect(log.entries == ["12000", "13000"])
      list.setEnvironment(LayoutEnvironment(width: 60))
      machine.run()
      #expect(log.entries == ["12000", "13000"])
    }
  }

  @Test func textWithFontsIsNothingToTell() throws {
    let log = Log<String>()
    let host = HeadlessHost()
    let list = list(host, try pipeline(), log)
    show(["plain", "שלום", "日本語", "👩‍👩‍👧"], in: list)
    #expect(log.entries.isEmpty)
  }
}

/// A tap on the row of a failure loads again, unless the row has another action.
@Suite(.timeLimit(.minutes(60))) @MainActor struct RetryingRowTests {
  private struct Outage: Error {}

  private func bench(
    _ rows: StateRows
  ) throws -> (SimulatedBench<RecordingHost>, loads: Log<Int>) {
    var options = AutoDiffController.Options()
    options.stateRows = rows
    let host = RecordingHost()
    host.length = 1_000
    let bench = try SimulatedBench(host, seed: 5, options: options)
    let loads = Log<Int>()
    bench.list.onNearEnd { [weak list = bench.list] done in
      loads.add(1)
      if loads.entries.count == 1 { return done(Outage()) }
      list?.update(with: plates(0..<20))
      done(nil)
    }
    var model = plates(0..<10)
    model.loadState = .ready
    bench.list.update(with: model)
    bench.settle()
    return (bench, loads)
  }

  private func rows(_ retry: (@MainActor @Sendable () -> Void)? = nil) -> StateRows {
    StateRows.words(
      empty: "None", loading: "Loading", retry: "Again", failed: { "\($0)" }, onRetry: retry)
  }

  private func tapFailure(_ list: AutoDiffController) throws {
    let row = list.snapshot.rowCount - 1
    let identity = try #require(list.snapshot.identity(ofRow: row))
    #expect(list.tap(identity))
  }

  @Test func aTapLoadsAgain() throws {
    let (bench, loads) = try bench(rows())
    #expect(loads.entries.count == 1 && bench.list.snapshot.rowCount == 11)
    try tapFailure(bench.list)
    bench.settle()
    #expect(loads.entries.count == 2 && bench.list.snapshot.rowCount == 20)
  }

  @Test func aHandlerThatWasGivenIsAllThatIsCalled() throws {
    let taps = Log<Int>()
    let (bench, loads) = try bench(rows { taps.add(1) })
    try tapFailure(bench.list)
    bench.settle()
    #expect(loads.entries.count == 1 && taps.entries.count == 1)
  }
}
