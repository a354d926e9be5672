import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterListSupport
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// Rows of many screens, which are drawn in bands near the viewport.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TallRowTests {
  private typealias Bench = SimulatedBench<RecordingHost>

  private nonisolated static func words(_ count: Int) -> WordsCell {
    WordsCell(words: String(repeating: "four words of text ", count: count / 4))
  }

  /// A tall row between short ones.
  private func model(_ words: Int, before: Int = 5, after: Int = 50) -> TableModel {
    let items = (0..<before + after).map { number in
      TableItem(.number(number), cell: PlateCell(number: number, height: 30))
    }
    let tall = TableItem("tall", cell: Self.words(words))
    return TableModel(items: Array(items[..<before]) + [tall] + Array(items[before...]))
  }

  /// The rows of pixels of the viewport that have no pixels.
  private func blankRows(_ bench: Bench) -> [Int] {
    let (snapshot, host) = (bench.list.snapshot, bench.host)
    let (scale, length) = (snapshot.environment.scale, host.length ?? 0)
    var blank = Set(0..<scale.pixels(length))
    for row in snapshot.geometry.rows(in: host.offset..<host.offset + length) {
      guard let image = snapshot.identity(ofRow: row).flatMap({ host.pixels[$0] })?.image,
        let frame = snapshot.frame(ofRow: row)
      else { continue }
      let top = Int(saturating: ((frame.minY - host.offset) * scale.factor).rounded())
      for band in image.bands {
        blank.subtract(top + band.top..<top + band.top + band.bitmap.height)
      }
    }
    return blank.sorted()
  }

  private func image(_ bench: Bench) -> CellImage? { bench.host.pixels[RowIdentity("tall")]?.image }

  /// Whether two bands share their pixels.
  private func isSame(_ one: CellImage.Band, _ other: CellImage.Band) -> Bool {
    // Safe: only the addresses are compared.
    unsafe one.bitmap.pixels.withUnsafeBytes { one in
      unsafe other.bitmap.pixels.withUnsafeBytes { unsafe one.baseAddress == $0.baseAddress }
    }
  }

  /// A paragraph of a megabyte is in place wherever the list is scrolled to, in bounded memory.
  @Test func aParagraphOfAMegabyteScrollsAsAShortOne() throws {
    var random = SeededGenerator()
    let bench = try Bench.showing(model(210_000), seed: random.next())
    #expect(blankRows(bench).isEmpty && bench.host.failures.isEmpty)
    let height = bench.list.snapshot.geometry.totalHeight
    #expect(height > 500_000)
    for _ in 0..<12 {
      bench.host.scroll(to: .random(in: 0...height - 200, using: &random))
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bench.list.viewportDidChange()
        bench.settle()
        #expect(blankRows(bench).isEmpty, "at \(bench.host.offset), seed \(random.seed)")
        #expect(image(bench)?.byteCount ?? 0 <= 24 * RowDrawing.bandHeight * 200 * 4)
        let next = bench.host.offset + .random(in: -700...700, using: &random)
        bench.host.scroll(to: min(max(0, next), height - 200))
      }
    }
    #expect(bench.host.failures.isEmpty && bench.host.faults.isEmpty)
    let cached = bench.pipeline.cells.caches.images.statistics.bytes
    #expect(cached < 64 << 20)
  }

  /// Scrolling inside of a tall row draws the bands that come near, and nothing twice.
  @Test func scrollingDrawsTheBandsThatComeNear() throws {
    let bench = try Bench.showing(model(20_000), seed: 1)
    bench.host.scroll(to: 5_000)
    bench.list.viewportDidChange()
    bench.settle()
    let before = try #require(image(bench))
    let drawn = bench.pipeline.statistics
    bench.list.viewportDidChange()
    bench.settle()
    #expect(bench.pipeline.statistics.rowsRasterized == drawn.rowsRasterized)
    bench.host.scroll(to: 5_600)
    bench.list.viewportDidChange()
    bench.settle()
    let after = try #require(image(bench))
    #expect(bench.pipeline.statistics.rowsRasterized == drawn.rowsRasterized + 1)
    #expect(bench.pipeline.statistics.rowsMeasured == drawn.rowsMeasured)
    let both = after.bands.compactMap { band in
      before.bands.first { $0.top == band.top }.map { isSame($0, band) }
    }
    #expect(!both.isEmpty && both.allSatisfy(\.self) && after.bands.count <= 12)
    #expect((after.bands.last?.top ?? 0) > (before.bands.last?.top ?? 0))
  }

  /// The arrangement that measures a long row also draws it, however long it is, and its text is
  /// prepared where it has grown.
  @Test func aWordArrangesALongRowOnce() throws {
    let bench = try Bench.showing(model(40_000, after: 0), seed: 1)
    let text = bench.pipeline.cells.arranger.typesetter
    for count in [40_004, 40_008, 40_012] {
      let before = text.statistics
      bench.list.update(with: model(count, after: 0), anchor: .end)
      bench.settle()
      #expect(text.statistics.paragraphs == before.paragraphs + 1)
      #expect(text.statistics.glyphs - before.glyphs < 200)
    }
  }

  /// A word at the end of a tall row draws its last bands; the others are those before.
  @Test func growthSharesTheBandsAbove() throws {
    let bench = try Bench.showing(model(2_000, after: 0), seed: 1)
    bench.list.update(with: model(2_000, after: 0), anchor: .end)
    bench.list.scrollToEnd()
    bench.settle()
    for count in [2_004, 2_008, 2_040] {
      let before = try #require(image(bench))
      bench.list.update(with: model(count, after: 0), anchor: .end)
      bench.settle()
      let after = try #require(image(bench))
      #expect(before.bands.count > 1 && after.height >= before.height)
      let changed = after.bands.filter { band in
        !before.bands.contains { $0.top == band.top && isSame($0, band) }
      }
      #expect((1...2).contains(changed.count) && changed.count < after.bands.count)
      #expect(blankRows(bench).isEmpty)
    }
  }

  /// The pixels of all bands are those of the cell drawn at once.
  @Test(arguments: [1, 1.25, 2])
  nonisolated func allBandsAreTheCell(scale: Double) async throws {
    let pipeline = try ThreadBench<RecordingHost>.pipeline()
    let environment = LayoutEnvironment(width: 100, scale: PixelScale(scale))
    let cell = Self.words(400)
    let arrangement = try pipeline.arranger.arrange(
      AnyCell(cell).layout(in: environment), in: environment)
    let right = try pipeline.rasterizer.rasterize(
      arrangement.displayList, scale: environment.scale,
      background: environment.background.light)
    let image = try await pipeline.image(of: cell, in: environment)
    #expect(image.bands.count > 2 && (image.width, image.height) == (right.width, right.height))
    #expect(try image.bitmap() == right)
  }

  /// A headless host shows the visible part of a tall row, also moved by attributes.
  @Test(arguments: [false, true]) func aHeadlessHostShowsAPart(isTurned: Bool) throws {
    let host = HeadlessHost(.points(300))
    let bench = try SimulatedBench(host, seed: 1, width: 100)
    var attributes = CellAttributes(alpha: isTurned ? 0.5 : 1)
    if isTurned { attributes.transform = .scale(x: 0.9, y: 1) }
    let item = TableItem(1, cell: Self.words(8_000))
      .appearance(CellAppearance(resting: attributes))
    bench.list.update(with: TableModel(items: [item]))
    bench.settle()
    let shown = try #require(try host.composition()?.bitmap())
    host.offset = 700
    bench.list.viewportDidChange()
    bench.settle()
    let later = try #require(try host.composition()?.bitmap())
    #expect(later != shown && (later.width, later.height) == (100, 300))
    // Every line has letters.
    for top in stride(from: 0, to: 280, by: 20) {
      let part = later.cropped(x: 0, y: top, width: 100, height: 20)
      #expect(Set(part.pixels).count > 2, "at \(top)")
    }
  }
}
