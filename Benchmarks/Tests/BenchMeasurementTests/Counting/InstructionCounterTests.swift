import Testing

@testable import BenchMeasurement

@Suite struct InstructionCounterTests {
  @Test func numbersAreFoundInReports() {
    let perf = "1234567,,instructions:u,1000,100.00,,\n"
    #expect(InstructionCounter.perf.counted(in: perf) == 1_234_567)
    let callgrind = "==7== Events    : Ir\n==7== Collected : 143012\n==7==\n"
    #expect(InstructionCounter.callgrind.counted(in: callgrind) == 143_012)
  }

  @Test(arguments: [
    "", "<not supported>,,instructions:u,0,100.00,,", "No permission to enable instructions:u",
    "env: 'perf': No such file or directory",
  ]) func reportsWithoutNumbersGiveNone(report: String) {
    #expect(InstructionCounter.perf.counted(in: report) == nil)
    #expect(InstructionCounter.callgrind.counted(in: report) == nil)
  }
}
