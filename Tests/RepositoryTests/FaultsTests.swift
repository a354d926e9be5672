import Testing

/// The list of faults that `make nightly PART=mutants` puts into the state machines.
@Suite struct FaultsTests {
  /// An entry of the list: lines that replace others.
  private struct Fault {
    var number = 0
    var path = ""
    var old = ""
    var new = ""
  }

  private static func faults(in list: String) -> [Fault] {
    var faults: [Fault] = []
    for line in list.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") {
        faults.append(Fault(number: Int(line.dropFirst(3).prefix { $0 != "." }) ?? 0))
      } else if let last = faults.indices.last {
        if line.hasPrefix("In `") {
          faults[last].path = "Sources/LinecasterList/Controller/\(line.dropFirst(4).dropLast(2))"
        } else if line.hasPrefix("-") {
          faults[last].old += line.dropFirst() + "\n"
        } else if line.hasPrefix("+") {
          faults[last].new += line.dropFirst() + "\n"
        }
      }
    }
    return faults
  }

  @Test func everyFaultFitsTheSources() throws {
    let repository = Repository.shared
    let faults = Self.faults(in: try #require(repository.text("Tests/FAULTS.md")))
    #expect(faults.count >= 20)
    #expect(faults.map(\.number) == Array(1..<faults.count + 1))
    for fault in faults {
      let source = try #require(repository.text(fault.path), "fault \(fault.number)")
      let count = fault.old.isEmpty ? 0 : source.ranges(of: fault.old).count
      #expect(count == 1, "fault \(fault.number) is \(count) times in \(fault.path)")
      #expect(fault.new.contains(/\bfault\b/), "fault \(fault.number) has no switch")
    }
  }

  @Test func findsFaultsInAList() {
    let list = "text\n## 7. It is\n\nIn `A.swift`:\n\n```diff\n-  a\n-b\n+  if fault { a }\n```\n"
    let fault = Self.faults(in: list).first
    #expect(fault?.number == 7 && fault?.path.hasSuffix("/A.swift") == true)
    #expect(fault?.old == "  a\nb\n" && fault?.new == "  if fault { a }\n")
  }
}
