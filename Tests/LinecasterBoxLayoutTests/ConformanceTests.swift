import Foundation
import LinecasterBoxLayout
@testable import LinecasterConformance
import LinecasterTestSupport
import Testing

/// The engine compared with boxes recorded from browsers and from other engines.
struct ConformanceTests {
  @Test func placesBoxesAsABrowserDoes() throws {
    let tally = try check("chrome", Recordings.lines("flexbox.jsonl"))
    #expect(tally.core.passed >= 998)
  }

  @Test(
    .enabled(
      if: SharedFiles.mayRun(with: "conformance/flexbox"), "no cases of Taffy and Yoga here"),
    arguments: [("taffy", 1350), ("yoga", 1088)])
  func passes(file: String, required: Int) throws {
    let path = try #require(SharedFiles.path("conformance/flexbox/\(file).jsonl"))
    let lines = try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n"))
    let tally = try check(file, lines)
    #expect(tally.core.passed >= required)
    if file == "yoga" { #expect(tally.skipped.passed >= 80) }
  }

  /// Rules of sizes, each by a small example with its name.
  @Test(arguments: try Recordings.lines("box-rules.jsonl"))
  func followsARuleAsABrowserDoes(line: Data) throws {
    let test = try JSONDecoder().decode(BoxCase.self, from: line)
    #expect(try ConformanceTally.mismatch(test) == nil, "\(test.name)")
  }

  /// Vertical lines among other boxes.
  @Test func placesVerticalLinesAsABrowserDoes() throws {
    let lines = try Recordings.lines("vertical.jsonl")
    #expect(lines.count == 200)
    for line in lines {
      let test = try JSONDecoder().decode(BoxCase.self, from: line)
      #expect(try ConformanceTally.mismatch(test) == nil, "\(test.name)")
    }
  }

  /// Expects that every case passes except those that `ConformanceExceptions` explains.
  private func check(_ name: String, _ lines: [Data]) throws -> ConformanceTally {
    var tally = ConformanceTally()
    for line in lines { try tally.add(JSONDecoder().decode(BoxCase.self, from: line)) }
    print("\(name): \(tally)")
    for name in tally.failures.keys.sorted() {
      print("  \(name): \(ConformanceExceptions.reasons[name] ?? "unexplained")")
    }
    for name in tally.skippedFailures {
      print("  \(name): \(ConformanceExceptions.reasonOfSkipped)")
    }
    let unexplained = tally.failures.filter { ConformanceExceptions.reasons[$0.key] == nil }
    #expect(unexplained.isEmpty)
    return tally
  }
}

/// The number of passing cases of a file, by kind.
struct ConformanceTally: CustomStringConvertible {
  struct Count {
    var passed = 0
    var all = 0
  }

  /// Cases that use flexbox alone.
  private(set) var core = Count()
  /// Cases that upstream does not run.
  private(set) var skipped = Count()
  /// Cases of sizes by keyword, with nothing else outside the schema.
  private(set) var keywords = Count()
  /// The difference of each case that fails and is not skipped, by name.
  private(set) var failures: [String: String] = [:]

  /// The names of the cases that fail and that upstream skips.
  private(set) var skippedFailures: [String] = []

  mutating func add(_ test: BoxCase) throws {
    let extras = (test.tags ?? []).filter { $0.hasPrefix("x-") }
    guard extras.isEmpty || extras == ["x-keyword-size"] else { return }
    let mismatch = try Self.mismatch(test)
    let isPassed = mismatch == nil ? 1 : 0
    if test.skip != nil {
      skipped.passed += isPassed
      skipped.all += 1
      if mismatch != nil { skippedFailures.append(test.name) }
      return
    }
    if extras.isEmpty {
      core.passed += isPassed
      core.all += 1
    } else {
      keywords.passed += isPassed
      keywords.all += 1
    }
    if let mismatch { failures[test.name] = mismatch }
  }

  /// A description of the first misplaced node; `nil` if all nodes are in place.
  static func mismatch(_ test: BoxCase) throws -> String? {
    let run = try BoxCaseRun(test)
    let frames = try run.frames()
    if let broken = frames.checkInvariants() { return broken }
    for (index, box) in run.boxes(frames).enumerated() {
      guard let expected = run.nodes[index].expect, !box.isNear(expected) else { continue }
      return "node \(index): got \(box.numbers), expected \(expected.numbers)"
    }
    return nil
  }

  var description: String {
    var text = "\(core.passed) of \(core.all) pass"
    if keywords.all > 0 { text += ", \(keywords.passed) of \(keywords.all) with keyword sizes" }
    if skipped.all > 0 { text += ", \(skipped.passed) of \(skipped.all) that upstream skips" }
    return text
  }
}

/// Cases of the conformance data that fail, with the reason for deviating from the browser.
enum ConformanceExceptions {
  /// The reason for the failures of cases that upstream skips.
  static let reasonOfSkipped = """
    the root is as wide as its min-content, as if absolutely positioned in a block of no width; \
    in the data its block is indefinite, where it has its max-content width
    """

  static let reasons = [
    "chrome/1000/507": """
    the width follows from the height by the ratio; Chromium finds its automatic minimum as if \
    the height were not known, so that a percentage inside counts as auto
    """,
    "chrome/1000/744": """
    the line stretches the item, after which percentages refer to the new height (CSS Flexbox \
    §9.4 step 11); Chromium keeps to the height that the ratio gave
    """,
  ]
}
