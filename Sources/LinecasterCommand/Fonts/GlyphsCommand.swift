import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport

/// Prints the glyph outlines of a text.
struct GlyphsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "glyphs",
    abstract: "Print the glyph outlines of a text.",
    discussion: """
      Prints JSON Lines with the glyphs in visual order, each with its origin and its unhinted \
      outline as SVG path data, y up. Glyphs without an outline are left out.

      With --font the input is text:

        linecaster glyphs --font Roboto.ttf --size 48 "Office" --svg office.svg
        linecaster glyphs --font Var.ttf "Bold" --variation wght=700 --features smcp,-liga

      With --fonts the input is a file, or - for standard input, with one case per line in the \
      format of the Unicode text rendering tests: id, font (a file of the folder), text and an \
      optional variation (such as "wght:300;wdth:80"). The size is then 1000.

        linecaster glyphs cases.jsonl --fonts fonts

      Exit status: 0 on success, 1 if a font, a case or the output failed, or a font misses a \
      character or an axis (the rest is still printed), 64 if the command line is wrong.
      """)

  @Argument(help: "The text, or with --fonts the file of cases.")
  var input: String

  @Option(help: "The font file for the text.")
  var font: String?

  @Option(help: "The index of the face in a font collection; 0 is the first.")
  var index = 0

  @Option(help: "The font size in layout points, above 0 and at most 100000.")
  var size = 1000.0

  @Option(help: "An axis value, such as wght=700; may be repeated.")
  var variation: [String] = []

  @Option(help: "Font features to turn on or off, such as smcp,liga=0; may be repeated.")
  var features: [String] = []

  @Option(help: "Also draw the text to this SVG file.")
  var svg: String?

  @Option(help: "The folder of the fonts of the cases.")
  var fonts: String?

  func validate() throws {
    guard (font == nil) != (fonts == nil) else {
      throw ValidationError("Set either --font for a text or --fonts for a file of cases.")
    }
    guard size > 0, size <= 100_000 else {
      throw ValidationError("--size must be above 0 and at most 100000, not \(size).")
    }
    guard index >= 0 else { throw ValidationError("--index must be at least 0.") }
    guard fonts == nil || (svg == nil && variation.isEmpty && features.isEmpty) else {
      throw ValidationError("--svg, --variation and --features need --font.")
    }
    guard !["", "-"].contains(svg) else { throw ValidationError("--svg must be a file.") }
    try OutputFile.check(svg ?? "-", of: "--svg", is: "an SVG image", "svg")
  }

  func run() throws {
    if let fonts { try runCases(fonts: fonts) } else { try showText() }
  }
}

extension GlyphsCommand {
  private func showText() throws {
    let image = try svg.map { try OutputFile($0, input: font ?? "") }
    var style = TextStyle(size: size)
    for argument in features { style.features += try FontFeature.list(argument) }
    let places = try variation.flatMap(FontVariation.list)
    let plain = try FontFace(data: FontData(path: font ?? ""), index: index)
    let face = plain.instance(variations: places)
    let text = try OutlinedText(input, face: face, style: style)
    try write(GlyphRecord(id: input, glyphs: text.glyphs))
    try image?.write(Array(text.svg.utf8))
    var faults = Self.unknownAxes(of: plain, among: places)
    if !text.missing.isEmpty {
      let names = Set(text.missing).sorted().map(\.codePoint)
      faults.append("\(face.data.source): has no \(names.joined(separator: ", "))")
    }
    guard faults.isEmpty else { throw CommandFailure.report(faults) }
  }

  /// The messages for axes that a font does not have.
  private static func unknownAxes(
    of face: FontFace, among places: [FontVariation]
  ) -> [String] {
    let known = face.axes.map(\.tag)
    let axes = known.map(\.name).joined(separator: ", ")
    let rest = known.isEmpty ? "it is not a variable font" : "its axes are \(axes)"
    return places.map(\.axis).filter { !known.contains($0) }
      .map { "\(face.data.source): has no axis '\($0.name)'; \(rest)" }
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
    try StandardStream.output.write(record.line())
  }
}

/// Runs cases with the fonts of a folder; each font is opened once.
struct GlyphCaseRunner {
  /// The base folder of font names.
  let folder: String

  private var faces: [String: FontFace] = [:]

  /// The font size for the coordinates of the tests, in layout points.
  private static let size = 1000.0

  /// The maximum length of a line in a case file, in bytes.
  private static let lengthLimit = 4 << 20

  init(folder: String) {
    self.folder = folder
  }

