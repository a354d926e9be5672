import ArgumentParser
import Foundation
import Linecaster

/// Lays out paragraphs as a browser's recordings have them.
struct TextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Lay out paragraphs in the format of browser recordings.",
    discussion: """
      Reads a JSON object a line with id and input, and prints one a line. The fields of input \
      are those of CSS, lengths in pixels, with CSS's defaults:

        text, fonts (names from the table, in the order of fallback), size; and if wanted
        width, lineHeight, dir, lang, align, whiteSpace, wordBreak, overflowWrap, lineBreak,
        letterSpacing, wordSpacing, tabSize, indent, lineClamp, textOverflow

      The result has the start (UTF-8 and UTF-16) and the width of every line, the height, the \
      max-content and min-content widths, where the text before an ellipsis ends (shownTo8), and \
      for every grapheme its UTF-8 offset, left edge and width.

      The table of fonts is a JSON object: {"sans": {"file": "NotoSans-Regular.ttf"}, ...}, with \
      "index" for faces of a collection. Files are looked for in --font-dir, then in the \
      system's folders.

      Example:

        linecaster text cases.jsonl --fonts fonts.json > results.jsonl

      Exit status: 0 when all is well, 1 when a case or the table is at fault (the other cases \
      are laid out all the same), 64 when the command line is.
      """)

  @Argument(help: "The file of cases, or - for standard input.")
  var cases: String

  @Option(help: "The table of fonts.")
  var fonts: String

  @Option(help: "A folder of font files, with those below; may be given more than once.")
  var fontDir: [String] = []

  func run() throws {
    do {
      let lines = try CaseLines(path: cases)
      var runner = TextCaseRunner(fonts: try FontTable(path: fonts, folders: fontDir))
      try lines.report { line in
        let record = runner.record(for: line)
        try FileHandle.standardOutput.write(contentsOf: record.line())
        return record.error
      }
    } catch let status as ExitCode {
      throw status
    } catch {
      throw CommandFailure.report(["\(error)"])
    }
  }
}
