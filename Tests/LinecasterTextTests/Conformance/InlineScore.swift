@testable import LinecasterConformance

/// The number of recordings of each group with which an engine agrees.
struct InlineScore: CustomStringConvertible {
  /// The score of a group.
  struct Group {
    /// The number of counted recordings, and how many of them agree.
    var cases = 0
    var passed = 0
    /// The same numbers of recordings that are not counted.
    var others = 0
    var othersPassed = 0
    /// The differences of each counted recording that fails.
    var faults: [(id: String, names: [String])] = []
  }

  /// The groups in the order of their first recordings.
  private(set) var groups: [(name: String, group: Group)] = []

  init() {}

  /// Counts a recording with the names of the answers that differ.
  mutating func add(_ recording: InlineRecording, _ faults: [String]) {
    let index =
      groups.firstIndex { $0.name == recording.group }
      ?? {
        groups.append((recording.group, Group()))
        return groups.count - 1
      }()
    guard recording.counts else {
      groups[index].group.others += 1
      groups[index].group.othersPassed += faults.isEmpty ? 1 : 0
      return
    }
    groups[index].group.cases += 1
    if faults.isEmpty {
      groups[index].group.passed += 1
    } else {
      groups[index].group.faults.append((recording.item.id, faults))
    }
  }

  /// The number of counted recordings, and how many of them agree.
  var total: (cases: Int, passed: Int) {
    groups.reduce((0, 0)) { ($0.0 + $1.group.cases, $0.1 + $1.group.passed) }
  }

  /// A table of the groups.
  var description: String {
    let rows = groups.map { name, group in
      let others = group.others > 0 ? "  not counted: \(group.othersPassed) of \(group.others)" : ""
      return "  \(Self.padded(name, to: 12)) \(group.passed) of \(group.cases)\(others)"
    }
    return (rows + ["  all          \(total.passed) of \(total.cases)"])
      .joined(separator: "\n")
  }

  /// The counted recordings that fail, each with its differences.
  var failures: String {
    groups.flatMap { name, group in
      group.faults.map { "  \($0.id): \($0.names.joined(separator: " "))" }
    }
    .joined(separator: "\n")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
