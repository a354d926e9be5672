import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport
import LinecasterFonts

/// Lists fonts, and shows the ones that text is drawn with.
struct FontsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "List fonts, and explain which ones a text is drawn with.",
    discussion: """
      Examples:

        linecaster fonts list
        linecaster fonts list --font /usr/share/fonts --family "Noto Serif" --json
        linecaster fonts match --family "Noto Sans" --weight 600 --slant italic
        linecaster fonts explain "Zoë 直 👍🏽" --lang ja

      Fonts of --font come first, then the bundled fonts, or with --system the installed fonts; \
      --no-bundled-fonts leaves those out.

      Exit status: 0 on success, 1 if there are no fonts, none matches, or a character is missing \
      from all, 64 if the command line is wrong.
      """,
    subcommands: [FontsListCommand.self, FontsMatchCommand.self, FontsExplainCommand.self])
}

/// Lists faces.
struct FontsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List faces in fallback order.")

  @OptionGroup var sources: FontSourceOptions

  @Option(help: "List the faces of this family only.")
  var family: String?

  func run() throws {
    let fonts = try sources.collection()
    let records = fonts.descriptions.filter(isWanted).map(FontRecord.init)
    guard !records.isEmpty else {
      throw CommandFailure.report([fonts.noFamily(named: family ?? "")])
    }
    if sources.json {
      try StandardStream.output.writeJSON(records)
    } else {
      let table = TextTable(titles: FontRecord.titles, rows: records.map(\.columns))
      let families = Set(records.map { $0.family.lowercased() }).count
      try StandardStream.output.write(
        lines: table.lines + ["", "faces: \(records.count), families: \(families)"])
    }
  }

  private func isWanted(_ face: FontDescription) -> Bool {
    guard let name = family?.lowercased() else { return true }
    return ([face.family] + face.otherFamilyNames).contains { $0.lowercased() == name }
  }
}

/// Shows the faces that a style is drawn with.
struct FontsMatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Show the faces that match a style, for each family.",
    discussion: """
      Faces are matched by the rules of CSS: width first, then slant, then weight. Variable fonts \
      are shown with the axis values used for drawing. Missing styles are synthesized.

        linecaster fonts match --family "Noto Sans" --family "Noto Sans Thai" --weight 700
      """)

  @OptionGroup var sources: FontSourceOptions
  @OptionGroup var style: FontStyleOptions

  func run() throws {
    let fonts = try sources.collection()
    var request = try style.request()
    let names = request.families.isEmpty ? [fonts.familyNames[0]] : request.families
    var faces: [FontFace] = []
    var unknown: [String] = []
    for name in names {
      request.families = [name]
      if let face = fonts.face(for: request) {
        faces.append(face)
      } else {
        unknown.append(fonts.noFamily(named: name))
      }
    }
    try write(faces.map(FontRecord.init))
    if !unknown.isEmpty { throw CommandFailure.report(unknown) }
  }

  private func write(_ records: [FontRecord]) throws {
    if sources.json {
      try StandardStream.output.writeJSON(records)
    } else if !records.isEmpty {
      let table = TextTable(titles: FontRecord.titles, rows: records.map(\.columns))
      try StandardStream.output.write(lines: table.lines)
    }
  }
}

/// Explains the choice of face for each grapheme of a text.
struct FontsExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain which faces are tested for a text, and why each is used or skipped.",
    discussion: """
      Prints the faces that are tested for each grapheme, in order: the families of --family, or \
      else the first family, then faces that cover the character's range, the best for the \
      language first.

        linecaster fonts explain "1 1\u{FE0F}\u{20E3} 直" --family "Noto Sans Mono" --lang zh-TW
      """)

  @Argument(help: "The text.")
  var text: String

  @OptionGroup var sources: FontSourceOptions
  @OptionGroup var style: FontStyleOptions

  func run() throws {
    let explanation = Typesetter(fonts: try sources.collection())
      .explainFonts(of: text, style: try style.style())
    if sources.json {
      try StandardStream.output.writeJSON(explanation.graphemes.map(ExplanationRecord.init))
    } else {
      try StandardStream.output.write(
        lines: explanation.description.split(separator: "\n").map {
          CommandFailure.printable(String($0))
        }
      )
    }
    if explanation.graphemes.contains(where: { !$0.missing.isEmpty }) { throw ExitCode(1) }
  }
}

/// The options for the source of fonts, for all font commands.
struct FontSourceOptions: ParsableArguments {
  @OptionGroup var fonts: FontOptions

  @Flag(help: "Use the fonts installed on the system instead of the bundled fonts.")
  var system = false

  @Flag(help: "Print JSON.")
  var json = false

  /// The fonts in fallback order.
  func collection() throws -> FontCollection {
    try fonts.collection { try system ? Self.installed() : .bundled() }
  }

  func validate() throws {
    guard !system || !fonts.noBundledFonts else {
      throw ValidationError("--system and --no-bundled-fonts cannot be combined.")
    }
  }

  private static func installed() throws -> FontCollection {
    #if SystemFonts
      return try .system()
    #else
      throw CommandFailure.report([
        "--system needs the trait SystemFonts, which is not built in; "
          + "build with swift build --traits SystemFonts"
      ])
    #endif
  }
}

extension FontCollection {
  /// The message for an unknown family name.
  fileprivate func noFamily(named name: String) -> String {
    "no family is named \(name)"
      + (NearestName.of(name, among: familyNames).map { "; did you mean \($0)?" } ?? "")
  }
}

/// The options for the style of text.
struct FontStyleOptions: ParsableArguments {
  @Option(help: "A font family; repeat for fallback families, the preferred one first.")
  var family: [String] = []

