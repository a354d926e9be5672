import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// Cells that read their width.
@Suite(.timeLimit(.minutes(60))) @MainActor struct WidthTests {
  /// Seed row A71: a cell that reads its width is laid out once for each width, and not again
  /// without a change.
  @Test func cellsThatSeeTheWidthAreLaidOutOncePerWidth() throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 4)
    func misses(after change: () -> Void) -> Int {
      let before = bench.pipeline.statistics.arrangements.misses
      change()
      bench.settle()
      return bench.pipeline.statistics.arrangements.misses - before
    }
    #expect(misses { bench.list.update(with: plates(0..<3)) } >= 3)
    #expect(misses { bench.list.update(with: plates(0..<3)) } == 0)
    #expect(bench.host.generations == [1])
    #expect(misses { bench.list.setEnvironment(LayoutEnvironment(width: 60)) } >= 3)
    #expect(bench.host.pixels.values.allSatisfy { $0.image?.size.width == 60 })
    #expect(misses { bench.list.setEnvironment(LayoutEnvironment(width: 60)) } == 0)
    #expect(misses { bench.list.setEnvironment(LayoutEnvironment(width: 100)) } == 0)
    #expect(bench.host.faults.isEmpty)
  }

  /// Updates without an anchor, for example the one that shows the list in another host, affect no
  /// later update.
  @Test(arguments: [Anchor.firstVisible, .none])
  func anotherHostKeepsItsRowsInPlace(anchor: Anchor) throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 4)
    let items = (0..<300).map { TableItem(.number($0), cell: WrappedCell(number: $0)) }
    bench.list.update(with: TableModel(items: items), anchor: anchor)
    bench.settle()
    for host in [bench.host, RecordingHost()] {
      host.length = 100
      if host !== bench.host { bench.list.attach(host) }
      bench.settle()
      host.scroll(to: 3016)
      bench.list.viewportDidChange()
      bench.settle()
      for width in [60.0, 140, 100] {
        let geometry = bench.list.snapshot.geometry
        let row = try #require(geometry.row(at: host.offset))
        let distance = geometry.offset(ofRow: row) - host.offset
        bench.list.setEnvironment(LayoutEnvironment(width: width))
        bench.settle()
        let place = bench.list.snapshot.geometry.offset(ofRow: row)
        #expect(abs(place - host.offset - distance) < 1, "\(width)")
      }
      #expect(host.faults.isEmpty)
    }
  }

  /// A list with an anchor of its own keeps it, whatever the anchors of its updates are.
  @Test(arguments: [nil, Anchor.lastVisible])
  func theAnchorOfTheListIsKept(own: Anchor?) throws {
    var options = AutoDiffController.Options()
    options.anchor = own
    let bench = try SimulatedBench(RecordingHost(), seed: 4, options: options)
    bench.host.length = 105
    let items = (0..<300).map { TableItem(.number($0), cell: WrappedCell(number: $0)) }
    bench.list.update(with: TableModel(items: items), anchor: .firstVisible)
    bench.settle()
    bench.host.scroll(to: 3016)
    bench.list.viewportDidChange()
    bench.settle()
    for width in [60.0, 140, 100] {
      let before = bench.list.snapshot.geometry
      let rows = before.rows(in: bench.host.offset..<bench.host.offset + 105)
      let (top, bottom) = (rows.lowerBound, rows.upperBound - 1)
      func places() throws -> [Double] {
        let frames = try [top, bottom].map { try #require(bench.list.snapshot.frame(ofRow: $0)) }
        return [frames[0].minY - bench.host.offset, frames[1].maxY - bench.host.offset]
      }
      let old = try places()
      bench.list.setEnvironment(LayoutEnvironment(width: width))
      bench.settle()
      let moved = zip(try places(), old).map { abs($0 - $1) >= 1 }
      #expect(moved == (own == nil ? [false, true] : [true, false]), "\(width)")
    }
    #expect(bench.host.faults.isEmpty)
  }

  /// Seed row A72: a list of one row works as a view of a layout, which a new size lays out once.
  @Test func aListOfOneRowIsAView() throws {
    let bench = try SimulatedBench(HeadlessHost(), seed: 4)
    let layouts = Log<Double>()
    bench.list.update(with: TableModel(items: [TableItem(1, cell: LoggingCell(log: layouts))]))
    bench.settle()
    #expect(bench.host.composition()?.size == Size(width: 100, height: 10))
    bench.list.setEnvironment(LayoutEnvironment(width: 70))
    bench.settle()
    #expect(bench.host.composition()?.size == Size(width: 70, height: 10))
    #expect(layouts.entries == [100, 70])
  }
}

/// A bar whose height grows as its width shrinks, as that of text does.
private struct WrappedCell: Cell {
  let number: Int

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    let height = Double(10 + number % 7 * 5) * 100 / environment.width
    return Box(.black, size: Size(width: environment.width, height: height)).node
  }
}

/// A bar that logs its layouts.
private struct LoggingCell: Cell {
  let log: Log<Double>

  static func == (left: LoggingCell, right: LoggingCell) -> Bool { left.log === right.log }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(log)) }

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    log.add(environment.width)
    return Box(.black, size: Size(width: environment.width, height: 10)).node
  }
}
