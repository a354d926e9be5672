import Foundation
@testable import LinecasterConformance
import LinecasterTestSupport
import Testing

/// Grids, with the flexboxes and blocks in and around them, compared with browsers.
struct GridConformanceTests {
  @Test func placesBoxesAsBrowsersDo() throws {
    let tally = try GridTally("grid", Recordings.lines("grid.jsonl"))
    #expect(tally.core == tally.coreCount && tally.coreCount == 897)
    #expect(tally.failures == [])
  }

  @Test(
    .enabled(if: SharedFiles.mayRun(with: "conformance/grid"), "no cases of Taffy here"))
  func placesBoxesOfTaffysTrees() throws {
    let path = try #require(SharedFiles.path("conformance/grid/taffy-grid.jsonl.gz"))
    let lines = try Recordings.unpacked(path).split(separator: UInt8(ascii: "\n"))
    let tally = try GridTally("taffy-grid", lines)
    #expect(tally.core == tally.coreCount && tally.coreCount == 1732)
    #expect(tally.all >= 1986)
  }
}

/// The number of passing cases of a file.
private struct GridTally {
  private(set) var all = 0
  /// The passing cases that use nothing beyond CSS Grid 1.
  private(set) var core = 0
  private(set) var coreCount = 0
  private(set) var failures: [String] = []

  init(_ name: String, _ lines: [Data]) throws {
    for line in lines {
      let test = try JSONDecoder().decode(BoxCase.self, from: line)
      let isCore = !(test.tags ?? []).contains { $0.hasPrefix("x-") }
      if isCore { coreCount += 1 }
      if try Self.passes(test) {
        all += 1
        if isCore { core += 1 }
      } else {
        failures.append(test.name)
      }
    }
    print("\(name): \(all) of \(lines.count) pass, \(core) of \(coreCount) without extras")
  }

  /// Whether a case passes; keywords outside the schema, for example `safe center`, make it fail.
  private static func passes(_ test: BoxCase) throws -> Bool {
    do {
      return try ConformanceTally.mismatch(test) == nil
    } catch is BoxCaseFault {
      return false
    }
  }
}
