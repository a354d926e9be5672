import ArgumentParser
import Foundation
import Linecaster

/// Tells which fonts there are and which of them text is drawn with.
struct FontsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "List fonts, and tell which ones text is drawn with.",
    discussion: """
      Examples:

        linecaster fonts list
        linecaster fonts list --font-dir /usr/share/fonts --family "Noto Serif" --json
        linecaster fonts match --family "Noto Sans" --weight 600 --slant italic
        linecaster fonts explain "Zoë 直 👍🏽" --lang ja

      Without --font-dir, --font or --system the fonts are those that come with linecaster.

      Exit status: 0 when all is well, 1 when there are no fonts, none matches or a character is \
      missing from all, 64 when the command line is wrong.
      """,
    subcommands: [FontsListCommand.self, FontsMatchCommand.self, FontsExplainCommand.self])
}

/// Lists faces.
struct FontsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List faces in the order in which text asks for them.")

  @OptionGroup var sources: FontSourceOptions

  @Option(help: "List the faces of this family only.")
  var family: String?

  func run() throws {
    do {
      let fonts = try sources.collection()
      let records = fonts.descriptions.filter(isWanted).map(FontRecord.init)
      guard !records.isEmpty else {
        throw CommandFailure.report(["no family is named \(family ?? "")"])
      }
      if sources.json {
        try CommandOutput.writeJSON(records)
      } else {
        let table = TextTable(titles: FontRecord.titles, rows: records.map(\.columns))
        let families = Set(records.map { $0.family.lowercased() }).count
        CommandOutput.write(
          table.lines + ["", "faces: \(records.count), families: \(families)"])
      }
    } catch let error as FontError {
      throw CommandFailure.report([error.description])
    }
  }

  private func isWanted(_ face: FontDescription) -> Bool {
    guard let name = family?.lowercased() else { return true }
    return ([face.family] + face.otherFamilyNames).contains { $0.lowercased() == name }
  }
}

/// Tells which faces a style is drawn with.
struct FontsMatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Tell which faces a style means, of each family in turn.",
    discussion: """
      Faces are chosen by the rules of CSS: width first, then slant, then weight. Variable fonts \
      are shown at the place on their axes where they would be drawn. What a family has no design \
      for is synthesized.

        linecaster fonts match --family "Noto Sans" --family "NanumGothic" --weight 700
      """)

  @OptionGroup var sources: FontSourceOptions
  @OptionGroup var style: FontStyleOptions

  func run() throws {
    do {
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
          unknown.append("no family is named \(name)")
        }
      }
      try write(faces.map(FontRecord.init))
      if !unknown.isEmpty { throw CommandFailure.report(unknown) }
    } catch let error as FontError {
      throw CommandFailure.report([error.description])
    } catch let error as InputFailure {
      throw CommandFailure.report([error.description])
    }
  }

  private func write(_ records: [FontRecord]) throws {
    if sources.json {
      try CommandOutput.writeJSON(records)
    } else if !records.isEmpty {
      CommandOutput.write(TextTable(titles: FontRecord.titles, rows: records.map(\.columns)).lines)
    }
  }
}

/// Tells why each grapheme of a text is drawn with the face it is drawn with.
struct FontsExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Tell which faces a text asks, and why each is taken or not.",
    discussion: """
      Prints the faces that are asked for each grapheme, in order: those of the families given by \
      --family, or the first one of all, then those that have something near the character, the \
      best for the language first.

        linecaster fonts explain "1 1\u{FE0F}\u{20E3} 直" --family "Noto Sans Mono" --lang zh-TW
      """)

  @Argument(help: "The text.")
  var text: String

  @OptionGroup var sources: FontSourceOptions
  @OptionGroup var style: FontStyleOptions

  func run() throws {
    do {
      let story = Typesetter(fonts: try sources.collection())
        .explainFonts(of: text, style: try style.style())
      if sources.json {
        try CommandOutput.writeJSON(story.graphemes.map(ExplanationRecord.init))
      } else {
        CommandOutput.write(
          story.description.split(separator: "\n").map { CommandFailure.printable(String($0)) })
      }
      if story.graphemes.contains(where: { !$0.missing.isEmpty }) { throw ExitCode(1) }
    } catch let error as FontError {
      throw CommandFailure.report([error.description])
    } catch let error as InputFailure {
      throw CommandFailure.report([error.description])
    }
  }
}

/// A face as the commands about fonts print it.
struct FontRecord: Encodable {
  let family: String
  let style: String
  /// One weight, or the least and the greatest.
  let weight: String
  let width: String
  let slant: String
  /// Axes with the values they reach, or the place on them.
  let axes: [String: String]
  let color: Bool
  /// What is done to outlines because the family has no such design.
  let synthesis: [String]
  let file: String
  let index: Int

  /// A face that is offered.
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

  /// A face that is drawn.
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

  /// The cells of a table's row.
  var columns: [String] {
    let places = axes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let notes = synthesis.map { "synthetic \($0)" } + (color ? ["colour"] : [])
    return [
      family, style, weight, width, slant, (places + notes).joined(separator: " "),
      index == 0 ? file : "\(file) #\(index)",
    ]
  }

  /// A value or a range, whole numbers without a point.
  private static func text(_ lower: Double, _ upper: Double) -> String {
    let number = { (value: Double) in
      value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    }
    return lower == upper ? number(lower) : "\(number(lower))…\(number(upper))"
  }
}

/// The explanation of a grapheme as JSON.
struct ExplanationRecord: Encodable {
  /// A face that was asked.
  struct Trial: Encodable {
    let family: String
    let style: String
    let named: Bool
    let language: String?
    let outcome: String
  }

  let text: String
  /// Where the grapheme starts and ends in UTF-16 units.
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
    missing = grapheme.missing.map { scalar in
      "U+" + String(scalar.value, radix: 16, uppercase: true)
    }
  }
}
