import ArgumentParser
import Foundation
import LinecasterCommandSupport

/// Writes the HTML of examples of Markdown.
struct MarkdownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "markdown",
    abstract: "Write the HTML of examples of CommonMark and GitHub Flavored Markdown.",
    discussion: """
      Reads JSON objects with example (a number) and markdown, one per line, and prints one each: \
      example and html, in the form of the specifications. Examples may name extensions: table, \
      tasklist, strikethrough, autolink, footnotes, tagfilter.

      Examples without names are CommonMark. If the file has sections that neither specification \
      has, they are read with all extensions; --dialect sets it for any file.

      Example:

        linecaster-conformance markdown spec.jsonl > html.jsonl

      Exit status: 0 on success, 1 if an example is invalid (the others are still written), 64 if \
      the command line is wrong.
      """)

  /// The extensions of examples that name none.
  enum Dialect: String, ExpressibleByArgument, CaseIterable {
    case auto
    case commonmark
    case gfm
  }

  @Argument(help: "The file of examples, or - for standard input.")
  var examples = "-"

  @Option(help: "The dialect of examples that name no extensions.")
  var dialect = Dialect.auto

  @Flag(help: "Read each example byte by byte, as text that grows.")
  var growing = false

  /// The maximum length of a line, in bytes.
  private static let lengthLimit = 256 << 20

  func run() throws {
    let lines = try CaseLines(path: examples)
    let isGitHub = try isGitHub(lines)
    try lines.report { line in
      let record = record(for: line, isGitHub: isGitHub)
      try StandardStream.output.write(record.line())
      return record.error
    }
  }

  private func isGitHub(_ lines: CaseLines) throws -> Bool {
    guard dialect == .auto else { return dialect == .gfm }
    var isOfSpecification = true
    try lines.report { line in
      let example: MarkdownCase? = try? CaseLines.decode(line, limit: Self.lengthLimit)
      if let example, !example.isOfSpecification { isOfSpecification = false }
      return nil
    }
    return !isOfSpecification
  }

  private func record(for line: Data, isGitHub: Bool) -> MarkdownRecord {
    do {
      let example: MarkdownCase = try CaseLines.decode(line, limit: Self.lengthLimit)
      let dialect = example.dialect(isGitHub: isGitHub)
      let html =
        growing ? dialect.html(growing: example.markdown) : dialect.html(of: example.markdown)
      return MarkdownRecord(example: example.example, html: html)
    } catch {
      let number: MarkdownCase.Number? = try? CaseLines.decode(line, limit: Self.lengthLimit)
      return MarkdownRecord(example: number?.example, error: "\(error)")
    }
  }
}

/// The output for an example: its HTML, or its error.
private struct MarkdownRecord: CaseRecord {
  /// The number of the example; `nil` if it could not be read.
  let example: Int?
  var html: String?
  var error: String?
}
