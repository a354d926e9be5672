import LinecasterFlexbox
import LinecasterFlexboxCases

/// How many cases of a file pass, by what they are.
struct ConformanceTally: CustomStringConvertible {
  struct Count {
    var passed = 0
    var all = 0
  }

  /// Cases that ask for flexbox alone.
  private(set) var core = Count()
  /// Cases that upstream does not run.
  private(set) var skipped = Count()
  /// Cases of sizes by keyword, and of nothing else outside the schema.
  private(set) var keywords = Count()
  /// What is wrong with each case that fails and is not skipped, by name.
  private(set) var failures: [String: String] = [:]

  /// The names of the cases that fail and that upstream skips.
  private(set) var skippedFailures: [String] = []

  mutating func add(_ test: FlexCase) throws {
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

  /// The first node that is not where it should be, in words; nil where all are.
  private static func mismatch(_ test: FlexCase) throws -> String? {
    let run = try FlexCaseRun(test)
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
