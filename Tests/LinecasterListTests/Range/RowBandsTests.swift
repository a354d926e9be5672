import LinecasterList
import Testing

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
