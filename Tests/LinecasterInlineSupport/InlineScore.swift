import LinecasterConformance

/// How many recordings of each group an engine agrees with.
package struct InlineScore: CustomStringConvertible {
  /// What came of a group.
  package struct Group {
    /// How many recordings count, and how many of them agree.
    package var cases = 0
    package var passed = 0
    /// The same of those that do not count.
    package var others = 0
    package var othersPassed = 0
    /// What does not agree in each recording that counts and does not pass.
    package var faults: [(id: String, names: [String])] = []
  }

  /// The groups in the order of their first recordings.
  package private(set) var groups: [(name: String, group: Group)] = []

  package init() {}

  /// Counts a recording; `faults` has the names of what does not agree.
  package mutating func add(_ recording: InlineRecording, _ faults: [String]) {
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

  /// How many recordings count, and how many of them agree.
  package var total: (cases: Int, passed: Int) {
    groups.reduce((0, 0)) { ($0.0 + $1.group.cases, $0.1 + $1.group.passed) }
  }

  /// A table of the groups.
  package var description: String {
    let rows = groups.map { name, group in
      let others = group.others > 0 ? "  not counted: \(group.othersPassed) of \(group.others)" : ""
      return "  \(Self.padded(name, to: 12)) \(group.passed) of \(group.cases)\(others)"
    }
    return (rows + ["  all          \(total.passed) of \(total.cases)"])
      .joined(separator: "\n")
  }

  /// The recordings that count and do not pass, each with what does not agree.
  package var failures: String {
    groups.flatMap { name, group in
      group.faults.map { "  \($0.id): \($0.names.joined(separator: " "))" }
    }
    .joined(separator: "\n")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
