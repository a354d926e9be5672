import Foundation
import Testing

/// Holds the tests that pages name against the tests that there are.
@Suite struct EvidenceTests {
  @Test func testsThatPagesNameExist() throws {
    let names = try Catalogue.pages().flatMap { Self.names(in: $0.text) }
    let files = try Self.testFiles()
    #expect(names.count > 20)
    for (suite, test) in names {
      let source = try #require(files[suite], "there is no suite \(suite)")
      let exists = test.map { source.contains("func \($0)(") } ?? true
      #expect(exists, "\(suite) has no test \(test ?? "")")
    }
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
    return try SampleCode.files(in: "Tests").reduce(into: [:]) { files, file in
      for match in file.text.matches(of: suite) {
        files[String(match.1), default: ""] += file.text
      }
    }
  }
}
