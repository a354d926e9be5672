import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct RangeControllerTests {
  /// Rows of 10 points; a viewport of 10 rows is a screen.
  private let geometry = RowGeometry(estimate: 10, count: 1000)

  private func bands(
    _ mode: RangeMode, _ direction: ScrollDirection, at offset: Double = 5000
  ) -> RowBands {
    var controller = RangeController()
    controller.mode = mode
    return controller.bands(
      for: Viewport(offset: offset, length: 100), in: geometry, direction: direction)
  }

  @Test func reachesFurtherInTheDirectionOfScrolling() {
    let down = bands(.full, .towardsEnd)
    #expect(down.visible == 500..<510)
    #expect(down.display == 495..<520)
    #expect(down.preload == 485..<535)
    let up = bands(.full, .towardsStart)
    #expect(up.visible == 500..<510)
    #expect(up.display == 490..<515)
    #expect(up.preload == 475..<525)
  }

  @Test func takesLittleInSmallerModes() {
    let small = bands(.minimum, .towardsEnd)
    #expect(small.display == 497..<513)
    #expect(small.preload == 497..<515)
    for mode in [RangeMode.visibleOnly, .lowMemory] {
      let none = bands(mode, .towardsStart)
      #expect(none.visible == 500..<510)
      #expect(none.display == 500..<510)
      #expect(none.preload == 500..<510)
    }
    #expect(RangeMode.allCases.filter { !$0.allowsIdleWork } == [.lowMemory])
  }

  @Test func endsWhereTheListEnds() {
    #expect(bands(.full, .towardsStart, at: 20).preload == 0..<27)
    #expect(bands(.full, .towardsEnd, at: 9900).preload == 975..<1000)
    let beyond = bands(.full, .towardsEnd, at: 10_020)
    #expect(beyond.visible.isEmpty)
    #expect(beyond.display == 997..<1000)
    let empty = RangeController().bands(
      for: Viewport(offset: 0, length: 100), in: RowGeometry(heights: []),
      direction: .towardsEnd)
    #expect(empty == .none)
    let closed = RangeController().bands(
      for: Viewport(offset: 50, length: 0), in: geometry, direction: .towardsEnd)
    #expect(closed.preload.isEmpty)
  }

  @Test func findsTheRowsThatReachIntoTheBands() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let heights = (0..<40).map { _ in Double(Int.random(in: 1...120, using: &random)) / 4 }
      let geometry = RowGeometry(heights: heights)
      let viewport = Viewport(
        offset: Double(Int.random(in: 0...2000, using: &random)) / 4,
        length: Double(Int.random(in: 1...400, using: &random)) / 4)
      var controller = RangeController()
      controller.mode = .full
      let bands = controller.bands(for: viewport, in: geometry, direction: .towardsEnd)
      func rows(_ behind: Double, _ ahead: Double) -> [Int] {
        heights.indices.filter { row in
          let top = heights[..<row].reduce(0, +)
          return top < viewport.range.upperBound + ahead * viewport.length
            && top + heights[row] > viewport.offset - behind * viewport.length
        }
      }
      #expect(Array(bands.visible) == rows(0, 0), "LINECASTER_SEED=\(random.seed)")
      #expect(Array(bands.display) == rows(0.5, 1), "LINECASTER_SEED=\(random.seed)")
      #expect(Array(bands.preload) == rows(1.5, 2.5), "LINECASTER_SEED=\(random.seed)")
    }
  }

  /// Rows of 10 points; the viewport is 100 high.
  @Test(arguments: [
    (100.0, 10, 25), (600, 18, 30), (1_000, 30, 50), (1e6, 40, 60),
    (.greatestFiniteMagnitude, 40, 60),
  ])
  func fastViewportsReachFurther(velocity: Double, display: Int, preload: Int) {
    var controller = RangeController()
    controller.mode = .full
    func bands(_ velocity: Double) -> RowBands {
      controller.bands(
        for: Viewport(offset: 1_000, length: 100, velocity: velocity), in: geometry)
    }
    let (down, up) = (bands(velocity), bands(-velocity))
    #expect(down.visible == 100..<110 && up.visible == 100..<110)
    #expect(down.display == 95..<110 + display && down.preload == 85..<110 + preload)
    #expect(up.display == 100 - display..<115 && up.preload == 100 - preload..<125)
    controller.mode = .visibleOnly
    #expect(bands(velocity).preload == 100..<110)
  }

  @Test func followsTheDirection() {
    var controller = RangeController()
    func direction(_ offset: Double, _ velocity: Double = 0) -> ScrollDirection {
      _ = controller.bands(
        for: Viewport(offset: offset, length: 100, velocity: velocity), in: geometry)
      return controller.direction
    }
    #expect(direction(500) == .towardsEnd)
    #expect(direction(400) == .towardsStart)
    #expect(direction(400) == .towardsStart)
    #expect(direction(300, 80) == .towardsEnd)
    controller.offsetWasCorrected(to: 900)
    #expect(direction(900) == .towardsEnd)
    #expect(direction(899) == .towardsStart)
    #expect(ScrollDirection(.nan) == nil && ScrollDirection(0) == nil)
  }

  /// Two sections of a header and 99 rows of 10 points; only the first header is sticky.
  @Test func keepsHeadersThatStayInSight() {
    let row = TableItem("row", cell: BoxCell())
    let items = Array(repeating: row, count: 99)
    let snapshot = TableSnapshot(
      TableModel(sections: [
        TableSection("sticky", header: row, isHeaderSticky: true, items: items),
        TableSection("plain", header: row, items: items),
      ]))
    var controller = RangeController()
    controller.mode = .full
    func header(_ offset: Double) -> Int? {
      controller.bands(for: Viewport(offset: offset, length: 100), in: snapshot).stickyHeader
    }
    // Rows up to 50 points above the viewport have pixels, the header included.
    #expect(header(59) == nil)
    #expect(header(60) == 0)
    #expect(header(1049) == 0)
    #expect(header(1050) == nil)
    let bands = controller.bands(for: Viewport(offset: 900, length: 100), in: snapshot)
    #expect(bands.band(ofRow: 0) == .visible)
    #expect(bands.band(ofRow: 1) == .idle)
    #expect(!bands.display.contains(0))
  }

  @Test func widensWhenTheFirstRowsAreDisplayed() {
    var controller = RangeController()
    #expect(controller.mode == .minimum)
    controller.displayDidFinish()
    #expect(controller.mode == .full)
    controller.mode = .lowMemory
    controller.displayDidFinish()
    #expect(controller.mode == .lowMemory)
  }

  /// Scrolls up and down ten times and counts the rows that were drawn and discarded unseen.
  @Test func wastesLittleWorkWhenScrollingTurnsBack() {
    var controller = RangeController()
    controller.mode = .full
    var shown: [Int: Bool] = [:]
    var work = 0
    var waste = 0
    var offset = 2000.0
    for leg in 0..<11 {
      for _ in 0..<50 {
        offset += leg.isMultiple(of: 2) ? 10 : -10
        let bands = controller.bands(for: Viewport(offset: offset, length: 100), in: geometry)
        for row in bands.display where shown[row] == nil {
          shown[row] = false
          work += 1
        }
        for row in bands.visible { shown[row] = true }
        for (row, wasSeen) in shown where !bands.display.contains(row) {
          shown[row] = nil
          if !wasSeen { waste += 1 }
        }
      }
    }
    #expect(work > 400)
    #expect(Double(waste) / Double(work) < 0.25, "\(waste) of \(work)")
  }
}

@Suite struct RowBandsTests {
  @Test func tellsHowSoonARowIsWanted() {
    let bands = RowBands(visible: 10..<12, display: 9..<14, preload: 7..<16)
    let wanted = (6..<17).map(bands.band(ofRow:))
    #expect(
      wanted == [
        .idle, .preload, .preload, .display, .visible, .visible, .display, .display, .preload,
        .preload, .idle,
      ])
  }

  @Test func eachBandHoldsTheOneBefore() {
    let bands = RowBands(visible: 10..<12, display: 11..<14, preload: 0..<0)
    #expect(bands.display == 10..<14)
    #expect(bands.preload == 10..<14)
    #expect(RowBands(visible: 0..<0, display: 0..<0, preload: 3..<5).preload == 3..<5)
    #expect(RowBands.none.band(ofRow: 0) == .idle)
  }
}