  /// Runs the case on a line; `error` of the result describes a fault.
  mutating func record(for line: Data) -> GlyphRecord {
    do {
      let item: GlyphCase = try CaseLines.decode(line, limit: Self.lengthLimit)
      do {
        return GlyphRecord(id: item.id, glyphs: try glyphs(of: item))
      } catch {
        return GlyphRecord(id: item.id, error: "\(error)")
      }
    } catch {
      let name = try? JSONDecoder().decode(GlyphCase.Name.self, from: line)
      return GlyphRecord(id: name?.id, error: "\(error)")
    }
  }

  private mutating func glyphs(of item: GlyphCase) throws -> [PlacedOutline] {
    let face = try face(item.font)
      .instance(variations: try FontVariation.list(item.variation ?? ""))
    return try OutlinedText(item.text, face: face, style: TextStyle(size: Self.size)).glyphs
  }

  private mutating func face(_ name: String) throws -> FontFace {
    if let known = faces[name] { return known }
    // Cases are untrusted input, and must not read other files of the machine.
    guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      throw CommandFailure(description: "field 'font' is not a path inside the folder of fonts")
    }
    let face = try FontFace(path: "\(folder)/\(name)")
    faces[name] = face
    return face
  }
}

/// A text to print as outlines, in the format of the Unicode text rendering tests.
struct GlyphCase: Decodable {
  /// The name of the case in the result.
  let id: String
  /// The file of the font, in the folder of fonts.
  let font: String
  /// The text.
  let text: String
  /// The axis values, for example `wght:300;wdth:80`; `nil` for the default instance.
  let variation: String?

  /// The part of an invalid case that identifies it.
  struct Name: Decodable {
    let id: String?
  }
}

/// A text as outlines: laid out by the engine, with a path for each glyph.
struct OutlinedText {
  /// The glyphs with an outline, line by line in visual order.
  let glyphs: [PlacedOutline]
  /// The size of the layout, in layout points.
  let size: Size
  /// The distance from the top edge to the first baseline, in layout points.
  let baseline: Double
  /// The characters that the font does not have.
  let missing: [Unicode.Scalar]

  /// Lays out text with one face, without wrapping.
  init(_ text: String, face: FontFace, style: TextStyle) throws(FontError) {
    var style = style
    // Set explicitly, so neither the size nor the weight of the style changes the face.
    style.variations = face.variations
    let typesetter = Typesetter(fonts: try FontCollection(faces: [face]))
    let paragraph = Paragraph(
      text, style: style, paragraphStyle: ParagraphStyle(whiteSpace: .pre))
    let layout = typesetter.prepare(paragraph).layout()
    var glyphs: [PlacedOutline] = []
    for run in layout.glyphRuns {
      let scale = run.size / Double(run.face.metrics.unitsPerEm)
      run.forEachGlyph { glyph, x, y in
        let outline = run.face.outline(of: glyph)
        guard !outline.isEmpty else { return }
        glyphs.append(
          PlacedOutline(
            x: Self.rounded(x), y: Self.rounded(layout.firstBaseline - y),
            d: outline.svgPath(scale: scale)))
      }
    }
    self.glyphs = glyphs
    size = layout.size
    baseline = layout.firstBaseline
    missing = layout.missingCharacters
  }

  /// A coordinate rounded to thousandths, as in paths.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension OutlinedText {
  /// An SVG 2 image of the text, black on white, with a margin.
  var svg: String {
    let margin = (size.height / 4).rounded(.up)
    let width = size.width.rounded(.up) + 2 * margin
    let height = size.height.rounded(.up) + 2 * margin
    let top = -baseline - margin
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="\#(-margin) \#(top) \#(width) \#(height)">"#,
      #"<rect x="\#(-margin)" y="\#(top)" width="100%" height="100%" fill="white"/>"#,
    ]
    lines += glyphs.map { glyph in
      #"<path transform="translate(\#(glyph.x) \#(0 - glyph.y)) scale(1 -1)" d="\#(glyph.d)"/>"#
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }
}

/// A glyph of a line: its position, and its outline as SVG path data.
///
/// All in layout points from the start of the first baseline, x to the right and y up; the path
/// starts at the glyph's own origin.
struct PlacedOutline: Encodable, Equatable {
  let x: Double
  let y: Double
  let d: String
}

/// The output for a case: its glyphs, or its error.
struct GlyphRecord: CaseRecord {
  /// The id of the case; `nil` if it could not be read.
  let id: String?
  /// The glyphs in visual order; `nil` in case of an error.
  var glyphs: [PlacedOutline]?
  /// The error of the case.
  var error: String?

  private enum CodingKeys: String, CodingKey {
    case id
    case glyphs
    case error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(glyphs, forKey: .glyphs)
    try container.encodeIfPresent(error, forKey: .error)
  }
}
