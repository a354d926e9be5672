import LinecasterBase
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct AnchorResolverTests {
  /// 10,000 anchors: 2,500 random updates, each at four random offsets.
  @Test func keepsTheAnchorWhereItIsSeen() {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var old = TableSnapshot(generator.model())
    for round in 0..<TestSettings.transitions(usually: 2500) {
      let model = generator.successor(of: old.model)
      let changes = Changeset(fromSections: old.model.sections, toSections: model.sections)
      var new = old.updated(to: model, changes)
      new.measure(oneIn: 3, using: &generator.random)
      let update = AnchoredUpdate(from: old, to: new, changes)
      for _ in 0..<4 {
        if let fault = update.fault(using: &generator.random) {
          Issue.record("LINECASTER_SEED=\(seed), round \(round): \(fault); \(changes)")
          return
        }
      }
      old = new
    }
  }

  @Test func keepsTheAnchorWhenHeightsAreCorrected() {
    var random = SeededGenerator()
    let items = (0..<300).map { TableItem(.number($0), cell: BoxCell()) }
    var old = TableSnapshot(TableModel(items: items))
    for _ in 0..<300 {
      var new = old
      new.measure(oneIn: 20, using: &random)
      let viewport = Viewport(
        offset: Double.random(in: 0...2000, using: &random), length: 100, velocity: 400)
      guard let row = old.geometry.row(at: viewport.offset) else { continue }
      let resolver = AnchorResolver(anchor: .firstVisible, old: old, viewport: viewport)
      let offset = resolver.offset(correctedIn: new)
      let end = max(0, new.geometry.totalHeight - 100)
      let before = old.geometry.offset(ofRow: row) - viewport.offset
      let after = new.geometry.offset(ofRow: row) - offset
      let isClamped = offset == 0 || offset == end
      #expect(abs(after - before) < 1e-6 || isClamped, "LINECASTER_SEED=\(random.seed)")
      old = new
    }
  }

  /// Two rows between a header and another shown row are measured.
  @Test func pinnedHeadersDoNotHoldTheList() {
    var section = TableSection(
      "A", items: (1...9).map { TableItem(.number($0), cell: BoxCell()) })
    section.header = TableItem("header", cell: BoxCell())
    section.isHeaderSticky = true
    let old = TableSnapshot(TableModel(sections: [section]))
    let estimate = old.geometry.height(ofRow: 0)
    var new = old
    new.setCellHeights([1, 2].map { HeightCorrection(row: $0, height: estimate + 10) })
    func offset(at offset: Double, shown: Set<Int>) -> Double {
      AnchorResolver(
        anchor: .firstVisible, old: old, viewport: Viewport(offset: offset, length: 5 * estimate)
      ).offset(correctedIn: new, isShown: shown.contains)
    }
    let growth = 20.0
    // The header stays at the top by itself; the next shown row is the anchor.
    #expect(offset(at: estimate / 2, shown: [0, 3]) == estimate / 2 + growth)
    #expect(offset(at: estimate / 2, shown: [3]) == estimate / 2 + growth)
    // In its own place the header is the anchor, also alone and before a shown neighbour.
    #expect(offset(at: 0, shown: [0, 3]) == 0)
    #expect(offset(at: estimate / 2, shown: [0]) == estimate / 2)
    #expect(offset(at: estimate / 2, shown: [0, 1, 3]) == estimate / 2)
  }

  private func list(_ numbers: [Int]) -> TableSnapshot {
    TableSnapshot(TableModel(items: numbers.map { TableItem(.number($0), cell: BoxCell()) }))
  }

  private func offset(
    _ anchor: Anchor, from old: [Int], to new: [Int], at offset: Double, length: Double = 30
  ) -> Double {
    let before = list(old)
    let after = list(new)
    let changes = Changeset(
      fromSections: before.model.sections, toSections: after.model.sections)
    let resolver = AnchorResolver(
      anchor: anchor, old: before, viewport: Viewport(offset: offset, length: length))
    return resolver.offset(
      through: RowMapping(changes, from: before, to: after), in: after,
      locate: { identity in before.identities.firstIndex(of: identity) })
  }

  /// Rows of 10 points, of which three are visible.
  @Test func doesAsTheAnchorSays() {
    let rows = Array(0..<10)
    let longer = [90, 91] + rows
    #expect(offset(.none, from: rows, to: longer, at: 25) == 25)
    #expect(offset(.firstVisible, from: rows, to: longer, at: 25) == 45)
    #expect(offset(.lastVisible, from: rows, to: longer, at: 25) == 45)
    #expect(offset(.item(0), from: rows, to: longer, at: 25) == 45)
    let split = [0, 1, 2, 3, 80, 4, 5, 6, 7, 8, 9]
    #expect(offset(.firstVisible, from: rows, to: split, at: 20) == 20)
    #expect(offset(.lastVisible, from: rows, to: split, at: 20) == 30)
    #expect(offset(.item(4), from: rows, to: split, at: 20) == 30)
    #expect(offset(.item(77), from: rows, to: longer, at: 25) == 45)
  }

  @Test func followsTheEndWhereItIsInSight() {
    let rows = Array(0..<10)
    let longer = [90] + rows + [91, 92]
    #expect(offset(.end, from: rows, to: longer, at: 70) == 100)
    #expect(offset(.end, from: rows, to: longer, at: 69) == 100)
    // After scrolling away, the first visible row stays.
    #expect(offset(.end, from: rows, to: longer, at: 25) == 35)
    #expect(offset(.end, from: rows, to: [0, 1, 2, 3], at: 70) == 10)
    #expect(offset(.end, from: rows, to: [], at: 70) == 0)
    // Empty lists, and lists shorter than the viewport, are at their ends.
    #expect(offset(.end, from: [], to: rows, at: 0) == 70)
    #expect(offset(.end, from: [1], to: rows, at: 0) == 70)
    #expect(offset(.end, from: [1], to: [1, 2], at: 0) == 0)
  }

  /// An anchor out of sight is replaced by the first visible row.
  @Test func anchorsOutOfSightGiveWayToTheFirstRowInSight() {
    let rows = Array(0..<10)
    let split = [0, 1, 2, 3, 80, 4, 5, 6, 7, 8, 9]
    #expect(offset(.item(9), from: rows, to: split, at: 20) == 20)
    #expect(offset(.item(0), from: rows, to: [0, 80] + rows.dropFirst(), at: 20) == 30)
    // Neighbours of a deleted anchor are replaced too: 5 would move up to its place.
    #expect(offset(.item(3), from: rows, to: [0, 1, 2, 5, 6, 7, 8, 9], at: 20) == 20)
  }

  /// A list that bounces at an end is not scrolled back by corrections of heights, nor by an update
  /// while its top is pulled down.
  @Test func listsGoOnBouncing() {
    var longer = list(Array(0..<10))
    longer.setCellHeight(25, ofRow: 4)
    let old = list(Array(0..<10))
    func offset(at offset: Double) -> Double {
      AnchorResolver(
        anchor: .firstVisible, old: old, viewport: Viewport(offset: offset, length: 30)
      ).offset(correctedIn: longer)
    }
    #expect([-20, 0, 70, 85].map(offset) == [-20, 0, 85, 100])
    #expect(self.offset(.firstVisible, from: Array(0..<10), to: [7] + (0..<7), at: -20) == -10)
    #expect(self.offset(.firstVisible, from: Array(0..<10), to: Array(1..<9), at: -20) == -20)
  }

  /// Less than a point from its end a list counts as at its end, but corrections of heights do not
  /// pull it back: the reader may be about to scroll away.
  @Test func listsGoOnLeavingTheirEnd() {
    var longer = list(Array(0..<10))
    longer.setCellHeight(25, ofRow: 4)
    func offset(at offset: Double) -> Double {
      AnchorResolver(
        anchor: .end, old: list(Array(0..<10)), viewport: Viewport(offset: offset, length: 30)
      ).offset(correctedIn: longer)
    }
    #expect([69.25, 70, 85].map(offset) == [84.25, 85, 100])
    #expect(offset(at: 25) == 25)
  }

  @Test func deletedAnchorsPassOn() {
    let rows = Array(0..<10)
    // Row 2 was first; row 3 takes over at its place, and the gap of row 2 closes above it.
    #expect(offset(.firstVisible, from: rows, to: [0, 1, 3, 4, 5, 6, 7, 8, 9], at: 25) == 15)
    // No visible row is left: the next below is the anchor, otherwise the next above.
    #expect(offset(.firstVisible, from: rows, to: [0, 1, 7, 8, 9, 5, 6], at: 20, length: 10) == 0)
    #expect(offset(.firstVisible, from: rows, to: [0, 1, 2, 3], at: 60, length: 10) == 30)
    #expect(offset(.lastVisible, from: rows, to: [0, 1, 2, 3, 5, 6, 7], at: 20) == 20)
    #expect(offset(.firstVisible, from: rows, to: [70, 71], at: 60) == 0)
    #expect(offset(.firstVisible, from: [], to: rows, at: 60) == 60)
    #expect(offset(.firstVisible, from: rows, to: [], at: 60) == 0)
  }

  @Test func rowsThatMoveAwayDoNotTakeTheViewportAlong() {
    let rows = Array(0..<10)
    let moved = [0, 1, 3, 4, 5, 6, 7, 8, 9, 2]
    #expect(offset(.firstVisible, from: rows, to: moved, at: 20) == 10)
    #expect(offset(.item(2), from: rows, to: moved, at: 20) == 70)
  }

  @Test func staysInAListThatIsTooShort() {
    #expect(offset(.firstVisible, from: Array(0..<9), to: [8], at: 60) == 0)
    #expect(offset(.lastVisible, from: [1], to: [5, 1], at: 0, length: 100) == 0)
  }
}
