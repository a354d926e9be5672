import Foundation
import Testing

/// The engine against boxes recorded from browsers and from other engines.
struct ConformanceTests {
  private static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["LINECASTER_SHARED"]
    let shared = named.map { URL(filePath: $0) } ?? root.appending(path: "../shared")
    let folder = shared.appending(path: "conformance/flexbox")
    let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "README.md").path)
    if !isThere { print("skipped: no flexbox conformance data at \(folder.path)") }
    return isThere ? folder : nil
  }()

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
