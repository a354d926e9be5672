import Foundation
import LinecasterTestSupport
import Testing

/// The engine against boxes recorded from browsers and from other engines.
struct ConformanceTests {
  private static let folder = SharedFiles.path("conformance/flexbox").map { URL(filePath: $0) }

  /// The cases of each file that must pass, of those that ask for flexbox alone.
  @Test(
    .enabled(if: folder != nil, "needs the shared conformance data"),
    arguments: [("chrome", 982), ("taffy", 1348), ("yoga", 1078)])
  func passes(file: String, required: Int) throws {
    let folder = try #require(Self.folder)
    let cases = try ConformanceCase.load(folder.appending(path: "\(file).jsonl"))
    var passed = 0
    var considered = 0
    var unsupported = 0
    var failures: [String] = []
    for testCase in cases where !testCase.isBeyondFlexbox {
      let run = ConformanceRun(testCase)
      considered += 1
      guard run.unsupported == nil else {
        unsupported += 1
        continue
      }
      if let mismatch = try run.mismatch() {
        failures.append("\(testCase.name) \(testCase.tags ?? []): \(mismatch)")
      } else {
        passed += 1
      }
    }
    print("\(file): \(passed) of \(considered) pass, \(unsupported) not attempted")
    if ProcessInfo.processInfo.environment["LINECASTER_FAILURES"] != nil {
      print(failures.joined(separator: "\n"))
    }
    #expect(passed >= required, "\(failures.prefix(5))")
  }
}