  @Option(help: "The weight, 1 to 1000; 400 is regular, 700 bold.")
  var weight = 400

  @Option(help: "The width in percent, 50 to 200.")
  var width = 100.0

  @Option(help: "The slant: upright, italic or oblique.")
  var slant = FontSlant.upright

  @Option(help: "The size in layout points, for optical-size axes.")
  var size = 15.0

  @Option(help: "An axis value, such as wght=700; may be repeated.")
  var variation: [String] = []

  @Option(help: "The language as a BCP 47 tag, such as ja or zh-TW.")
  var lang: String?

  func validate() throws {
    guard (1...1000).contains(weight) else {
      throw ValidationError("--weight must be from 1 to 1000, not \(weight).")
    }
    guard (50...200).contains(width) else {
      throw ValidationError("--width must be from 50 to 200, not \(width).")
    }
    guard size > 0, size <= 100_000 else {
      throw ValidationError("--size must be above 0 and at most 100000, not \(size).")
    }
  }

  func style() throws -> TextStyle {
    TextStyle(
      families: family, size: size, weight: FontWeight(weight),
      width: FontWidth(percent: width), slant: slant,
      variations: try variation.flatMap(FontVariation.list), language: lang)
  }

  func request() throws -> FontRequest {
    FontRequest(
      families: family, weight: FontWeight(weight), width: FontWidth(percent: width),
      slant: slant, variations: try variation.flatMap(FontVariation.list), size: size,
      language: lang)
  }
}

/// A face in the output of the font commands.
struct FontRecord: Encodable {
  let family: String
  let style: String
  /// The weight, or the minimum and the maximum.
  let weight: String
  let width: String
  let slant: String
  /// The axes with their ranges, or with the values of the face.
  let axes: [String: String]
  let color: Bool
  /// The styles that are synthesized, because the family does not have them.
  let synthesis: [String]
  let file: String
  let index: Int

  /// Creates a record of an available face.
  init(_ face: FontDescription) {
    family = face.family
    style = face.styleName
    weight = Self.text(
      Double(face.weights.lowerBound.value), Double(face.weights.upperBound.value))
    width = Self.text(face.widths.lowerBound.percent, face.widths.upperBound.percent)
    slant = "\(face.slant)"
    axes = Dictionary(
      face.axes.map { ($0.tag.name, Self.text($0.minimum, $0.maximum)) },
      uniquingKeysWith: { first, _ in first })
    color = face.hasColorBitmaps
    synthesis = []
    file = face.source
    index = face.index
  }

  /// Creates a record of a face that is drawn.
  init(_ face: FontFace) {
    family = face.family
    style = face.styleName
    weight = "\(face.weight.value)"
    width = Self.text(face.width.percent, face.width.percent)
    slant = "\(face.slant)"
    axes = Dictionary(
      face.variations.map { ($0.axis.name, Self.text($0.value, $0.value)) },
      uniquingKeysWith: { first, _ in first })
    color = face.hasColorBitmaps
    synthesis =
      (face.synthesis.emboldens ? ["bold"] : []) + (face.synthesis.slants ? ["oblique"] : [])
    file = face.data.source
    index = face.index
  }

  /// The titles of `columns`.
  static let titles = ["family", "style", "weight", "width", "slant", "axes", "file"]

  /// The cells of a table row.
  var columns: [String] {
    let places = axes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let notes = synthesis.map { "synthetic \($0)" } + (color ? ["colour"] : [])
    return [
      family, style, weight, width, slant, (places + notes).joined(separator: " "),
      index == 0 ? file : "\(file) #\(index)",
    ]
  }

  /// A value or a range; integers have no decimal point.
  private static func text(_ lower: Double, _ upper: Double) -> String {
    let number = { (value: Double) in
      value == value.rounded() && abs(value) < 1e9 ? "\(Int(saturating: value))" : "\(value)"
    }
    return lower == upper ? number(lower) : "\(number(lower))…\(number(upper))"
  }
}

/// The explanation of a grapheme as JSON.
struct ExplanationRecord: Encodable {
  /// A face that was tried.
  struct Trial: Encodable {
    let family: String
    let style: String
    let named: Bool
    let language: String?
    let outcome: String
  }

  let text: String
  /// The start and the end of the grapheme in UTF-16 units.
  let range16: [Int]
  let trials: [Trial]
  let face: FontRecord
  /// The characters without glyphs, as U+XXXX.
  let missing: [String]

  init(_ grapheme: FontExplanation.Grapheme) {
    text = grapheme.text
    range16 = [grapheme.utf16Range.lowerBound, grapheme.utf16Range.upperBound]
    trials = grapheme.trials.map { trial in
      Trial(
        family: trial.family, style: trial.style, named: trial.isNamed,
        language: trial.affinity.map { "\($0)" }, outcome: trial.outcome.description)
    }
    face = FontRecord(grapheme.face)
    missing = grapheme.missing.map(\.codePoint)
  }
}

extension StandardStream {
  /// Writes lines.
  fileprivate func write(lines: [String]) throws(CommandFailure) {
    try write(lines.map { $0 + "\n" }.joined())
  }

  /// Writes a value as JSON; equal values give equal bytes.
  fileprivate func writeJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try write(encoder.encode(value) + Data("\n".utf8))
  }
}

/// A table with aligned columns, for terminals.
struct TextTable {
  private let rows: [[String]]

  init(titles: [String], rows: [[String]]) {
    self.rows = [titles.map { $0.uppercased() }] + rows
  }

  /// The lines; control characters are shown by name.
  var lines: [String] {
    let rows = rows.map { $0.map(CommandFailure.printable) }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      .joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
