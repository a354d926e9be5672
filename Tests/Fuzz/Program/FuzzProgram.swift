import Foundation
import LinecasterFuzzTargets

/// A function that takes libFuzzer's inputs.
private typealias Body = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// The driver of libFuzzer, which `-sanitize=fuzzer` links.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>, _ body: Body
) -> CInt

/// Feeds libFuzzer's inputs to one target, which an environment variable names.
///
/// The name is not an argument, because libFuzzer starts copies of the program with arguments of
/// its own.
@main
enum FuzzProgram {
  private static let target = ProcessInfo.processInfo.environment["LINECASTER_FUZZ_TARGET"]
    .flatMap(FuzzTarget.init(rawValue:))

  static func main() {
    guard target != nil else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      print("LINECASTER_FUZZ_TARGET must be one of \(names)")
      exit(2)
    }
    var count = CommandLine.argc
    var words = CommandLine.unsafeArgv
    let status = runDriver(&count, &words) { start, count in
      let bytes = Array(UnsafeBufferPointer(start: start, count: count))
      if let fault = FuzzProgram.target?.fault(bytes) { fatalError(fault) }
      return 0
    }
    exit(status)
  }
}
