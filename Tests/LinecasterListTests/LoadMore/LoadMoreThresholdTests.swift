import Testing

@testable import LinecasterList

@Suite struct LoadMoreThresholdTests {
  /// 100 rows of 10 points; ten can be seen.
  private let geometry = RowGeometry(estimate: 10, count: 100)

  private func isReached(_ threshold: LoadMoreThreshold, at offset: Double) -> Bool {
    threshold.isReached(by: Viewport(offset: offset, length: 100), in: geometry)
  }

  @Test func countsScreensBelowTheViewport() {
    #expect(!isReached(.screens(1.5), at: 749))
    #expect(isReached(.screens(1.5), at: 750))
    #expect(!isReached(.screens(0), at: 899))
    #expect(isReached(.screens(0), at: 900))
    #expect(isReached(.screens(0), at: 2000))
  }

  @Test func countsRowsBelowTheViewport() {
    // The rows up to 84 can be seen, at least in part: 15 are left.
    #expect(!isReached(.rows(14), at: 750))
    #expect(isReached(.rows(15), at: 750))
    #expect(isReached(.rows(14), at: 751))
    #expect(isReached(.rows(0), at: 900))
    #expect(isReached(.rows(0), at: 2000))
    #expect(!isReached(.rows(99), at: -200))
  }

  @Test func isReachedByListsThatAreTooShort() {
    for threshold in [LoadMoreThreshold.screens(0), .rows(0)] {
      let viewport = Viewport(offset: 0, length: 100)
      #expect(threshold.isReached(by: viewport, in: RowGeometry(estimate: 10, count: 3)))
      #expect(threshold.isReached(by: viewport, in: RowGeometry(heights: [])))
    }
  }
}
