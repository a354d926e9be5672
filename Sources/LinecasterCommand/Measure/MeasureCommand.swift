import ArgumentParser
import Foundation
import Linecaster

/// Lays a text out and says what came of it.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Lay out a text and show its lines.",
    discussion: """
      Prints the size, every line with its width, the fonts that were used and the characters \
      that none of them has. Words for --dir, --align, --white-space, --word-break, \
      --overflow-wrap and --line-break are those of CSS.

      Examples:

        linecaster measure "Hello, world" --width 60
        linecaster measure "Hello, world" --width 60 --lines 1 --json
        fortune | linecaster measure - --width 320 --size 20 --family "Noto Sans Mono"

      Exit status: 0 when all is well, 1 when the input or a font is at fault, 64 when the \
      command line is.
      """)

  @Argument(help: "The text, or - for standard input without the last line's end.")
  var text: String

  @Option(help: "The width in layout points; without it lines end only where the text says.")
  var width: Double?

  @Option(help: "The size of the em in layout points.")
  var size = 15.0

  @Option(help: "A font family to draw with; given more than once, the best first.")
  var family: [String] = []

  @Option(help: "The language as a BCP 47 tag, such as ja or zh-Hant.")
  var lang: String?

  @Option(help: "The most lines; the last ends in an ellipsis where text is left.")
  var lines: Int?

  @Option(help: "The direction: auto (as the text starts), ltr or rtl.")
  var dir = "auto"

  @Option(help: "The alignment: start, end, left, right, center or justify.")
  var align = "start"

  @Option(help: "What becomes of white space: pre-wrap, normal, nowrap, pre ...")
  var whiteSpace = "pre-wrap"

  @Option(help: "Breaks between letters: normal, break-all or keep-all.")
  var wordBreak = "normal"

  @Option(help: "What becomes of words wider than a line: break-word, anywhere or normal.")
  var overflowWrap = "break-word"

  @Option(help: "How strict line breaking is: auto, loose, normal, strict or anywhere.")
  var lineBreak = "auto"

  @Option(help: "The height of lines in layout points; without it what the fonts ask for.")
  var lineHeight: Double?

  @Option(help: "Use the fonts of this folder, in the order of their names, not the bundled ones.")
  var fontDir: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard size > 0, size.isFinite else { throw ValidationError("--size must be above 0.") }
    guard width.map({ $0 >= 0 && $0.isFinite }) ?? true else {
      throw ValidationError("--width must be at least 0.")
    }
    guard lines ?? 1 > 0 else { throw ValidationError("--lines must be at least 1.") }
    do {
      _ = try style()
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    do {
      let fonts = try fontDir.map(FontCollection.folder) ?? .bundled()
      let textStyle = TextStyle(families: family, size: size, language: lang)
      let paragraph = Paragraph(try input(), style: textStyle, paragraphStyle: try style())
      let report = MeasureReport(paragraph, width: width, typesetter: Typesetter(fonts: fonts))
      print(json ? try report.json() : report.description)
    } catch {
      throw CommandFailure.report(["\(error)"])
    }
  }
}

extension MeasureCommand {
  private func style() throws(InputFailure) -> ParagraphStyle {
    ParagraphStyle(
      alignment: try CSSWords.alignment.value(align),
      baseDirection: try CSSWords.direction.value(dir),
      lineHeight: lineHeight.map { .points($0) } ?? .normal,
      whiteSpace: try CSSWords.whiteSpace.value(whiteSpace),
      lineBreakStrictness: try CSSWords.lineBreak.value(lineBreak),
      wordBreak: try CSSWords.wordBreak.value(wordBreak),
      overflowWrap: try CSSWords.overflowWrap.value(overflowWrap), maximumLines: lines)
  }

  private func input() throws -> String {
    guard text == "-" else { return text }
    let data = try FileHandle.standardInput.readToEnd() ?? Data()
    guard let string = String(bytes: data, encoding: .utf8) else {
      throw InputFailure(description: "standard input is not UTF-8")
    }
    // What a person types or `echo` prints ends in a line feed that is not meant.
    return string.last?.isNewline ?? false ? String(string.dropLast()) : string
  }
}
