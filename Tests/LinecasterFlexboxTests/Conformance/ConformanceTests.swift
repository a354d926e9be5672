import Foundation
import LinecasterFlexbox
import LinecasterFlexboxCases
import LinecasterTestSupport
import Testing

/// The engine against boxes recorded from browsers and from other engines.
struct ConformanceTests {
  private static let folder = SharedFiles.path("conformance/flexbox").map { URL(filePath: $0) }

  /// Every case of each file passes but those that `ConformanceExceptions` explains.
  @Test(
    .enabled(if: folder != nil, "needs the shared conformance data"),
    arguments: [("chrome", 990), ("taffy", 1350), ("yoga", 1088)])
  func passes(file: String, required: Int) throws {
    let folder = try #require(Self.folder)
    var tally = ConformanceTally()
    let data = try Data(contentsOf: folder.appending(path: "\(file).jsonl"))
    for line in data.split(separator: UInt8(ascii: "\n")) {
      try tally.add(JSONDecoder().decode(FlexCase.self, from: line))
    }
    print("\(file): \(tally)")
    for name in tally.failures.keys.sorted() {
      print("  \(name): \(ConformanceExceptions.reasons[name] ?? "unexplained")")
    }
    for name in tally.skippedFailures {
      print("  \(name): \(ConformanceExceptions.reasonOfSkipped)")
    }
    let unexplained = tally.failures.filter { ConformanceExceptions.reasons[$0.key] == nil }
    #expect(unexplained.isEmpty)
    #expect(tally.core.passed >= required)
    if file == "yoga" { #expect(tally.skipped.passed >= 80) }
  }
}
