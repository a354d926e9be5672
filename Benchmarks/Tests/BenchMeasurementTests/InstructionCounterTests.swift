import Foundation
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

@Suite struct ChildProcessTests {
  @Test func outputAndStatusComeBack() throws {
    let result = try ChildProcess.run(["sh", "-c", "printf 'a b'; exit 3"])
    #expect(result.status == 3)
    #expect(String(decoding: result.output, as: UTF8.self) == "a b")
    #expect(try ChildProcess.run(["sh", "-c", "kill -KILL $$"]).status == 128 + SIGKILL)
  }

  @Test func moreOutputThanAPipeHoldsComesBack() throws {
    let result = try ChildProcess.run(["head", "-c", "300000", "/dev/zero"])
    #expect(result.status == 0)
    #expect(result.output == Data(repeating: 0, count: 300_000))
  }

  @Test func errorsGoToTheFile() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try ChildProcess.run(["sh", "-c", "echo fault >&2"], errorFile: file.path)
    #expect(try Data(contentsOf: file) == Data("fault\n".utf8))
  }

  @Test func programsThatAreMissingAreAnError() {
    #expect(throws: POSIXError.self) { try ChildProcess.run(["no-such-program-anywhere"]) }
  }
}
