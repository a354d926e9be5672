import Foundation
@testable import LinecasterConformance
import LinecasterScenes
import LinecasterTestSupport
import Testing

/// The parser agrees with the examples of the specifications, compared as HTML.
@Suite struct CommonMarkTests {
  private static let folder = "conformance/markdown"

  /// A file of examples.
  struct File: CustomTestStringConvertible, Sendable {
    let name: String
    let count: Int
    /// Whether examples without names of extensions need those of GitHub.
    let isGitHub: Bool
    /// Examples that a later specification changed.
    let superseded: Set<Int>
    var testDescription: String { name }
  }

  static let files = [
    File(name: "commonmark-0.31.2", count: 655, isGitHub: false, superseded: []),
    // HTML comments may contain hyphens since CommonMark 0.31.
    File(name: "gfm-0.29", count: 673, isGitHub: false, superseded: [645, 646]),
    File(name: "gfm-extensions", count: 28, isGitHub: true, superseded: []),
  ]

  static func examples(_ file: File) throws -> [MarkdownCase] {
    let path = try #require(SharedFiles.path("\(folder)/\(file.name).jsonl"))
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(MarkdownCase.self, from: Data($0.utf8))
    }
  }

  @Test(
    .enabled(if: SharedFiles.mayRun(with: folder), "no examples of CommonMark here"),
    arguments: files)
  func examplesHaveTheirHTML(file: File) throws {
    let examples = try Self.examples(file)
    #expect(examples.count == file.count)
    let isGitHub = examples.contains { !$0.isOfSpecification }
    #expect(isGitHub == file.isGitHub)
    for example in examples {
      let dialect = example.dialect(isGitHub: isGitHub)
      let html = dialect.html(of: example.markdown)
      #expect(dialect.html(growing: example.markdown) == html)
      let expected = try #require(example.html)
      // For this example, the tests of cmark-gfm only require an end.
      if expected == "<IGNORE>\n" { continue }
      let isEqual = Self.normal(html) == Self.normal(expected)
      #expect(isEqual != file.superseded.contains(example.example), "\(example.example): \(html)")
    }
  }

  /// HTML with the attributes of check boxes in one order, which differs between GitHub's
  /// specifications.
  static func normal(_ html: String) -> String {
    html.replacing(" />", with: ">")
      .replacing("type=\"checkbox\" checked=\"\" disabled=\"\"", with: "checked=\"\" checkbox")
      .replacing("checked=\"\" disabled=\"\" type=\"checkbox\"", with: "checked=\"\" checkbox")
      .replacing("type=\"checkbox\" disabled=\"\"", with: "checkbox")
      .replacing("disabled=\"\" type=\"checkbox\"", with: "checkbox")
  }
}
