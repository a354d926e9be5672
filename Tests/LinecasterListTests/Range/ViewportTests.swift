import LinecasterList
import Testing

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
