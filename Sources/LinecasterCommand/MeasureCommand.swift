import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport

/// Lays out a text and prints its measurements.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Lay out a text and show its lines.",
    discussion: """
      Prints the size, each line with its width, the fonts used and the characters missing from \
      all fonts. The keywords of --dir, --align, --white-space, --word-break, --overflow-wrap and \
      --line-break are those of CSS.

      Examples:

        linecaster measure "Hello, world" --width 60
        linecaster measure "Hello, world" --width 60 --lines 1 --json
        fortune | linecaster measure - --width 320 --size 20 --family "Noto Sans Mono"
        linecaster measure "Hello, world" --font Inter.ttf --json

      Exit status: 0 on success, 1 if the input or a font failed, 64 if the command line is wrong.
      """)

  @Argument(help: "The text, or - for standard input without its last line end.")
  var text: String

  @Option(help: "The width in layout points; by default, lines end only at line breaks.")
  var width: Double?

  @Option(help: "The font size in layout points.")
  var size = 15.0

  @Option(help: "A font family; repeat for fallback families, the preferred one first.")
  var family: [String] = []

  @Option(help: "The language as a BCP 47 tag, such as ja or zh-Hant.")
  var lang: String?

  @Option(help: "The maximum number of lines; the last ends in an ellipsis if text is cut off.")
  var lines: Int?

  @Option(help: "The direction: auto (from the first strong character), ltr or rtl.")
  var dir = "auto"

  @Option(help: "The alignment: start, end, left, right, center or justify.")
  var align = "start"

  @Option(help: "White space (CSS white-space): pre-wrap, normal, nowrap, pre, ...")
  var whiteSpace = "pre-wrap"

  @Option(help: "Breaks inside words: normal, break-all, keep-all or auto-phrase.")
  var wordBreak = "normal"

  @Option(help: "Breaks of words wider than a line: break-word, anywhere or normal.")
  var overflowWrap = "break-word"

  @Option(help: "The strictness of line breaking: auto, loose, normal, strict or anywhere.")
  var lineBreak = "auto"

  @Option(help: "The line height in layout points; by default, that of the fonts.")
  var lineHeight: Double?

  @OptionGroup var fonts: FontOptions

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
    let typesetter = Typesetter(fonts: try fonts.collection())
    let textStyle = TextStyle(families: family, size: size, language: lang)
    let paragraph = Paragraph(try input(), style: textStyle, paragraphStyle: try style())
    let report = MeasureReport(paragraph, width: width, typesetter: typesetter)
    CommandFailure.warn(typesetter.fontIssues.map(\.description))
    try StandardStream.output.write((json ? try report.json() : report.description) + "\n")
  }
}

extension MeasureCommand {
  private func style() throws(CaseFault) -> ParagraphStyle {
    ParagraphStyle(
      alignment: try CSSKeywords.alignment.value(align),
      baseDirection: try CSSKeywords.direction.value(dir),
      lineHeight: lineHeight.map { .points($0) } ?? .normal,
      whiteSpace: try CSSKeywords.whiteSpace.value(whiteSpace),
      lineBreakStrictness: try CSSKeywords.lineBreak.value(lineBreak),
      wordBreak: try CSSKeywords.wordBreak.value(wordBreak),
      overflowWrap: try CSSKeywords.overflowWrap.value(overflowWrap), maximumLines: lines)
  }

  private func input() throws -> String {
    guard text == "-" else { return text }
    guard let string = String(bytes: try Self.standardInput(), encoding: .utf8) else {
      throw CommandFailure(description: "standard input is not UTF-8")
    }
    // The line feed at the end of typed text or `echo` output is not part of the text.
    return string.last?.isNewline ?? false ? String(string.dropLast()) : string
  }

  private static func standardInput() throws(CommandFailure) -> Data {
    do {
      return try FileHandle.standardInput.readToEnd() ?? Data()
    } catch {
      throw CommandFailure(
        description: "standard input: cannot be read: \(SystemFailure.reason(error))")
    }
  }
}

/// The measurements of a text: its size, lines, fonts and missing characters.
///
/// Lengths are in layout points.
struct MeasureReport: Encodable {
  let width: Double
  let height: Double
  let maxContent: Double
  let minContent: Double
  let lines: [MeasuredLine]
  /// The font families of the glyphs, in order of appearance.
  let fonts: [String]
  /// The characters that no font has, each once.
  let missing: [String]

  /// Lays out a paragraph; the width is unlimited if `nil`.
  init(_ paragraph: Paragraph, width: Double?, typesetter: Typesetter) {
    let prepared = typesetter.prepare(paragraph)
    let layout = prepared.layout(width: width ?? .infinity)
    self.width = Self.rounded(layout.size.width)
    height = Self.rounded(layout.size.height)
    maxContent = Self.rounded(prepared.maxContentWidth)
    minContent = Self.rounded(prepared.minContentWidth)
    let units = Array(paragraph.text.string.utf16)
    lines = layout.lines.map { MeasuredLine($0, units) }
    fonts = Self.distinct(layout.glyphRuns.map(\.face.family))
    missing = Self.distinct(layout.missingCharacters.map(\.codePoint))
  }

  /// The report as a JSON object.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// A length rounded to thousandths, below any visible difference.
  static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension MeasureReport: CustomStringConvertible {
  /// The report as text: one line for each line.
  var description: String {
    var rows = ["\(lines.count) \(lines.count == 1 ? "line" : "lines"), \(width) × \(height)"]
    rows.append("widest \(maxContent), narrowest \(minContent)")
    rows += lines.enumerated().map { index, line in "\(index + 1): \(line)" }
    if !fonts.isEmpty { rows.append("fonts: \(fonts.joined(separator: ", "))") }
    if !missing.isEmpty { rows.append("missing: \(missing.joined(separator: ", "))") }
    return rows.map(CommandFailure.printable).joined(separator: "\n")
  }
}

/// A line of a measured text; lengths are in layout points from the text's top-left corner.
struct MeasuredLine: Encodable, CustomStringConvertible {
  /// The start in the text, as a UTF-16 offset.
  let start: Int
  /// The end in the text, including white space and line terminator.
  let end: Int
  let text: String
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  let baseline: Double
  /// Whether it ends in an ellipsis.
  let isTruncated: Bool

  init(_ line: Line, _ units: [UInt16]) {
    start = line.utf16Range.lowerBound
    end = line.utf16Range.upperBound
    text = String(decoding: units[line.utf16Range.clamped(to: units.indices)], as: UTF16.self)
    x = MeasureReport.rounded(line.frame.minX)
    y = MeasureReport.rounded(line.frame.minY)
    width = MeasureReport.rounded(line.frame.width)
    height = MeasureReport.rounded(line.frame.height)
    baseline = MeasureReport.rounded(line.baseline)
    isTruncated = line.isTruncated
  }

  /// The line as text: its width and its content.
  var description: String { "\(width) \"\(text)\(isTruncated ? "…" : "")\"" }
}
