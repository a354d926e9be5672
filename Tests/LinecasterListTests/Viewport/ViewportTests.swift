import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct ViewportTests {
  @Test func countsWhatIsNoNumberAsZero() {
    #expect(
      Viewport(offset: .nan, length: -.infinity, velocity: .infinity)
        == Viewport(offset: 0, length: 0))
    #expect(Viewport(offset: 5, length: -3).range == 5..<5)
    var viewport = Viewport(offset: -20, length: 50)
    #expect(viewport.range == -20..<30)
    viewport.length = -1
    #expect(viewport.range.isEmpty)
    viewport.offset = .nan
    viewport.length = .infinity
    viewport.velocity = .nan
    #expect(viewport == Viewport(offset: 0, length: 0))
  }

  @Test func fillsItselfWhereTheListIsLongEnough() {
    let viewport = Viewport(offset: 0, length: 100)
    #expect(viewport.clamped(-5, totalHeight: 300) == 0)
    #expect(viewport.clamped(150, totalHeight: 300) == 150)
    #expect(viewport.clamped(250, totalHeight: 300) == 200)
    #expect(viewport.clamped(250, totalHeight: 80) == 0)
  }
}

@Suite struct EndFollowerTests {
  @Test func followsWhereOnlyTheLengthChanged() {
    var follower = EndFollower()
    func tell(_ offset: Double, _ length: Double, total: Double = 300) -> Double? {
      follower.offset(Viewport(offset: offset, length: length), totalHeight: total)
    }
    #expect(tell(0, 100) == nil && tell(0, 50) == nil)
    // At the end, then shorter, then longer.
    #expect(tell(200, 100) == nil && tell(200, 60) == 240 && tell(240, 60) == nil)
    #expect(tell(240, 90) == 210 && tell(210, 90) == nil)
    // Scrolled away, then shorter.
    #expect(tell(150, 90) == nil && tell(150, 60) == nil)
    // Lists shorter than the viewport are at their end.
    #expect(tell(0, 60, total: 50) == nil && tell(0, 40, total: 50) == 10)
  }
}

@Suite struct TableSnapshotScrollTargetsTests {
  /// A sticky header of 20 points over 40 rows of 10, under 5 rows of another section.
  private let snapshot: TableSnapshot = {
    let row = TableItem("row", cell: BoxCell())
    return TableSnapshot(
      TableModel(sections: [
        TableSection("first", items: Array(repeating: row, count: 5)),
        TableSection(
          "second", header: row, isHeaderSticky: true, items: Array(repeating: row, count: 40)),
      ]), estimates: RowEstimates(header: 20, item: 10, footer: 0))
  }()

  private func offset(
    _ row: Int, _ position: ScrollPosition, from offset: Double = 0, length: Double = 100
  ) -> Double? {
    snapshot.offset(showing: row, at: position, in: Viewport(offset: offset, length: length))
  }

  @Test func putsRowsWhereTheyShouldStand() {
    // Row 20 is from 210 to 220.
    #expect(offset(20, .top) == 190)
    #expect(offset(20, .bottom) == 120)
    #expect(offset(20, .center) == 155)
    #expect(offset(3, .top) == 30)
    #expect(offset(5, .top) == 50)
    #expect(offset(46, .top) == nil)
    #expect(offset(-1, .top) == nil)
  }

  @Test func goesTheShortestWay() {
    #expect(offset(20, .nearest, from: 0) == 120)
    #expect(offset(20, .nearest, from: 130) == 130)
    #expect(offset(20, .nearest, from: 190) == 190)
    #expect(offset(20, .nearest, from: 195) == 190)
    #expect(offset(20, .nearest, from: 300) == 190)
    // Rows taller than the viewport show as much as fits.
    #expect(offset(20, .nearest, from: 0, length: 15) == 190)
    #expect(offset(20, .nearest, from: 193, length: 15) == 193)
    #expect(offset(20, .nearest, from: 300, length: 15) == 205)
  }

  @Test func endsWhereTheListEnds() {
    #expect(offset(45, .top) == 370)
    #expect(offset(0, .bottom) == 0)
    #expect(offset(1, .center) == 0)
    #expect(offset(45, .nearest, length: 1000) == 0)
  }

  @Test func showsAnyRowOfAnyList() {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var model = generator.model(sections: 6)
    for round in 0..<400 {
      var snapshot = TableSnapshot(model)
      snapshot.measure(oneIn: 2, using: &generator.random)
      let viewport = Viewport(
        offset: Double(Int.random(in: 0...300, using: &generator.random)),
        length: Double(Int.random(in: 20...90, using: &generator.random)))
      for row in 0..<snapshot.rowCount {
        if let fault = fault(snapshot, row, viewport) {
          Issue.record("LINECASTER_SEED=\(seed), round \(round): row \(row) \(fault)")
          return
        }
      }
      model = generator.successor(of: model)
    }
  }

  /// The first fault in a row's places on the screen.
  private func fault(_ snapshot: TableSnapshot, _ row: Int, _ viewport: Viewport) -> String? {
    guard let frame = snapshot.frame(ofRow: row) else { return "has no frame" }
    let end = max(0, snapshot.geometry.totalHeight - viewport.length)
    for position in ScrollPosition.allCases {
      guard let offset = snapshot.offset(showing: row, at: position, in: viewport) else {
        return "has no offset"
      }
      guard offset >= 0, offset <= end else { return "\(position): \(offset)" }
      guard offset > 0, offset < end else { continue }
      let header = snapshot.stickyHeader(at: offset)
      let covers = header.map { $0.row < row && frame.minY >= $0.frame.minY } ?? false
      let top = covers ? max(offset, header?.frame.maxY ?? 0) : offset
      let fits = frame.height <= viewport.range.upperBound - viewport.offset - (top - offset)
      switch position {
      case .top: if frame.minY != top { return "top: \(frame) at \(offset)" }
      case .bottom: if frame.maxY != offset + viewport.length { return "bottom: \(frame)" }
      case .center: break
      case .nearest:
        if fits, frame.minY < top || frame.maxY > offset + viewport.length {
          return "nearest: \(frame) at \(offset)"
        }
      }
    }
    return nil
  }
}
