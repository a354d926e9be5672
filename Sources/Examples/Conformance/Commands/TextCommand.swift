import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport

/// Lays out paragraphs in the schema of browser recordings.
struct TextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Lay out paragraphs in the format of browser recordings.",
    discussion: """
      Reads JSON objects with id and input, one per line, and prints one each. The fields of input \
      are those of CSS, lengths in pixels, with CSS's defaults:

        text, fonts (names from the table, in the order of fallback), size; and optional
        width, lineHeight, dir, lang, align, whiteSpace, wordBreak, overflowWrap, lineBreak,
        letterSpacing, wordSpacing, tabSize, indent, lineClamp, textOverflow

      The result has the start (UTF-8 and UTF-16) and the width of every line, the height, the \
      max-content and min-content widths, where the text before an ellipsis ends (shownTo8), and \
      for every grapheme its UTF-8 offset, left edge and width.

      The table of fonts is a JSON object: {"sans": {"file": "NotoSans-Regular.ttf"}, ...}, with \
      "index" for faces of a collection. Files are searched for in --font-dir, then in the \
      system's folders.

      Example:

        linecaster-conformance text cases.jsonl --fonts fonts.json > results.jsonl

      Exit status: 0 on success, 1 if a case or the table is invalid (the other cases are still \
      laid out), 64 if the command line is wrong.
      """)

  @OptionGroup var input: ParagraphCases

  func run() throws {
    let lines = try CaseLines(path: input.cases)
    var runner = TextCaseRunner(fonts: try input.table())
    try lines.report { line in
      let record = runner.record(for: line)
      try StandardStream.output.write(record.line())
      return record.error
    }
  }
}

/// Lays out cases with the fonts of a table.
struct TextCaseRunner {
  private var fonts: FontFamilyTable

  init(fonts: FontFamilyTable) {
    self.fonts = fonts
  }

  /// Runs the case on a line of a file; `error` of the result describes a fault.
  mutating func record(for line: Data) -> TextRecord {
    var name: String?
    do {
      let named: TextCase.Name? = try? CaseLines.decode(line, limit: ParagraphCases.lengthLimit)
      name = named?.id
      let item: TextCase = try CaseLines.decode(line, limit: ParagraphCases.lengthLimit)
      return try TextRecord(item, typesetter: fonts.typesetter(for: item.input.fonts))
    } catch {
      return TextRecord(id: name, error: "\(error)")
    }
  }
}

/// A paragraph to lay out, in the format of the browser's recordings.
struct TextCase: Decodable {
  /// The name of the case in the result.
  let id: String
  /// The text and the style, in CSS keywords.
  let input: Input

  /// The text and the style; lengths are in CSS pixels, which are layout points.
  struct Input: Decodable {
    let text: String
    /// Keys of the table of fonts, in the order of fallback.
    let fonts: [String]
    let size: Double
    /// The width of the container; `nil` for the width of the widest line.
    let width: Double?
    /// The line height; `nil` for that of the fonts.
    let lineHeight: Double?
    let dir: String?
    let lang: String?
    let align: String?
    let whiteSpace: String?
    let wordBreak: String?
    let overflowWrap: String?
    let lineBreak: String?
    let letterSpacing: Double?
    let wordSpacing: Double?
    /// The tab width in spaces (CSS `tab-size`).
    let tabSize: Double?
    /// The indentation of the first line (CSS `text-indent`).
    let indent: Double?
    /// The maximum number of lines; the last one ends in an ellipsis if text is truncated.
    let lineClamp: Int?
    let textOverflow: String?
  }

  /// The part of an invalid case that identifies it.
  struct Name: Decodable {
    let id: String?
  }
}

