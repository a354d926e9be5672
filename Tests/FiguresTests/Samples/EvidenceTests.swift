import Foundation
import Testing

/// Every test that a page names exists.
@Suite struct EvidenceTests {
  @Test func testsThatPagesNameExist() throws {
    let pages = try Catalogue.pages().map(\.text) + [Self.seeds()]
    let names = pages.flatMap { Self.names(in: $0) }
    let files = try SampleCode.files(in: "Tests") + SampleCode.files(in: "Benchmarks/Tests")
    let suites = Self.suites(in: files.map(\.text))
    #expect(names.count > 100)
    for (suite, test) in names {
      let tests = try #require(suites[suite], "there is no suite \(suite)")
      #expect(test.map { tests.contains($0) } ?? true, "\(suite) has no test \(test ?? "")")
    }
  }

  /// `SEEDS.md` has every row once, in order; each names its tests or is open.
  @Test func everySeedRowIsHeldOrOpen() throws {
    let row = /(?m)^\| ([A-EG]\d+) \| (.+?) \| (.+?) \| (.*?)\|$/
    let page = try Self.seeds()
    let rows = page.matches(of: row)
    let last = [("A", 78), ("B", 13), ("C", 12), ("D", 9), ("E", 16), ("G", 13)]
    #expect(
      rows.map { "\($0.1)" } == last.flatMap { name, count in (1...count).map { "\(name)\($0)" } })
    for row in rows {
      let names = Self.names(in: String(row.4))
      switch row.3 {
      case "held": #expect(!names.isEmpty && names.allSatisfy { $0.test != nil }, "\(row.1)")
      case "partly": #expect(!names.isEmpty && row.4.contains(";"), "\(row.1)")
      case "open", "no meaning": #expect(names.isEmpty, "\(row.1)")
      default: Issue.record("\(row.1) is \(row.3)")
      }
    }
    let (first, more) = (rows.filter { !$0.1.hasPrefix("G") }, rows.filter { $0.1.hasPrefix("G") })
    for match in page.matches(of: /(?m)^- \*\*(.+?)\*\* \((\d+)\):/) {
      #expect(first.count { $0.3 == match.1 } == Int(match.2), "\(match.1)")
    }
    let states = ["held", "open", "no meaning"].map { state in more.count { $0.3 == state } }
    #expect(page.contains("with \(states[0]) held, \(states[1]) open and \(states[2]) without"))
  }

  private static func seeds() throws -> String {
    let page = Catalogue.root.appendingPathComponent("Tests/SEEDS.md")
    return String(decoding: try Data(contentsOf: page), as: UTF8.self)
  }

  @Test func findsNamesInPages() {
    let names = Self.names(in: "| A1 | `a` | `OneTests.two`, `ThreeTests` |\n`FourTests.five()`")
    #expect(names.map(\.suite) == ["OneTests", "ThreeTests"])
    #expect(names.map(\.test) == ["two", nil])
  }

  /// The names of suites and tests in code on a page.
  private static func names(in page: String) -> [(suite: String, test: String?)] {
    page.matches(of: /`([A-Z]\w*Tests)(?:\.(\w+))?`/).map { match in
      (String(match.1), match.2.map(String.init))
    }
  }

  @Test func findsTestsInTheirSuites() {
    let suites = Self.suites(in: [
      """
      @Suite(.serialized) struct OneTests {
        func helper() {}
        @Test(
          arguments: [1])
        func first(number: Int) {
          func inner() {}
        }
      }
      extension OneTests {
        @Test func second() {}
      }
      final class OtherTests {
        @Test func third() {}
      }
      """
    ])
    #expect(suites == ["OneTests": ["first", "second"], "OtherTests": ["third"]])
  }

  /// The tests by suite: functions behind `@Test`, between the braces of the suite.
  private static func suites(in files: [String]) -> [String: Set<String>] {
    let suite = /(?m)^(?:@Suite.*)?(?:final class|struct|extension) (\w+Tests)\b/
    return files.reduce(into: [:]) { suites, text in
      for match in text.matches(of: suite) {
        let rest = text[match.range.upperBound...]
        let body = rest[..<(rest.firstRange(of: "\n}")?.lowerBound ?? rest.endIndex)]
        let names = body.split(separator: "@Test").dropFirst().compactMap { piece in
          piece.firstMatch(of: /\bfunc (\w+)/).map { String($0.1) }
        }
        suites[String(match.1), default: []].formUnion(names)
      }
    }
  }
}
