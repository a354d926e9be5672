import LinecasterList
import Testing

@Suite struct MemoryPressureTests {
  @Test func readsWhatTheKernelWrites() {
    let text = """
      some avg10=12.50 avg60=3.00 avg300=0.80 total=4578213
      full avg10=90.00 avg60=1.00 avg300=0.30 total=1234567

      """
    #expect(MemoryPressure(text)?.recentShare == 0.125)
  }

  @Test(arguments: [
    "", "full avg10=1.00 avg60=0 avg300=0 total=0", "some avg60=1.00", "some avg10=x",
    "some avg10=-1", "some avg10=101", "some avg10=nan", "\u{0}\u{0}",
  ])
  func refusesAnythingElse(_ text: String) {
    #expect(MemoryPressure(text) == nil)
  }
}