extension TextCase.Input {
  /// The paragraph without truncation, with its fonts in fallback order.
  func paragraph(families: [String]) throws(CaseFault) -> Paragraph {
    let wraps = wordBreak == "break-word" ? "anywhere" : overflowWrap
    var style = ParagraphStyle()
    style.alignment = try CSSKeywords.alignment.value(align)
    style.baseDirection = try CSSKeywords.direction.value(dir)
    style.lineHeight = lineHeight.map { .points($0) } ?? .normal
    style.firstLineIndent = indent ?? 0
    style.tabSize = tabSize ?? style.tabSize
    style.whiteSpace = try CSSKeywords.whiteSpace.value(whiteSpace)
    style.wordBreak = try CSSKeywords.wordBreak.value(wordBreak)
    style.overflowWrap = try CSSKeywords.overflowWrap.value(wraps)
    style.lineBreakStrictness = try CSSKeywords.lineBreak.value(lineBreak)
    let textStyle = TextStyle(
      families: families, size: size, language: lang, letterSpacing: letterSpacing ?? 0,
      wordSpacing: wordSpacing ?? 0)
    return Paragraph(text, style: textStyle, paragraphStyle: style)
  }

  /// The same paragraph with `lineClamp` and `textOverflow`; `nil` without them.
  func cutParagraph(families: [String]) throws(CaseFault) -> Paragraph? {
    let endsOverflow = try CSSKeywords.textOverflow.value(textOverflow)
    guard lineClamp != nil || endsOverflow else { return nil }
    var cut = try paragraph(families: families)
    cut.style.maximumLines = lineClamp
    cut.style.truncatesOverflow = endsOverflow
    return cut
  }
}

/// The output for a case: its lines and positions, or its error.
struct TextRecord: CaseRecord {
  /// The id of the case; `nil` if it could not be read.
  let id: String?
  var lines: [LineRecord]?
  var height: Double?
  var maxContent: Double?
  var minContent: Double?
  /// The end of the text before an ellipsis; `nil` if all of it is shown.
  var shownTo8: Int?
  var shownTo16: Int?
  /// The UTF-8 offset, the left edge and the width of each grapheme.
  var graphemes: [[Double]]?
  /// The characters that no font has.
  var missing: [String]?
  /// The error of the case.
  var error: String?

  /// The start of a line, in UTF-8 and UTF-16 offsets, and the width of its text.
  struct LineRecord: Encodable, Equatable {
    let start8: Int
    let start16: Int
    let width: Double
  }

  private enum CodingKeys: String, CodingKey {
    case id, lines, height, maxContent, minContent, shownTo8, shownTo16, graphemes, missing, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // `id` is written even if it is null.
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(lines, forKey: .lines)
    try container.encodeIfPresent(height, forKey: .height)
    try container.encodeIfPresent(maxContent, forKey: .maxContent)
    try container.encodeIfPresent(minContent, forKey: .minContent)
    try container.encodeIfPresent(shownTo8, forKey: .shownTo8)
    try container.encodeIfPresent(shownTo16, forKey: .shownTo16)
    try container.encodeIfPresent(graphemes, forKey: .graphemes)
    try container.encodeIfPresent(missing, forKey: .missing)
    try container.encodeIfPresent(error, forKey: .error)
  }
}

extension TextRecord {
  /// Lays out a case, and records the result.
  init(_ item: TextCase, typesetter: Typesetter) throws(CaseFault) {
    let input = item.input
    let families = typesetter.fonts.familyNames
    let prepared = typesetter.prepare(try input.paragraph(families: families))
    let maximum = prepared.maxContentWidth
    let width = input.width ?? maximum
    let layout = prepared.layout(width: width)
    let offsets = UTF8Offsets(input.text)
    let graphemes = layout.graphemes
    self.init(id: item.id)
    lines = Self.lines(of: layout, graphemes, input.text, offsets)
    height = Self.rounded(layout.size.height)
    maxContent = Self.rounded(maximum)
    minContent = Self.rounded(prepared.minContentWidth)
    self.graphemes = graphemes.map { place in
      [
        Double(offsets[place.utf16Range.lowerBound]), Self.rounded(place.x),
        Self.rounded(place.width),
      ]
    }
    let missing = layout.missingCharacters
    if !missing.isEmpty { self.missing = missing.map { String(Character($0)) } }
    if let cut = try input.cutParagraph(families: families),
      let hidden = typesetter.prepare(cut).layout(width: width).hiddenUTF16Range
    {
      shownTo16 = hidden.lowerBound
      shownTo8 = offsets[hidden.lowerBound]
    }
  }

