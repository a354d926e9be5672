import Foundation
import Testing

@testable import BenchMeasurement

@Suite struct ItemTimesTests {
  @Test func slowItemsAreFoundAmongQuickOnes() throws {
    var times = ItemTimes(capacity: 200)
    for item in 0..<200 {
      if [50, 100, 150].contains(item) { usleep(item == 100 ? 40_000 : 20_000) }
      times.finishItem()
    }
    #expect(times.facts.map(\.name) == ["item_p99_ns", "item_max_ns"])
    let values = times.facts.map(\.value)
    #expect(values[0] >= 20_000_000)
    #expect(values[1] >= 40_000_000)
    #expect(values[0] <= values[1])
  }

  @Test func nothingTakesNoTime() {
    #expect(ItemTimes(capacity: 0).facts.map(\.value) == [0, 0])
  }
}
