import LinecasterBase
import LinecasterCells
@testable import LinecasterList
import LinecasterText
import Testing

/// Work that is reused when a list returns to an earlier width, or gets a wider one.
@Suite(.timeLimit(.minutes(60))) @MainActor struct RotationTests {
  private let bench: Workbench<HeadlessHost>

  init() throws {
    bench = try Workbench(HeadlessHost(), width: 320)
  }

  /// Shows rows, changes to each width in turn, and calls `body` with the work that it took.
  private func turn(
    _ texts: [String], to widths: [Double], _ body: (Double, Work) -> Void
  ) throws {
    let items = texts.enumerated().map { number, text in
      TableItem(.number(number), cell: AnyCell(WordsCell(words: text)))
    }
    try bench.list.update(with: TableModel(items: items))
    try bench.settle()
    for width in widths {
      let before = Work(bench.pipeline)
      try bench.list.setEnvironment(LayoutEnvironment(width: width))
      try bench.settle()
      body(width, Work(bench.pipeline, since: before))
    }
  }

  /// The work that a pipeline and its typesetter have done.
  private struct Work {
    var shapeCalls: Int
    var paragraphs: Int
    var reshapedGlyphs: Int
    var sizeHits: Int
    var sizeMisses: Int
    var arrangementMisses: Int
    var imageMisses: Int
    var rowsRasterized: Int

    init(_ pipeline: PrecomputePipeline, since before: Work? = nil) {
      let (text, cells) = (pipeline.arranger.typesetter.statistics, pipeline.statistics)
      shapeCalls = text.shapeCalls - (before?.shapeCalls ?? 0)
      paragraphs = text.paragraphs - (before?.paragraphs ?? 0)
      reshapedGlyphs = text.reshapedGlyphs - (before?.reshapedGlyphs ?? 0)
      sizeHits = cells.sizes.hits - (before?.sizeHits ?? 0)
      sizeMisses = cells.sizes.misses - (before?.sizeMisses ?? 0)
      arrangementMisses = cells.arrangements.misses - (before?.arrangementMisses ?? 0)
      imageMisses = cells.images.misses - (before?.imageMisses ?? 0)
      rowsRasterized = cells.rowsRasterized - (before?.rowsRasterized ?? 0)
    }
  }

  @Test func turningBackIsAllHits() throws {
    let texts = (0..<40).map { number in
      String(repeating: "row \(number) سلام office 日本語 fluffy\u{AD}waffles ", count: 1 + number % 9)
    }
    var turns = 0
    try turn(texts, to: [640, 320, 640, 320]) { width, work in
      turns += 1
      guard turns > 1 else {
        #expect(work.sizeMisses == texts.count)
        return
      }
      #expect(work.sizeHits >= texts.count, "\(width)")
      #expect(work.sizeMisses == 0, "\(width)")
      #expect(work.arrangementMisses == 0, "\(width)")
      #expect(work.imageMisses == 0, "\(width)")
      #expect(work.rowsRasterized == 0, "\(width)")
      #expect(work.shapeCalls == 0, "\(width)")
      #expect(work.paragraphs == 0, "\(width)")
    }
    #expect(turns == 4)
  }

  /// Rows of one line are arranged again for their wider box, without shaping a glyph.
  @Test func aLineIsNotShapedAgainInMoreRoom() throws {
    let texts = (0..<30).map { "only a line, office سلام \($0)" }
    try turn(texts, to: [321, 400, 640, 1000, 320]) { width, work in
      #expect(work.shapeCalls == 0, "\(width)")
      #expect(work.reshapedGlyphs == 0, "\(width)")
      #expect(work.paragraphs == 0, "\(width)")
    }
  }
}