  private static func lines(
    of layout: TextLayout, _ graphemes: [GraphemePlace], _ text: String, _ offsets: UTF8Offsets
  ) -> [LineRecord] {
    let units = Array(text.utf16)
    var rest = graphemes[...]
    return layout.lines.enumerated().map { index, line in
      let places = rest.prefix { $0.line == index }
      rest = rest.dropFirst(places.count)
      let start = line.utf16Range.lowerBound
      let width = LineExtent(places, units).width(of: line, units)
      return LineRecord(start8: offsets[start], start16: start, width: rounded(width))
    }
  }

  /// A length rounded to ten-thousandths of a layout point, below any measurement.
  private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

/// The horizontal extent of a line's text, without white space at its end, hanging or not.
struct LineExtent {
  private var left = Double.infinity
  private var right = -Double.infinity

  init(_ places: ArraySlice<GraphemePlace>, _ text: [UInt16]) {
    var places = places
    while let last = places.last, text[last.utf16Range].allSatisfy(Self.isWhite) {
      places.removeLast()
    }
    for place in places where place.width > 0 {
      left = min(left, place.x)
      right = max(right, place.x + place.width)
    }
  }

  /// The distance between its edges in layout points; for a line that ends in a hyphen, the width
  /// of the line with it.
  func width(of line: Line, _ text: [UInt16]) -> Double {
    if text[line.utf16Range].last == Self.softHyphen { return line.frame.width }
    return max(0, right - left)
  }

  private static let softHyphen: UInt16 = 0xAD

  /// White space that may hang (CSS Text 3 §4.1.3): no no-break or figure space.
  private static func isWhite(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09, 0x0A, 0x0D, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x3000: true
    default: false
    }
  }
}

/// A map from UTF-16 to UTF-8 offsets; both halves of a surrogate pair have the same offset.
struct UTF8Offsets {
  private var offsets: [Int] = []

  init(_ text: String) {
    offsets.reserveCapacity(text.utf16.count + 1)
    var offset = 0
    for scalar in text.unicodeScalars {
      for _ in 0..<UTF16.width(scalar) { offsets.append(offset) }
      offset += UTF8.width(scalar)
    }
    offsets.append(offset)
  }

  /// The UTF-8 offset for a UTF-16 offset; those beyond the text map to its end.
  subscript(_ offset: Int) -> Int { offsets[min(max(0, offset), offsets.count - 1)] }
}

/// The cases and fonts of the commands for paragraphs in the schema of browser recordings.
struct ParagraphCases: ParsableArguments {
  @Argument(help: "The file of cases, or - for standard input.")
  var cases: String

  @Option(help: "The table of fonts.")
  var fonts: String

  @Option(help: "A folder to search for the table's files, with its subfolders; may be repeated.")
  var fontDir: [String] = []

  /// The maximum length of a line in a case file, in bytes.
  static let lengthLimit = 64 << 20

  /// Reads the table of fonts.
  ///
  /// - Throws: `CommandFailure` that names it.
  func table() throws(CommandFailure) -> FontFamilyTable {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: fonts))
      return try FontFamilyTable(data, source: fonts, folders: fontDir)
    } catch let error as DecodingError {
      throw CommandFailure(description: "\(fonts): \(JSONFault(error))")
    } catch {
      throw CommandFailure(
        description: "\(fonts): cannot be read: \(SystemFailure.reason(error))")
    }
  }
}
