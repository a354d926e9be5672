import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct TabStopsTests {
  @Test func leadToTheNextStopThatIsFarEnough() {
    var random = SeededGenerator(salt: 71)
    for _ in 0..<2000 {
      let space = Double.random(in: 0.5...9, using: &random)
      let spaces = Double.random(in: 0.6...9, using: &random)
      let x = Double.random(in: -50...500, using: &random)
      let advance = TabStops(spaces: spaces, space: space).advance(at: x)
      // The witness tries stop after stop.
      var stop = -200.0
      while Double(stop) * spaces * space - x < space / 2 - 1e-6 { stop += 1 }
      let expected = stop * spaces * space - x
      #expect(abs(advance - expected) < 1e-6, "\(spaces) \(space) \(x), seed \(TestSettings.seed)")
    }
  }

  @Test(arguments: [0, -3, .nan, .infinity])
  func takeNoRoomWithoutADistance(_ spaces: Double) {
    #expect(TabStops(spaces: spaces, space: 4).advance(at: 17) == 0)
  }
}
