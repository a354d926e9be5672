import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport

/// Lays out paragraphs with spans and attachments in the schema of browser recordings.
struct InlineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inline",
    abstract: "Lay out rich paragraphs in the format of browser recordings.",
    discussion: """
      Reads JSON objects with id and input, one per line, and prints one each: id, and the results \
      that input.ask names. Input has a paragraph (the properties of CSS in camelCase, lengths in \
      pixels or with a unit), content (strings, {"span": style, "content": [...]}, {"box": \
      {"width", "height"}}, {"br": true}, {"ruby": ..., "pairs": [...]}), and optional hits \
      (points) and selections (ranges). Offsets are UTF-16.

      The results are: lines, height, maxContent, minContent, spans, boxes, annotations, \
      graphemes, carets, hits, selections, clamp.

      The table of fonts is a JSON object: {"sans": {"faces": [{"file": \
      "NotoSans-Regular.ttf"}, ...]}, ...}, with "index" for faces of a collection. Files are \
      searched for in --font-dir, then in the system's folders.

      Example:

        linecaster-conformance inline cases.jsonl --fonts fonts.json > results.jsonl

      Exit status: 0 on success, 1 if a case or the table is invalid (the other cases are still \
      laid out), 64 if the command line is wrong.
      """)

  @OptionGroup var input: ParagraphCases

  func run() throws {
    let lines = try CaseLines(path: input.cases)
    var table = try input.table()
    try lines.report { line in
      let record = Self.record(for: line, with: &table)
      try StandardStream.output.write(record.line())
      return record.error
    }
  }

  /// Runs the case on a line of a file.
  private static func record(for line: Data, with fonts: inout FontFamilyTable) -> InlineRecord {
    do {
      let item: InlineCase = try CaseLines.decode(line, limit: ParagraphCases.lengthLimit)
      return InlineRecord(id: item.id, answers: try item.answers(with: &fonts), error: nil)
    } catch {
      let named: InlineCase.Name? = try? CaseLines.decode(line, limit: ParagraphCases.lengthLimit)
      return InlineRecord(id: named?.id, answers: InlineAnswers(), error: "\(error)")
    }
  }
}

/// The output for a case: its answers, or its error.
private struct InlineRecord: CaseRecord {
  /// The id of the case; `nil` if it could not be read.
  let id: String?
  let answers: InlineAnswers
  /// The error of the case.
  let error: String?

  private enum CodingKeys: String, CodingKey {
    case id, error
  }

  func encode(to encoder: any Encoder) throws {
    try answers.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    // `id` is written even if it is null.
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(error, forKey: .error)
  }
}
