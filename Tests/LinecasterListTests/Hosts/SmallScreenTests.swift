import LinecasterCells
import LinecasterGeometry
import LinecasterRaster
import Testing

@testable import LinecasterList

/// Seed row A73: all together, a screen of words and buttons that change it, without a display.
@Suite(.timeLimit(.minutes(1))) @MainActor struct SmallScreenTests {
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
