import Foundation
import Testing

/// Holds the tests that pages name against the tests that there are.
@Suite struct EvidenceTests {
  @Test func testsThatPagesNameExist() throws {
    let pages = try Catalogue.pages().map(\.text) + [Self.seeds()]
    let names = pages.flatMap { Self.names(in: $0) }
    let files = try Self.testFiles()
    #expect(names.count > 100)
    for (suite, test) in names {
      let source = try #require(files[suite], "there is no suite \(suite)")
      let exists = test.map { source.contains("func \($0)(") } ?? true
      #expect(exists, "\(suite) has no test \(test ?? "")")
    }
  }

  /// Every row of `SEEDS.md` is there once, in order; it names its test, or is named as open.
  @Test func everySeedRowIsHeldOrOpen() throws {
    let row = /(?m)^\| ([A-E]\d+) \| (.+?) \| (.+?) \| (.*?)\|$/
    let rows = try Self.seeds().matches(of: row)
    let last = [("A", 78), ("B", 13), ("C", 12), ("D", 9), ("E", 16)]
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

  /// What is in code on a page and looks like a suite, or like a test in one.
  private static func names(in page: String) -> [(suite: String, test: String?)] {
    page.matches(of: /`([A-Z]\w*Tests)(?:\.(\w+))?`/).map { match in
      (String(match.1), match.2.map(String.init))
    }
  }

  /// The test files by the suites in them.
  private static func testFiles() throws -> [String: String] {
    let suite = /(?m)^(?:@Suite.*)?(?:final class|struct|extension) (\w+Tests)\b/
    let all = try SampleCode.files(in: "Tests") + SampleCode.files(in: "Benchmarks/Tests")
    return all.reduce(into: [:]) { files, file in
      for match in file.text.matches(of: suite) {
        files[String(match.1), default: ""] += file.text
      }
    }
  }
}
