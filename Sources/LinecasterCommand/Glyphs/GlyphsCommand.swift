import ArgumentParser
import Foundation
import Linecaster

/// Shows text as the outlines of its glyphs.
struct GlyphsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "glyphs",
    abstract: "Show text as the outlines of its glyphs.",
    discussion: """
      Prints a JSON object a line: the glyphs in visual order, each with its origin and its \
      outline as the data of an SVG path, y up, unhinted. Glyphs without an outline are left out.

      With --font the input is text:

        linecaster glyphs --font Roboto.ttf --size 48 "Office" --svg office.svg
        linecaster glyphs --font Var.ttf "Bold" --variation wght=700 --features smcp,-liga

      With --fonts the input is a file, or - for standard input, with a case a line as the \
      Unicode text rendering tests have them: id, font (a file of the folder), text and, if \
      wanted, variation (such as "wght:300;wdth:80"). The size is then 1000.

        linecaster glyphs cases.jsonl --fonts fonts

      Exit status: 0 when all is well, 1 when a font, a case or the output is at fault (the other \
      cases are shown all the same), 64 when the command line is.
      """)

  @Argument(help: "The text, or with --fonts the file of cases.")
  var input: String

  @Option(help: "The font file for the text.")
  var font: String?

  @Option(help: "Which face of a collection, 0 for the first.")
  var index = 0

  @Option(help: "The size of the em in layout points, above 0 and at most 100000.")
  var size = 1000.0

  @Option(help: "The font's place on its axes, such as wght=700; may be given more than once.")
  var variation: [String] = []

  @Option(help: "Features to turn on or off, such as smcp,liga=0; may be given more than once.")
  var features: [String] = []

  @Option(help: "Also draw the text to this SVG file.")
  var svg: String?

  @Option(help: "The folder of the cases' fonts.")
  var fonts: String?

  func validate() throws {
    guard (font == nil) != (fonts == nil) else {
      throw ValidationError("Give --font for a text, or --fonts for a file of cases.")
    }
    guard size > 0, size <= 100_000 else {
      throw ValidationError("--size must be above 0 and at most 100000, not \(size).")
    }
    guard index >= 0 else { throw ValidationError("--index must be at least 0.") }
    guard fonts == nil || (svg == nil && variation.isEmpty && features.isEmpty) else {
      throw ValidationError("--svg, --variation and --features go with --font.")
    }
  }

  func run() throws {
    do {
      if let fonts { try runCases(fonts: fonts) } else { try showText() }
    } catch let status as ExitCode {
      throw status
    } catch {
      throw CommandFailure.report(["\(error)"])
    }
  }
}

extension GlyphsCommand {
  private func showText() throws {
    var style = TextStyle(size: size)
    for argument in features { style.features += try FontFeature.list(argument) }
    let face = try FontFace(data: FontData(path: font ?? ""), index: index)
      .instance(variations: try variation.flatMap(FontVariation.list))
    let text = try OutlinedText(input, face: face, style: style)
    try write(GlyphRecord(id: input, glyphs: text.glyphs))
    if let svg {
      try Data(text.svg.utf8).write(to: URL(fileURLWithPath: svg), options: .atomic)
    }
    guard text.missing.isEmpty else {
      let names = Set(text.missing).map(\.value).sorted().map { "U+" + String($0, radix: 16) }
      throw CommandFailure.report([
        "\(face.data.source): has no \(names.joined(separator: ", ").uppercased())"
      ])
    }
  }

  private func runCases(fonts: String) throws {
    var runner = GlyphCaseRunner(folder: fonts)
    try CaseLines(path: input).report { line in
      let record = runner.record(for: line)
      try write(record)
      return record.error
    }
  }

  private func write(_ record: GlyphRecord) throws {
    try FileHandle.standardOutput.write(contentsOf: record.line())
  }
}
